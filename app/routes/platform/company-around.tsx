import { Link } from "react-router";
import { actionText } from "#app/shared/activity-words.ts";
import { kindText } from "#app/shared/kind-words.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import type { CompanyPage, CompanyRows } from "#worker/domain/platform/company-page.ts";
import { lastSignIn, StatusBadge } from "../people/words.tsx";
import { doorText } from "../records/words.ts";
import { TicketPriority, TicketStatus } from "../support/looks.tsx";
import { ageColumn } from "./columns.tsx";

type Of<T extends CompanyRows["tab"]> = Extract<CompanyRows, { tab: T }>;
type Company = { company: CompanyPage["company"] };

/** What the company asks the platform, newest first. */
export function CompanyTickets({
  company,
  tickets,
  now,
}: Company & Pick<Of<"tickets">, "tickets"> & { now: number }) {
  if (!tickets.length)
    return <EmptyState title="No tickets" text="What a company asks the platform stands here." />;
  return (
    <Panel
      title="Tickets"
      flush
      actions={<Link to={`/admin/supports?company=${company.id}`}>All tickets</Link>}
    >
      <DataTable
        label="Tickets"
        rows={tickets}
        sticky={false}
        rowHref={(row) => `/admin/support/show/${row.id}`}
        rowName={(row) => row.number}
        columns={[
          { key: "number", label: "Number", card: "c-top", as: "code" },
          { key: "subject", label: "Subject", card: "c-name" },
          {
            key: "priority",
            label: "Priority",
            show: (row) => <TicketPriority of={row.priority} />,
          },
          {
            key: "status",
            label: "Status",
            card: "c-state",
            show: (row) => <TicketStatus status={row.status} />,
          },
          { ...ageColumn(now), card: "c-due" },
        ]}
      />
    </Panel>
  );
}

/** Who runs the company, by name. */
export function CompanyAdmins({ company, admins }: Company & Pick<Of<"admins">, "admins">) {
  const invite = `/admins?company=${company.id}&do=invite`;
  if (!admins.length)
    return (
      <EmptyState
        title="No Admins known yet"
        text="The company's shard tells of them whenever one changes, and each night."
        action={<Link to={invite}>Invite an Admin</Link>}
      />
    );
  return (
    <Panel
      title="Admins"
      flush
      actions={
        <>
          <Link to={invite}>Invite an Admin</Link>
          <Link to={`/admins?company=${company.id}`}>All its Admins</Link>
        </>
      }
    >
      <DataTable
        label="Admins"
        rows={admins}
        sticky={false}
        columns={[
          {
            key: "name",
            label: "Name",
            card: "c-name",
            show: (row) =>
              row.userId === company.ownerUserId ? (
                <>
                  {row.name} <span className="quiet">Owner</span>
                </>
              ) : (
                row.name
              ),
          },
          { key: "email", label: "E-mail", card: "c-meta", long: true },
          {
            key: "status",
            label: "Status",
            card: "c-state",
            show: (row) => <StatusBadge status={row.status} />,
          },
          lastSignIn,
        ]}
      />
    </Panel>
  );
}

/** What has happened on the platform that is about the company, newest first. */
export function CompanyActivity({ company, activity }: Company & Pick<Of<"activity">, "activity">) {
  const all = `/super-admin/activity-logs?company=${company.id}`;
  if (!activity.length)
    return (
      <EmptyState
        title="Nothing has happened yet"
        text="What staff do to the company is kept here."
      />
    );
  return (
    <Panel title="Platform activity" flush actions={<Link to={all}>All activity</Link>}>
      <DataTable
        label="Platform activity"
        rows={activity}
        sticky={false}
        rowName={(row) => actionText(row)}
        columns={[
          { key: "at", label: "Time", card: "c-top", as: "time" },
          {
            key: "person",
            label: "Who",
            card: "c-due",
            show: (row) => (
              <>
                {row.actorName} <span className="quiet">{doorText(row)}</span>
              </>
            ),
          },
          {
            key: "action",
            label: "What",
            card: "c-state",
            show: (row) => <Link to={`${all}&entry=${row.id}`}>{actionText(row)}</Link>,
          },
          {
            key: "record",
            label: "Record",
            card: "c-name",
            show: (row) => row.entityLabel || kindText(row.entityKind),
          },
          { key: "reason", label: "Reason", card: "c-meta", long: true },
        ]}
      />
    </Panel>
  );
}
