import { Link } from "react-router";
import { ConfirmDialog, FormDialog } from "#app/ui/dialog.tsx";
import { EmailField, SelectField, TextField } from "#app/ui/fields.tsx";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import { listStaff, staffCommands } from "#worker/domain/platform/staff.ts";
import type { StaffSession } from "#worker/session.ts";
import { type Asked, staffActions, type Values } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import { lastSignIn, StatusBadge, statuses } from "../people/words.tsx";
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

export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = useDialog();
  const invite = (
    <Link className="btn btn-primary" to={to({ do: "invite" })} preventScrollReset>
      <Icon name="plus" />
      Invite staff
    </Link>
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
          { key: "name", label: "Name", card: "c-name", sortable: true },
          { key: "email", label: "E-mail", card: "c-meta", long: true },
          { key: "role", label: "Role", card: "c-top", field: "roleName" },
          {
            key: "status",
            label: "Status",
            card: "c-state",
            show: (row) => <StatusBadge status={row.status} />,
          },
          {
            key: "two",
            label: "Two-factor",
            show: (row) => (row.hasTwoFactors ? "On" : <span className="quiet">Not set up</span>),
          },
          lastSignIn,
        ]}
        rowActions={(row) => row.id !== loaderData.me && <StaffMenu row={row} />}
      />
      <StaffDialog data={loaderData} problem={refusalOf(actionData)} />
    </>
  );
}

function StaffMenu({ row }: { row: Row }) {
  const dialog = useDialog();
  const to = (what: string) => dialog.to({ do: what, person: row.id });
  const works = row.status === "active" || row.status === "invited";
  return (
    <RowMenu label={`Actions for ${row.name}`}>
      <MenuLink to={to("role")} icon="shield">
        Change role
      </MenuLink>
      {works && (
        <>
          <MenuLink to={to("send-link")} icon="mail">
            {row.status === "invited" ? "Send invitation again" : "Send reset link"}
          </MenuLink>
          <MenuLink to={to("sign-out")} icon="out">
            Sign out everywhere
          </MenuLink>
          {row.hasTwoFactors === 1 && (
            <MenuLink to={to("new-factors")} icon="lock">
              Allow new second factor
            </MenuLink>
          )}
          <MenuLink to={to("suspend")} icon="pause" danger>
            Suspend
          </MenuLink>
        </>
      )}
      {!works && (
        <MenuLink to={to("reactivate")} icon="refresh">
          Reactivate
        </MenuLink>
      )}
    </RowMenu>
  );
}

const questions: Record<string, { verb: string; text: string; asksProof?: true }> = {
  suspend: {
    verb: "Suspend person",
    text: "They are signed out at once and cannot sign in until they are reactivated.",
  },
  reactivate: { verb: "Reactivate person", text: "They can sign in again with the role they had." },
  "send-link": { verb: "Send link", text: "The link sent before no longer works." },
  "new-factors": {
    verb: "Allow",
    text: "Only where they have asked for it at their sign-in, and you have spoken to them. They get a letter with a link that works a day after they asked.",
    asksProof: true,
  },
  "sign-out": { verb: "Sign out everywhere", text: "Every session of theirs ends at once." },
};

/** The dialog the address has open: `do` says which, `person` on whom. */
function StaffDialog({ data, problem }: { data: Data; problem: Refused | undefined }) {
  const { asked, shown } = useDialog();
  const what = asked("do");
  const row = useOpenedRow("person", data.rows);
  const dialog = { ...shown, problem };
  const role = (
    <SelectField
      name="roleId"
      label="Role"
      options={data.roles}
      required
      hint="A role with rights you do not have is refused."
    />
  );
  if (what === "invite")
    return (
      <FormDialog
        {...dialog}
        title="Invite staff"
        verb="Send invitation"
        hidden={{ intent: "invite" }}
      >
        <TextField name="name" label="Name" required maxLength={100} autoFocus autoComplete="off" />
        <EmailField name="email" label="E-mail" required autoComplete="off" />
        <TextField name="phone" label="Phone" type="tel" maxLength={30} autoComplete="off" />
        {role}
      </FormDialog>
    );
  if (!row) return null;
  const hidden = { person: row.id };
  if (what === "role")
    return (
      <FormDialog
        {...dialog}
        key={row.id}
        title={`Role of ${row.name}`}
        verb="Save role"
        hidden={{ ...hidden, intent: "role" }}
        values={{ roleId: row.roleId }}
      >
        {role}
      </FormDialog>
    );
  const question = Object.hasOwn(questions, what) ? questions[what] : undefined;
  if (!question) return null;
  const { verb, text, asksProof } = question;
  return (
    <ConfirmDialog
      {...dialog}
      key={`${what} ${row.id}`}
      title={`${verb.replace(" person", "")}: ${row.name}?`}
      intent={what}
      hidden={hidden}
      verb={verb}
      keep="Keep as it is"
      tone={what === "suspend" ? "danger" : "primary"}
    >
      <p>{text}</p>
      {asksProof && <ProofFields />}
    </ConfirmDialog>
  );
}
