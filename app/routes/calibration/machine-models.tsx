import { appliedPartWords, electricalClassWords } from "#app/shared/calibration/machine-words.ts";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { machineModels } from "#worker/domain/calibration/models.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import "../../css/calibration.css";
import type { Route } from "./+types/machine-models";
import { MachineTabs } from "./machine-tabs.tsx";
import { everyText } from "./machine-words.tsx";
import { ModelBasics } from "./model-form.tsx";
import { Under } from "./words.tsx";

export const loader = entityLoader(machineModels);
export const action = entityActions(machineModels);
export const meta = () => [{ title: "Machine models - Plumbline" }];

type Row = Route.ComponentProps["loaderData"]["rows"][number];

/** Its electrical class and its applied part, which limits of safety tests go by. */
function Protection({ model: { electricalClass, appliedPart } }: { model: Row }) {
  const words = [
    electricalClass && electricalClassWords[electricalClass],
    appliedPart && appliedPartWords[appliedPart],
  ].filter(Boolean);
  return words.length > 0 && <Under>{words.join(" · ")}</Under>;
}

export default function MachineModels({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        list={loaderData}
        title="Machine models"
        searchLabel="Maker or model"
        about="A machine model is a make and model with what its devices measure, how well, and how often they are calibrated. Machines take it over."
        formHref={{
          add: "/machine-model/create",
          edit: (row) => `/machine-model/update/${row.id}`,
        }}
        isTwoLined
        columns={[
          {
            key: "name",
            label: "Make and model",
            card: "c-name",
            look: "c-name clip reg-name",
            sortable: true,
            under: (row) => <Protection model={row} />,
          },
          {
            key: "interval",
            label: "Interval",
            card: "c-due",
            show: (row) => everyText(row),
          },
          { key: "procedure", label: "Procedure", field: "procedureName", look: "c-hide reg-long" },
          {
            key: "parameters",
            label: "Parameters",
            numeric: true,
            show: (row) => row.parameters.length || <span className="quiet">–</span>,
          },
        ]}
      >
        <MachineTabs current="models" />
      </RecordList>
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="It can no longer be chosen. Machines that have it keep it."
        mergeNote="Its machines follow; those without parameters of their own have the other's from then on."
        values={(row) => row ?? {}}
      >
        {(row) => (
          <div className="form form-2">
            <ModelBasics id={row?.id ?? ""} />
          </div>
        )}
      </RecordDialogs>
    </>
  );
}
