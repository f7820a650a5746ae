import { Link } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/fields.tsx";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Badge } from "#app/ui/page.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { useDialog, useOpenedRow } from "#app/ui/use-dialog.ts";
import { adminCommands, listAdmins } from "#worker/domain/platform/admins.ts";
import { inviteAdmin } from "#worker/domain/platform/invite-admin.ts";
import type { StaffSession } from "#worker/session.ts";
import { type Asked, staffActions, type Values } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import { lastSignIn, StatusBadge, statuses } from "../people/words.tsx";
import type { Route } from "./+types/admins";
import { companyColumn } from "./columns.tsx";
import { InviteDialog } from "./invite-admin.tsx";
import { companyFilter } from "./search-choices.ts";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  listAdmins(context.get(staffContext), new URL(request.url).searchParams);
export const action = staffActions({
  ...Object.fromEntries(
    Object.entries(adminCommands).map(([intent, command]) => [
      intent,
      ({ session, visit }: Asked<StaffSession>, { person = "", ...values }: Values) =>
        command(session, visit.env, person, values),
    ]),
  ),
  invite: ({ session, visit }: Asked<StaffSession>, values: Values) =>
    inviteAdmin(session, visit.env, values),
});
export const meta = () => [{ title: "Admins - Plumbline" }];

type Row = Route.ComponentProps["loaderData"]["rows"][number];

/** The Admins of all companies, and what staff do for them. */
export default function Admins({ loaderData, actionData }: Route.ComponentProps) {
  const { to } = useDialog();
  const invite = (
    <Link className="btn btn-primary" to={to({ do: "invite" })} preventScrollReset>
      <Icon name="plus" />
      Invite Admin
    </Link>
  );
  return (
    <>
      <ListPage
        title="Admins"
        result={loaderData}
        searchLabel="Name or e-mail"
        filters={[
          { key: "status", label: "Status", options: statuses },
          companyFilter(loaderData.company),
        ]}
        actions={invite}
        empty={{
          title: "No Admins known yet",
          text: "Companies tell of their Admins whenever one changes, and each night.",
          action: invite,
        }}
        columns={[
          {
            key: "name",
            label: "Name",
            card: "c-name",
            sortable: true,
            show: (row) =>
              row.isOwner ? (
                <>
                  {row.name} <span className="quiet">Owner</span>
                </>
              ) : (
                row.name
              ),
          },
          { key: "email", label: "E-mail", card: "c-meta", long: true },
          { ...companyColumn(true), card: "c-top" },
          {
            key: "status",
            label: "Status",
            card: "c-state",
            wraps: true,
            show: (row) => (
              <span className="chips">
                <StatusBadge status={row.status} />
                {row.refusal && (
                  <Badge tone="amber" icon="alert">
                    Refused: {row.refusal}
                  </Badge>
                )}
              </span>
            ),
          },
          { key: "phone", label: "Phone", optional: true },
          lastSignIn,
        ]}
        rowActions={(row) => row.status !== "left" && <AdminMenu row={row} />}
      />
      <AdminDialog rows={loaderData.rows} problem={refusalOf(actionData)} />
      <InviteDialog company={loaderData.company} problem={refusalOf(actionData)} />
    </>
  );
}

function AdminMenu({ row }: { row: Row }) {
  const dialog = useDialog();
  const to = (what: string) => dialog.to({ do: what, person: row.id });
  if (row.status === "suspended")
    return (
      <RowMenu label={`Actions for ${row.name}`}>
        <MenuLink to={to("reactivate")} icon="refresh">
          Reactivate
        </MenuLink>
      </RowMenu>
    );
  return (
    <RowMenu label={`Actions for ${row.name}`}>
      <MenuLink to={to("send-link")} icon="mail">
        {row.status === "invited" ? "Send invitation again" : "Send reset link"}
      </MenuLink>
      {row.status === "active" && !row.isOwner && (
        <MenuLink to={to("make-owner")} icon="shield">
          Make owner
        </MenuLink>
      )}
      {row.status === "active" && row.isLastActive && (
        <MenuLink to={to("new-factors")} icon="lock">
          Allow new second factor
        </MenuLink>
      )}
      {row.isLastActive ? (
        <button
          className="menu-item danger"
          type="button"
          disabled
          title="The last active Admin of a company is not suspended"
        >
          Suspend
        </button>
      ) : (
        <MenuLink to={to("suspend")} icon="pause" danger>
          Suspend
        </MenuLink>
      )}
    </RowMenu>
  );
}

type Question = { title: string; verb: string; text: string };
const questions: Record<keyof typeof adminCommands, Question> = {
  "send-link": {
    title: "Send {name} a link?",
    verb: "Send link",
    text: "{company} sends it to {email}. The link sent before no longer works.",
  },
  suspend: {
    title: "Suspend {name}?",
    verb: "Suspend Admin",
    text: "They are signed out of {company} at once and cannot sign in until they are reactivated.",
  },
  reactivate: {
    title: "Reactivate {name}?",
    verb: "Reactivate Admin",
    text: "They can sign in to {company} again.",
  },
  "new-factors": {
    title: "Allow {name} a new second factor?",
    verb: "Allow",
    text: "Only where they have asked for it at their sign-in, and you have made sure who they are. {name} gets a letter with a link that works three days after they asked.",
  },
  "make-owner": {
    title: "Make {name} the owner?",
    verb: "Make owner",
    text: "The platform turns to {name} as the owner of {company}. The owner of now stays an Admin.",
  },
};

/** The dialog the address has open: `do` says which, `person` on whom. */
function AdminDialog({ rows, problem }: { rows: Row[]; problem: Refused | undefined }) {
  const { asked, shown } = useDialog();
  const what = asked("do");
  const row = useOpenedRow("person", rows);
  if (!row || !Object.hasOwn(questions, what)) return null;
  const { title, verb, text } = questions[what as keyof typeof questions];
  const told = (words: string) =>
    words
      .replaceAll("{name}", row.name)
      .replaceAll("{company}", row.companyName)
      .replaceAll("{email}", row.email);
  return (
    <ConfirmDialog
      {...shown}
      key={`${what} ${row.id}`}
      title={told(title)}
      intent={what}
      hidden={{ person: row.id }}
      verb={verb}
      keep="Keep as it is"
      tone={what === "suspend" ? "danger" : "primary"}
      problem={problem?.values?.intent === what ? problem : undefined}
    >
      <p>{told(text)}</p>
      {what !== "send-link" && (
        <TextArea name="reason" label="Reason" required maxLength={500} rows={2} />
      )}
      {(what === "suspend" || what === "new-factors") && <ProofFields label="Password" />}
    </ConfirmDialog>
  );
}
