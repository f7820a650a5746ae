import { Link } from "react-router";
import { Combobox } from "#app/ui/combobox.tsx";
import { CheckField, TextField } from "#app/ui/fields.tsx";
import { MasterPage } from "#app/ui/master-page.tsx";
import { stores } from "#worker/domain/stores.ts";
import { masterAction, masterLoader } from "#worker/web/resource-routes.ts";
import { chosenAs, searchChoices } from "../masters/choices.ts";
import type { Route } from "./+types/stores";

export const loader = masterLoader(stores);
export const action = masterAction(stores);
export const meta = () => [{ title: "Stores - Plumbline" }];

export default function Stores({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MasterPage
      title="Stores"
      thing="store"
      list={loaderData}
      problem={actionData?.success === false ? actionData : undefined}
      searchLabel="Name or code"
      about="A store is where parts are kept. Stock is counted store by store."
      archiving="Its items are no longer offered in reports. This works once their quantities are zero."
      columns={[
        { key: "code", label: "Code", card: "c-top", show: (row) => row.code && <span className="code">{row.code}</span> },
        {
          key: "name",
          label: "Name",
          card: "c-name",
          sortable: true,
          show: (row) => row.name,
        },
        { key: "default", label: "Default", card: "c-hide", keep: true, show: (row) => (row.isDefault ? "Default" : "") },
        { key: "location", label: "Location", card: "c-meta", show: (row) => row.departmentName },
        { key: "keeper", label: "Keeper", card: "c-hide", keep: true, show: (row) => row.keeperName },
        { key: "stock", label: "Stock", card: "c-due", show: (row) => <Link to={`/stocks?store=${row.id}`}>Show items</Link> },
      ]}
      values={(row) => ({ ...row })}
      fields={(row) => (
        <>
          <TextField name="name" label="Name" required maxLength={100} autoFocus />
          <TextField name="code" label="Code" maxLength={20} mono />
          <Combobox
            name="departmentId"
            label="Location"
            load={searchChoices("locations")}
            defaultValue={chosenAs(row?.departmentId, row?.departmentName)}
            clearable
          />
          <Combobox
            name="keeperUserId"
            label="Keeper"
            load={searchChoices("keepers")}
            defaultValue={chosenAs(row?.keeperUserId, row?.keeperName)}
            clearable
          />
          <CheckField name="isDefault" label="Default store" hint="One store is the default; the one before stops being it." />
        </>
      )}
    />
  );
}
