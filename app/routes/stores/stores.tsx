import { Link } from "react-router";
import { CheckField, TextField } from "#app/ui/fields.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Badge } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { stores } from "#worker/domain/masters/stores.ts";
import { sessionContext } from "#worker/web/context.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import { Picker } from "../masters/picker.tsx";
import type { Route } from "./+types/stores";
import { SetDefault } from "./set-default.tsx";

const list = entityLoader(stores);
export async function loader(args: Route.LoaderArgs) {
  const session = args.context.get(sessionContext);
  return { ...(await list(args)), mayCount: session.can("approve-stock") };
}
export const action = entityActions(stores, {
  default: ({ session }, { id = "" }) => stores.setDefault(session, id),
});
export const meta = () => [{ title: "Stores - Plumbline" }];

export default function Stores({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Name or code"
        about="A store is where parts are kept. Stock is counted store by store."
        columns={[
          { key: "code", label: "Code", card: "c-top", as: "code" },
          { key: "name", label: "Name", card: "c-name", sortable: true },
          {
            key: "default",
            label: "Default",
            keep: true,
            show: (row) => (row.isDefault ? <Default /> : ""),
          },
          { key: "location", label: "Location", card: "c-meta", field: "departmentName" },
          { key: "keeper", label: "Keeper", field: "keeperName" },
          {
            key: "items",
            label: "Items",
            card: "c-due",
            numeric: true,
            show: (row) => <Link to={`/stocks?store=${row.id}`}>{row.items}</Link>,
          },
          {
            key: "value",
            label: "Value",
            card: "c-due",
            keep: true,
            as: "money",
            field: "valueMinor",
          },
        ]}
        rowMenu={(row) => (
          <>
            <MenuLink to={`/stocks?store=${row.id}`} icon="stock">
              Items
            </MenuLink>
            {loaderData.mayCount && !row.archivedAt && (
              <MenuLink to={`/stocks/count/${row.id}`} icon="check">
                Count
              </MenuLink>
            )}
            {loaderData.may.edit && !row.isDefault && !row.archivedAt && <SetDefault id={row.id} />}
          </>
        )}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="Its items are no longer offered in reports. This works once their quantities are zero."
      >
        <TextField name="name" label="Name" required maxLength={100} autoFocus />
        <TextField name="code" label="Code" maxLength={20} mono />
        <Picker name="departmentId" label="Location" list="locations" shows="departmentName" />
        <Picker name="keeperUserId" label="Keeper" list="keepers" shows="keeperName" />
        <CheckField
          name="isDefault"
          label="Default store"
          hint="One store is the default; the one before stops being it."
        />
      </RecordDialogs>
    </>
  );
}

const Default = () => (
  <Badge tone="in-date" icon="ok" calm>
    Default
  </Badge>
);
