import { Link } from "react-router";
import { TextArea, TextField } from "#app/ui/fields.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Badge } from "#app/ui/page.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { roles } from "#worker/domain/platform/roles.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import type { Route } from "./+types/roles";

export const loader = entityLoader(roles);
export const action = entityActions(roles);
export const meta = () => [{ title: "Roles - Plumbline" }];

export default function Roles({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <RecordList
        list={loaderData}
        searchLabel="Name or description"
        about="A role names rights of the platform and is given to its people."
        columns={[
          { key: "name", label: "Name", card: "c-name", sortable: true },
          {
            key: "system",
            label: "Kind",
            card: "c-top",
            show: (row) =>
              row.isSystem ? (
                <Badge tone="info" icon="shield" calm>
                  System
                </Badge>
              ) : (
                "Own"
              ),
          },
          { key: "description", label: "Description", card: "c-meta", long: true },
          {
            key: "rights",
            label: "Rights",
            keep: true,
            numeric: true,
            show: (row) => (row.isSystem ? "All" : row.rights),
          },
          {
            key: "staff",
            label: "Staff",
            card: "c-due",
            numeric: true,
            show: (row) => <Link to={`/super-admin/users?role=${row.id}`}>{row.staff}</Link>,
          },
        ]}
        fixed={(row) => row.isSystem}
        rowHref={(row) => `/role/permission/${row.id}`}
        rowMenu={(row) => (
          <MenuLink to={`/role/permission/${row.id}`} icon="shield">
            Permissions
          </MenuLink>
        )}
      />
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="It is no longer offered. People who have it keep it."
      >
        <TextField name="name" label="Name" required maxLength={60} autoFocus />
        <TextArea name="description" label="Description" maxLength={500} rows={2} />
      </RecordDialogs>
    </>
  );
}
