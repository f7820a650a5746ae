import { plural } from "#app/shared/plural.ts";
import { MOST_TICKETS_COUNTED, ticketPriorities } from "#app/shared/ticket-words.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { AgeText } from "#app/ui/time.tsx";
import {
  assigneeWords,
  listStaffTickets,
  ticketAges,
} from "#worker/domain/support/staff-tickets.ts";
import { staffContext } from "#worker/web/context.ts";
import { ageColumn, companyColumn } from "../platform/columns.tsx";
import type { Route } from "./+types/staff-tickets";
import "#app/css/calls.css";
import { TicketPriority, TicketStatus } from "./looks.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(staffContext);
  const list = await listStaffTickets(session, new URL(request.url).searchParams);
  return {
    ...list,
    seesCompanies: session.may("manage-company"),
    assignees: [
      { value: assigneeWords.me, label: "Me" },
      { value: assigneeWords.nobody, label: "Nobody" },
      ...list.people,
    ],
    ages: ticketAges.map((days) => ({
      value: days,
      label: plural(Number(days), "1 day or more", "{n} days or more"),
    })),
  };
}
export const meta = () => [{ title: "Support Ticket - Plumbline" }];

/** Questions of all companies. */
export default function StaffTickets({ loaderData: list }: Route.ComponentProps) {
  const { now, company } = list;
  const here = list.rows.map(({ companyId, companyName }) => ({
    value: companyId,
    label: companyName,
  }));
  const companies = [
    ...new Map([...here, ...(company ? [company] : [])].map((one) => [one.value, one])).values(),
  ];
  return (
    <ListPage
      title="Support Ticket"
      result={list}
      filters={[
        { key: "priority", label: "Priority", options: ticketPriorities },
        { key: "assignee", label: "Assigned to", options: list.assignees },
        { key: "company", label: "Company", options: companies },
        { key: "age", label: "Age", options: list.ages },
      ]}
      empty={{ title: "No tickets here", text: "What companies ask stands here by its status." }}
      rowHref={({ id }) => `/admin/support/show/${id}`}
      rowName={({ number }) => number}
      columns={[
        { key: "number", label: "Number", card: "c-top", as: "code" },
        { key: "subject", label: "Subject", card: "c-name" },
        { ...companyColumn(list.seesCompanies), card: "c-meta" },
        {
          key: "priority",
          label: "Priority",
          card: "c-hide",
          show: ({ priority }) => <TicketPriority of={priority} />,
        },
        {
          key: "status",
          label: "Status",
          card: "c-state",
          show: ({ status }) => <TicketStatus status={status} />,
        },
        {
          key: "assignee",
          label: "Assigned to",
          show: ({ assigneeName }) => assigneeName ?? <span className="quiet">Nobody</span>,
        },
        ageColumn(now),
        {
          key: "lastReply",
          label: "Last reply",
          card: "c-due",
          show: ({ lastReplyAt, lastReplyBy }) => (
            <span>
              <AgeText at={lastReplyAt} now={now} />,{" "}
              {lastReplyBy === "staff" ? "staff" : "company"}
            </span>
          ),
        },
      ]}
    >
      <ListTabs label="Tickets" most={MOST_TICKETS_COUNTED} tab={list.tab} tabs={list.tabs} />
    </ListPage>
  );
}
