import type { ReactNode } from "react";
import { Link } from "react-router";
import { serviceTypeWords, typeWord } from "#app/shared/person-words.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Badge } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { PeopleList } from "#worker/domain/people/list.ts";
import { searchChoices } from "../masters/choices.ts";
import type { PersonRules } from "./person-fields.tsx";
import { lastSignIn, StatusBadge, statuses, types } from "./words.tsx";

type PeopleData = PeopleList & {
  me: string;
  may: {
    invite: boolean;
    edit: boolean;
    leave: boolean;
    withdraw: boolean;
    export: boolean;
    reactivate: boolean;
  };
  rules: PersonRules;
  /** How many the plan allows, and how many there are. */
  limit: { most: number | null; now: number };
};
type Row = PeopleData["rows"][number];

/** The ways to invite people, for the head of the page. */
export function InviteLinks() {
  const { to } = useDialog();
  return (
    <>
      <Link className="btn" to={to({ do: "invite-many" })} preventScrollReset>
        Invite many
      </Link>
      <Link className="btn btn-primary" to={to({ do: "invite" })} preventScrollReset>
        <Icon name="plus" />
        Invite person
      </Link>
    </>
  );
}

/** The people of the company: the same list on Users and on Teams. */
export function PeopleTable({
  data,
  head,
  children,
}: {
  data: PeopleData;
  head: boolean;
  children?: ReactNode;
}) {
  const { may, limit } = data;
  const full = limit.most !== null && limit.now >= limit.most;
  const actions = may.invite && <InviteLinks />;
  return (
    <ListPage
      title="Users"
      head={head}
      result={data}
      searchLabel="Name, e-mail or code"
      {...(head ? { actions } : {})}
      {...(may.export ? { exportHref: "/users/export.csv" } : {})}
      filters={[
        { key: "type", label: "Type", options: types },
        { key: "status", label: "Status", options: statuses },
        { key: "team", label: "Team", load: searchChoices("teams"), selected: data.chosen.team },
        {
          key: "department",
          label: "Location",
          load: searchChoices("locations"),
          selected: data.chosen.department,
        },
      ]}
      empty={{
        title: "Nobody else yet",
        text: "People get an invitation by mail and choose their own password.",
        action: actions,
      }}
      columns={[
        { key: "name", label: "Name", card: "c-name", sortable: true },
        { key: "email", label: "E-mail", card: "c-meta", long: true },
        {
          key: "type",
          label: "Type",
          card: "c-top",
          show: (row) =>
            row.type === "admin" ? (
              <Badge tone="info" icon="shield" calm>
                Admin
              </Badge>
            ) : (
              typeWord(row.type)
            ),
        },
        {
          key: "serviceType",
          label: "Service type",
          optional: true,
          show: (row) => serviceTypeWords[row.serviceType],
        },
        {
          key: "department",
          label: "Location",
          show: (row) => row.departmentName ?? <span className="quiet">–</span>,
        },
        {
          key: "teams",
          label: "Teams",
          show: (row) => row.teams.join(", ") || <span className="quiet">–</span>,
        },
        {
          key: "status",
          label: "Status",
          card: "c-state",
          show: (row) => <StatusBadge status={row.status} />,
        },
        lastSignIn,
      ]}
      rowHref={(row) => `/user/detail/${row.id}`}
      rowActions={(row) => <PersonMenu row={row} data={data} />}
    >
      {children}
      {full && may.invite && (
        <p className="muted">
          Your plan allows {limit.most} people; there are {limit.now}.
        </p>
      )}
    </ListPage>
  );
}

function PersonMenu({ row, data: { me, may, beyond } }: { row: Row; data: PeopleData }) {
  const dialog = useDialog();
  const to = (what: string) => dialog.to({ do: what, person: row.id });
  const isWithin = !beyond.includes(row.id);
  const isMe = row.id === me;
  const isInvited = row.status === "invited";
  const works = row.status === "active" || isInvited;
  return (
    <RowMenu label={`Actions for ${row.name}`}>
      <MenuLink to={`/user/detail/${row.id}`} icon="user">
        Open
      </MenuLink>
      {may.edit && (
        <>
          <MenuLink to={to("edit")} icon="edit">
            Edit
          </MenuLink>
          <MenuLink to={`/user/permission/${row.id}`} icon="shield">
            Permissions and Locations
          </MenuLink>
        </>
      )}
      {may.edit && isWithin && works && (
        <MenuLink to={to("send-link")} icon="mail">
          {isInvited ? "Send invitation again" : "Send reset link"}
        </MenuLink>
      )}
      {may.edit && isWithin && row.status === "active" && (
        <MenuLink to={to("sign-out")} icon="out">
          Sign out everywhere
        </MenuLink>
      )}
      {may.reactivate && !works && (
        <MenuLink to={to("reactivate")} icon="refresh">
          Reactivate
        </MenuLink>
      )}
      {may.withdraw && isWithin && isInvited && !isMe && (
        <MenuLink to={to("withdraw")} icon="x" danger>
          Withdraw invitation
        </MenuLink>
      )}
      {may.edit && isWithin && !isMe && works && (
        <MenuLink to={to("suspend")} icon="pause" danger>
          Suspend
        </MenuLink>
      )}
      {may.leave && isWithin && !isMe && row.status !== "left" && (
        <MenuLink to={`/user/detail/${row.id}?do=leave&person=${row.id}`} icon="archive" danger>
          Mark as left
        </MenuLink>
      )}
    </RowMenu>
  );
}
