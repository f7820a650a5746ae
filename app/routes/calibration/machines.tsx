import {
  choicesFrom,
  machineOwnerWords,
  machineRiskWords,
} from "#app/shared/calibration/machine-words.ts";
import { machineRules } from "#app/shared/flows/machines.ts";
import { plural } from "#app/shared/plural.ts";
import { BulkMoves } from "#app/ui/bulk-moves.tsx";
import type { Filter } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { machines } from "#worker/domain/calibration/machines.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import { LabelsOf } from "../assets/labels-link.tsx";
import { searchChoices } from "../masters/choices.ts";
import "../../css/calibration.css";
import type { Route } from "./+types/machines";
import { MachineTabs } from "./machine-tabs.tsx";
import { DueBadge, MachineBadge } from "./machine-words.tsx";

export const loader = entityLoader(machines);
export const action = entityActions(machines);
export const meta = () => [{ title: "Machines - Plumbline" }];

const windows = [
  { value: "overdue", label: "Overdue" },
  { value: "7", label: "Within 7 days" },
  { value: "30", label: "Within 30 days" },
  { value: "60", label: "Within 60 days" },
];
const byHand = ["out-of-service", "back-in-service", "lost", "found", "retire"] as const;

type Row = Route.ComponentProps["loaderData"]["rows"][number];
/** Make and model, cut before the serial number, which tells like machines apart. */
function Kind({ machine: { modelName, serialNo, customerTag } }: { machine: Row }) {
  const mark = serialNo ?? customerTag;
  if (!modelName && !mark) return null;
  return (
    <small>
      {modelName && <span>{modelName}</span>}
      {mark && <code>{mark}</code>}
    </small>
  );
}

export default function Machines({ loaderData, actionData }: Route.ComponentProps) {
  const { today, chosen: named, may, query } = loaderData;
  const filters: Filter[] = [
    { key: "status", label: "Status", options: choicesFrom(machineRules.states) },
    { key: "due", label: "Due", options: windows },
    {
      key: "consumer",
      label: "Consumer",
      load: searchChoices("consumers"),
      selected: named.consumer ?? null,
    },
    {
      key: "model",
      label: "Model",
      load: searchChoices("machine-models"),
      selected: named.model ?? null,
    },
    { key: "risk", label: "Risk", rare: true, options: choicesFrom(machineRiskWords) },
    { key: "owner", label: "Owner", rare: true, options: choicesFrom(machineOwnerWords) },
  ];
  // All that match are those that are not archived.
  const mayMove = may.edit && !query.filters.state;
  return (
    <>
      <RecordList
        list={loaderData}
        title="Machines"
        searchLabel="Number, name, serial no or tag"
        about="A machine is a device under calibration: of a consumer, or one of your own assets. It has a due date once its interval and its last calibration are known."
        formHref={{ add: "/machine/create", edit: (row) => `/machine/update/${row.id}` }}
        rowHref={(row) => `/machine/${row.id}`}
        rowName={(row) => `${row.machineNo} ${row.name}`}
        filters={filters}
        isTwoLined
        columns={[
          {
            key: "number",
            label: "Number",
            card: "c-top",
            as: "code",
            field: "machineNo",
            sortable: true,
          },
          {
            key: "name",
            label: "Name",
            card: "c-name",
            sortable: true,
            under: (row) => <Kind machine={row} />,
          },
          {
            key: "consumer",
            label: "Owner",
            card: "c-meta",
            show: (row) =>
              row.consumerName ?? (
                <>
                  <span className="muted">Own asset</span> <code>{row.assetCode}</code>
                </>
              ),
          },
          {
            key: "due",
            label: "Due",
            card: "c-due",
            look: "c-due reg-due",
            sortable: true,
            show: (row) => <DueBadge machine={row} today={today} />,
          },
          {
            key: "risk",
            label: "Risk",
            optional: true,
            show: (row) => machineRiskWords[row.risk],
          },
        ]}
        state={(row) => <MachineBadge status={row.status} archivedAt={row.archivedAt} />}
        stateLabel="Status"
        rowMenu={(row) => (
          <MenuLink to={`/machines/labels?ids=${row.id}`} icon="print" prefetch="intent">
            Label
          </MenuLink>
        )}
        onChosen={(chosen) => (
          <>
            <LabelsOf chosen={chosen} to="/machines/labels" />
            {mayMove && (
              <BulkMoves
                chosen={chosen}
                rules={machineRules}
                of="machines"
                moves={byHand}
                count={(n) => plural(n, "1 machine", "{n} machines")}
                hrefOf={(id) => `/machine/${id}`}
              />
            )}
          </>
        )}
      >
        <MachineTabs current="machines" />
      </RecordList>
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="It is no longer listed, and no certificate is begun for it. Its certificates keep it."
      />
    </>
  );
}
