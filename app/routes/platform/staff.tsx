import { useState } from "react";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { listStaff, staffCommands } from "#worker/domain/platform/staff.ts";
import type { StaffSession } from "#worker/session.ts";
import { type Asked, staffActions, type Values } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import { StatusBadge, statuses } from "../people/words.tsx";
import type { Route } from "./+types/staff";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listStaff(context.get(staffContext), new URL(request.url).searchParams);
export const action = staffActions(
  Object.fromEntries(
    Object.entries(staffCommands).map(([intent, command]) => [
      intent,
      ({ session }: Asked<StaffSession>, { person = "", ...values }: Values) =>
        command(session, person, values),
    ]),
  ),
);
export const meta = () => [{ title: "Users - Plumbline" }];

type Data = Route.ComponentProps["loaderData"];
type Row = Data["rows"][number];
type Doing = { what: "invite"; row: null } | { what: "role" | keyof typeof questions; row: Row };

export default function Staff({ loaderData }: Route.ComponentProps) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const invite = (
    <button
      className="btn btn-primary"
      type="button"
      onClick={() => setDoing({ what: "invite", row: null })}
    >
      <Icon name="plus" />
      Invite staff
    </button>
  );
  return (
    <>
      <ListPage
        title="Users"
        result={loaderData}
        searchLabel="Name or e-mail"
        filters={[
          { key: "status", label: "Status", options: statuses },
          { key: "role", label: "Role", options: loaderData.roles },
        ]}
        actions={invite}
        empty={{
          title: "Nobody yet",
          text: "The platform's own people, each with a role.",
          action: invite,
        }}
        columns={[
          { key: "name", label: "Name", card: "c-name", sortable: true, show: (row) => row.name },
          { key: "email", label: "E-mail", card: "c-meta", show: (row) => row.email },
          { key: "role", label: "Role", card: "c-top", show: (row) => row.roleName },
          {
            key: "status",
            label: "Status",
            card: "c-state",
            show: (row) => <StatusBadge status={row.status} />,
          },
          {
            key: "two",
            label: "Two-factor",
            card: "c-hide",
            keep: true,
            show: (row) => (row.hasTwoFactors ? "On" : <span className="quiet">Not set up</span>),
          },
          {
            key: "lastLoginAt",
            label: "Last sign-in",
            card: "c-due",
            show: (row) =>
              row.lastLoginAt ? (
                <TimeText at={row.lastLoginAt} />
              ) : (
                <span className="quiet">Never</span>
              ),
          },
        ]}
        rowActions={(row) =>
          row.id !== loaderData.me && (
            <StaffMenu row={row} onDo={(what) => setDoing({ what, row })} />
          )
        }
      />
      {doing && <StaffDialog doing={doing} data={loaderData} onClose={() => setDoing(null)} />}
    </>
  );
}

function StaffMenu({
  row,
  onDo,
}: {
  row: Row;
  onDo: (what: "role" | keyof typeof questions) => void;
}) {
  const works = row.status === "active" || row.status === "invited";
  const item = (what: Parameters<typeof onDo>[0], icon: IconName, text: string, danger = false) => (
    <button
      className={danger ? "menu-item danger" : "menu-item"}
      type="button"
      onClick={() => onDo(what)}
    >
      <Icon name={icon} />
      {text}
    </button>
  );
  return (
    <Menu label={`Actions for ${row.name}`}>
      {item("role", "shield", "Change role")}
      {works &&
        item(
          "send-link",
          "mail",
          row.status === "invited" ? "Send invitation again" : "Send reset link",
        )}
      {works && item("sign-out", "out", "Sign out everywhere")}
      {works
        ? item("suspend", "pause", "Suspend", true)
        : item("reactivate", "refresh", "Reactivate")}
    </Menu>
  );
}

const questions = {
  suspend: {
    verb: "Suspend person",
    text: "They are signed out at once and cannot sign in until they are reactivated.",
  },
  reactivate: { verb: "Reactivate person", text: "They can sign in again with the role they had." },
  "send-link": { verb: "Send link", text: "The link sent before no longer works." },
  "sign-out": { verb: "Sign out everywhere", text: "Every session of theirs ends at once." },
} as const;

function StaffDialog({ doing, data, onClose }: { doing: Doing; data: Data; onClose: () => void }) {
  const role = (
    <SelectField
      name="roleId"
      label="Role"
      options={data.roles}
      required
      hint="A role with rights you do not have is refused."
    />
  );
  if (doing.what === "invite")
    return (
      <FormDialog
        open
        title="Invite staff"
        verb="Send invitation"
        hidden={{ intent: "invite" }}
        onClose={onClose}
      >
        <TextField name="name" label="Name" required maxLength={100} autoFocus autoComplete="off" />
        <TextField
          name="email"
          label="E-mail"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
        />
        <TextField name="phone" label="Phone" type="tel" maxLength={30} autoComplete="off" />
        {role}
      </FormDialog>
    );
  const { what, row } = doing;
  const hidden = { person: row.id };
  if (what === "role")
    return (
      <FormDialog
        open
        title={`Role of ${row.name}`}
        verb="Save role"
        hidden={{ ...hidden, intent: "role" }}
        values={{ roleId: row.roleId }}
        onClose={onClose}
      >
        {role}
      </FormDialog>
    );
  const { verb, text } = questions[what];
  return (
    <ConfirmDialog
      open
      title={`${verb.replace(" person", "")}: ${row.name}?`}
      intent={what}
      hidden={hidden}
      verb={verb}
      keep="Keep as it is"
      tone={what === "suspend" ? "danger" : "primary"}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
