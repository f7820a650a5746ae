import {
  dueWindows,
  kindChoices,
  roleChoices,
  roleText,
} from "#app/shared/calibration/calibrators.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { calibratorRules } from "#app/shared/flows/calibrators.ts";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { DateText } from "#app/ui/time.tsx";
import { calibrators } from "#worker/domain/calibrators/calibrators.ts";
import { personChosen } from "#worker/domain/calibrators/chosen.ts";
import { sessionContext } from "#worker/web/context.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/calibrators";
import { CalibratorTabs } from "./tabs.tsx";
import { DueBadge, kindWord, makeAndModel, StatusBadge } from "./words.tsx";

const list = entityLoader(calibrators);
/** The list; its import is named by the entity, not by the address. */
export async function loader(args: Route.LoaderArgs) {
  const session = args.context.get(sessionContext);
  const params = new URL(args.request.url).searchParams;
  const [shown, custodian] = await Promise.all([
    list(args),
    personChosen(session, params.get("custodian")),
  ]);
  return {
    ...shown,
    custodian,
    entity: { ...shown.entity, imports: "calibrators" },
    may: { ...shown.may, import: shown.may.create },
    today: dayIn(session.company.timeZone),
  };
}
export const action = entityActions(calibrators);
export const meta = () => [{ title: "Calibrators - Plumbline" }];

const windows = Object.entries(dueWindows).map(([value, label]) => ({ value, label }));

export default function Calibrators({ loaderData, actionData }: Route.ComponentProps) {
  const { today, custodian } = loaderData;
  const { role = "" } = loaderData.query.filters;
  const isOwnRole = role !== "" && !roleChoices.some(({ value }) => value === role);
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Number, name, maker, model or serial no"
        about="The reference standards, simulators and analysers that devices are compared with, with their certificates."
        formHref={{ add: "/calibrator/create", edit: (row) => `/calibrator/update/${row.id}` }}
        rowHref={(row) => `/calibrator/${row.id}`}
        filters={[
          {
            key: "status",
            label: "Use",
            options: Object.entries(calibratorRules.states).map(([value, label]) => ({
              value,
              label,
            })),
          },
          { key: "kind", label: "Kind", options: kindChoices },
          {
            key: "due",
            label: "Due within",
            options: [...windows, { value: "none", label: "No certificate" }],
          },
          {
            key: "role",
            label: "Role",
            options: [
              ...roleChoices,
              ...(isOwnRole ? [{ value: role, label: roleText(role) }] : []),
            ],
          },
          ...(custodian ? [{ key: "custodian", label: "Custodian", options: [custodian] }] : []),
        ]}
        columns={[
          {
            key: "number",
            label: "Number",
            card: "c-top",
            as: "code",
            field: "calibratorNo",
            sortable: true,
          },
          { key: "name", label: "Name", card: "c-name", sortable: true, long: true },
          { key: "model", label: "Make and model", card: "c-meta", show: makeAndModel },
          { key: "serialNo", label: "Serial no", as: "code" },
          { key: "kind", label: "Kind", optional: true, show: (row) => kindWord(row.kind) },
          { key: "place", label: "Place", field: "locationName", optional: true },
          {
            key: "custodian",
            label: "Custodian",
            optional: true,
            field: "custodianName",
          },
          {
            key: "check",
            label: "Next check",
            optional: true,
            show: (row) => row.nextCheckOn && <DateText on={row.nextCheckOn} />,
          },
          {
            key: "due",
            label: "Certificate",
            card: "c-due",
            sortable: true,
            show: (row) =>
              row.status === "retired" ? (
                <span className="quiet">–</span>
              ) : (
                <DueBadge dueOn={row.dueOn} today={today} />
              ),
          },
        ]}
        state={(row) => <StatusBadge status={row.status} />}
        stateLabel="Use"
      >
        <CalibratorTabs current="/calibrations" />
      </RecordList>
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="It is no longer shown in lists. What was measured with it stays."
      />
    </>
  );
}
