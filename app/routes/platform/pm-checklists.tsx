import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { OfferedBadge, RecordList } from "#app/ui/record-list.tsx";
import { pmChecklists } from "#worker/domain/platform/pm-checklists.ts";
import { entityActions, entityLoader, openedAmong } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/pm-checklists";

export const loader = entityLoader({
  ...pmChecklists,
  list: async (session, params, record) => {
    const { result, types } = await pmChecklists.page(session, params);
    const rows = result.rows.map((row) => ({ ...row, name: row.machineName }));
    return { ...openedAmong({ ...result, rows }, record), types };
  },
});
export const action = entityActions(pmChecklists);
export const meta = () => [{ title: "PM Checklists - Plumbline" }];

export default function PmChecklists({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        title="PM Checklists"
        list={{ ...loaderData, may: { ...loaderData.may, remove: false } }}
        searchLabel="Machine"
        about="A checklist names the checks of one machine. Engineers of all companies choose it in a service report."
        filters={[{ key: "type", label: "Machine type", options: loaderData.types }]}
        formHref={{
          add: "/pm-checklist/create",
          edit: (row) => `/pm-checklist/update/${row.id}`,
        }}
        columns={[
          { key: "machineType", label: "Machine type", card: "c-top" },
          { key: "machineName", label: "Machine", card: "c-name", sortable: true, field: "name" },
          { key: "checks", label: "Checks", card: "c-due", numeric: true },
          { key: "revision", label: "Revision", keep: true, numeric: true },
        ]}
        stateLabel="Active"
        state={OfferedBadge}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="Companies no longer see it when they write a report. Reports already made stay as they are."
        restoring="Companies see it again when they write a report."
        keep="Keep as it is"
      />
    </>
  );
}
