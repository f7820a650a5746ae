import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { Badge } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { PeopleList } from "#worker/domain/people/list.ts";
import { loadChoices } from "./choice-of.tsx";
import { doing } from "./person-dialogs.tsx";
import type { PersonRules } from "./person-fields.tsx";
import { StatusBadge, serviceTypes, statuses, types, typeWord } from "./words.tsx";

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
  const at = useLocation();
  const { may, limit } = data;
  const full = limit.most !== null && limit.now >= limit.most;
  const actions = may.invite && (
    <>
      <Link className="btn" to={doing(at, "invite-many")} preventScrollReset>
        Invite many
      </Link>
      <Link className="btn btn-primary" to={doing(at, "invite")} preventScrollReset>
        <Icon name="plus" />
        Invite person
      </Link>
    </>
  );
  return (
    <ListPage
      title="Users"
      head={head}
      result={data}
      searchLabel="Name, e-mail or code"
      actions={actions}
      {...(may.export ? { exportHref: "/users/export.csv" } : {})}
      filters={[
        { key: "type", label: "Type", options: types },
        { key: "status", label: "Status", options: statuses },
        { key: "team", label: "Team", load: loadChoices.teams!, selected: data.chosen.team },
        {
          key: "department",
          label: "Location",
          load: loadChoices.locations!,
          selected: data.chosen.department,
        },
      ]}
      empty={{
        title: "Nobody else yet",
        text: "People get an invitation by mail and choose their own password.",
        action: actions,
      }}
      columns={[
        {
          key: "name",
          label: "Name",
          card: "c-name",
          sortable: true,
          show: (row) => row.name,
        },
        { key: "email", label: "E-mail", card: "c-meta", show: (row) => row.email },
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
          card: "c-hide",
          optional: true,
          show: (row) => serviceTypes[row.serviceType],
        },
        {
          key: "department",
          label: "Location",
          card: "c-hide",
          keep: true,
          show: (row) => row.departmentName ?? <span className="quiet">–</span>,
        },
        {
          key: "teams",
          label: "Teams",
          card: "c-hide",
          show: (row) => row.teams.join(", ") || <span className="quiet">–</span>,
        },
        {
          key: "status",
          label: "Status",
          card: "c-state",
          show: (row) => <StatusBadge status={row.status} />,
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
  const at = useLocation();
  const isWithin = !beyond.includes(row.id);
  const isMe = row.id === me;
  const item = (
    what: string,
    icon: Parameters<typeof Icon>[0]["name"],
    text: string,
    danger = false,
  ) => (
    <Link
      className={danger ? "menu-item danger" : "menu-item"}
      to={doing(at, what, row.id)}
      preventScrollReset
    >
      <Icon name={icon} />
      {text}
    </Link>
  );
  const works = row.status === "active" || row.status === "invited";
  return (
    <Menu label={`Actions for ${row.name}`}>
      <Link className="menu-item" to={`/user/detail/${row.id}`}>
        <Icon name="user" />
        Open
      </Link>
      {may.edit && item("edit", "edit", "Edit")}
      {may.edit && (
        <Link className="menu-item" to={`/user/permission/${row.id}`}>
          <Icon name="shield" />
          Permissions and Locations
        </Link>
      )}
      {may.edit &&
        isWithin &&
        works &&
        item(
          "send-link",
          "mail",
          row.status === "invited" ? "Send invitation again" : "Send reset link",
        )}
      {may.edit &&
        isWithin &&
        row.status === "active" &&
        item("sign-out", "out", "Sign out everywhere")}
      {may.reactivate && !works && item("reactivate", "refresh", "Reactivate")}
      {may.withdraw &&
        isWithin &&
        row.status === "invited" &&
        !isMe &&
        item("withdraw", "x", "Withdraw invitation", true)}
      {may.edit && isWithin && !isMe && works && item("suspend", "pause", "Suspend", true)}
      {may.leave && isWithin && !isMe && row.status !== "left" && (
        <Link className="menu-item danger" to={`/user/detail/${row.id}?do=leave&person=${row.id}`}>
          <Icon name="archive" />
          Mark as left
        </Link>
      )}
    </Menu>
  );
}
