import { Link } from "react-router";
import { MOST_TICKETS_COUNTED, ticketCategoryWords } from "#app/shared/ticket-words.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { ListTabs } from "#app/ui/list-tabs.tsx";
import { AgeText } from "#app/ui/time.tsx";
import { listTickets } from "#worker/domain/support/list.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/tickets";
import "#app/css/calls.css";
import { TicketPriority, TicketStatus } from "./looks.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const list = await listTickets(session, new URL(request.url).searchParams);
  return { ...list, may: { create: session.can("create-support-ticket") } };
}
export const meta = () => [{ title: "Support Ticket - Plumbline" }];

/** What the company has asked the platform. */
export default function Tickets({ loaderData: list }: Route.ComponentProps) {
  const { now, may } = list;
  const add = may.create && (
    <Link className="btn btn-primary" to="/support/create" prefetch="intent">
      <Icon name="plus" />
      New ticket
    </Link>
  );
  return (
    <ListPage
      title="Support Ticket"
      result={list}
      actions={
        <>
          <Link className="btn" to="/support/helps" prefetch="intent">
            <Icon name="book" />
            Helps
          </Link>
          {add}
        </>
      }
      empty={{
        title: "No tickets here",
        text: "Ask whatever you do not find in the helps. We answer here and by mail.",
        ...(add ? { action: add } : {}),
      }}
      rowHref={({ id }) => `/support/show/${id}`}
      rowName={({ number }) => number}
      columns={[
        { key: "number", label: "Number", card: "c-top", as: "code" },
        { key: "subject", label: "Subject", card: "c-name" },
        {
          key: "category",
          label: "Category",
          card: "c-meta",
          show: ({ category }) => ticketCategoryWords[category],
        },
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
          show: ({ status }) => <TicketStatus status={status} isOwn />,
        },
        {
          key: "lastReply",
          label: "Last reply",
          card: "c-due",
          show: ({ lastReplyAt, lastReplyBy }) => (
            <span>
              <AgeText at={lastReplyAt} now={now} />, {lastReplyBy === "staff" ? "support" : "you"}
            </span>
          ),
        },
        { key: "updated", label: "Updated", as: "time", field: "updatedAt", wide: 1 },
      ]}
    >
      <ListTabs label="Tickets" most={MOST_TICKETS_COUNTED} tab={list.tab} tabs={list.tabs} />
    </ListPage>
  );
}
