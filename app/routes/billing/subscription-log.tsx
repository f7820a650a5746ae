import { Link } from "react-router";
import { choicesOf } from "#app/shared/choices-of.ts";
import { eventWords, stateText } from "#app/shared/subscription-words.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import { listSubscriptionLog } from "#worker/domain/billing/staff-orders.ts";
import { staffContext } from "#worker/web/context.ts";
import { CompanyLink } from "../platform/company-link.tsx";
import { searchPlatform } from "../platform/search-choices.ts";
import type { Route } from "./+types/subscription-log";

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = context.get(staffContext);
  return {
    ...(await listSubscriptionLog(session, new URL(request.url).searchParams)),
    seesCompanies: session.may("manage-company"),
  };
}
export const meta = () => [{ title: "Subscription Log - Plumbline" }];

const dash = <span className="quiet">–</span>;

/** What has happened to subscriptions, newest first. */
export default function SubscriptionLog({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Subscription Log"
      result={loaderData}
      filters={[
        { key: "event", label: "Event", options: choicesOf(eventWords) },
        {
          key: "company",
          label: "Company",
          load: searchPlatform("companies"),
          selected: loaderData.company,
        },
      ]}
      exportHref="/subscription-log/export.csv"
      empty={{
        title: "Nothing has happened yet",
        text: "Each payment, extension and change of a company's subscription is kept here.",
      }}
      columns={[
        { key: "at", label: "Time", card: "c-due", as: "time" },
        {
          key: "company",
          label: "Company",
          card: "c-name",
          show: ({ companyId: id, companyName: name }) => (
            <CompanyLink company={{ id, name }} may={loaderData.seesCompanies} />
          ),
        },
        {
          key: "event",
          label: "Event",
          card: "c-state",
          show: (row) => eventWords[row.event],
        },
        {
          key: "change",
          label: "Before → after",
          card: "c-meta",
          long: true,
          show: (row) =>
            [stateText(row.before), stateText(row.after)].filter(Boolean).join(" → ") || dash,
        },
        {
          key: "order",
          label: "Order",
          card: "c-top",
          show: (row) =>
            row.orderId ? (
              <Link className="code" to={`/order/${row.orderId}`}>
                {row.orderNumber}
              </Link>
            ) : (
              dash
            ),
        },
        { key: "actorName", label: "Who" },
        { key: "reason", label: "Reason", long: true },
      ]}
    />
  );
}
