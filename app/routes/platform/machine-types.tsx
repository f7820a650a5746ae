import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { CheckField, TextField } from "#app/ui/fields.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { OfferedBadge, RecordList } from "#app/ui/record-list.tsx";
import { machineTypes } from "#worker/domain/platform/machine-types.ts";
import { entityActions, entityLoader, openedAmong } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/machine-types";

export const loader = entityLoader({
  ...machineTypes,
  list: async (session, params, record) =>
    openedAmong(await machineTypes.list(session, params), record),
});
export const action = entityActions(machineTypes);
export const meta = () => [{ title: "Machine Type - Plumbline" }];

export default function MachineTypes({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        title="Machine Type"
        list={loaderData}
        searchLabel="Name"
        about="PM checklists are kept by machine type. All companies share them."
        columns={[
          { key: "name", label: "Name", card: "c-name", sortable: true },
          {
            key: "checklists",
            label: "Checklists",
            card: "c-meta",
            show: (row) => (
              <Link to={`/pm-checklists?type=${row.id}&state=all`}>
                {plural(row.checklists, "1 checklist", "{n} checklists")}
              </Link>
            ),
          },
        ]}
        stateLabel="Active"
        state={OfferedBadge}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="Companies no longer see it when they write a report. Old reports keep it."
        restoring="Companies see it again when they write a report."
        deleting="It can be deleted as long as no PM checklist uses it."
        keep="Keep as it is"
        values={(row) => row ?? { isActive: true }}
      >
        <TextField name="name" label="Name" required maxLength={80} autoFocus />
        <CheckField
          name="isActive"
          label="Active"
          off="0"
          hint="Companies can choose it in a service report."
        />
      </RecordDialogs>
    </>
  );
}
