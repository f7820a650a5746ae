import { choicesOf } from "#app/shared/choices-of.ts";
import { eventWords } from "#app/shared/subscription-words.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { listSubscriptionLog } from "#worker/domain/billing/staff-orders.ts";
import { staffContext } from "#worker/web/context.ts";
import { companyColumn } from "../platform/columns.tsx";
import { companyFilter } from "../platform/search-choices.ts";
import type { Route } from "./+types/subscription-log";
import { changeColumn, orderColumn } from "./columns.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(staffContext);
  return {
    ...(await listSubscriptionLog(session, new URL(request.url).searchParams)),
    seesCompanies: session.may("manage-company"),
  };
}
export const meta = () => [{ title: "Subscription Log - Plumbline" }];

/** What has happened to subscriptions, newest first. */
export default function SubscriptionLog({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Subscription Log"
      result={loaderData}
      filters={[
        { key: "event", label: "Event", options: choicesOf(eventWords) },
        companyFilter(loaderData.company),
      ]}
      exportHref="/subscription-log/export.csv"
      empty={{
        title: "Nothing has happened yet",
        text: "Each payment, extension and change of a company's subscription is kept here.",
      }}
      columns={[
        { key: "at", label: "Time", card: "c-due", as: "time" },
        { ...companyColumn(loaderData.seesCompanies), card: "c-name" },
        {
          key: "event",
          label: "Event",
          card: "c-state",
          show: (row) => eventWords[row.event],
        },
        { ...changeColumn, long: true },
        orderColumn,
        { key: "actorName", label: "Who" },
        { key: "reason", label: "Reason", long: true },
      ]}
    />
  );
}
