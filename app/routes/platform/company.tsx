import { refusalOf } from "#app/ui/form.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { PageHead, Tabs } from "#app/ui/page.tsx";
import {
  type CompanyPage,
  type CompanyTab,
  companyPage,
} from "#worker/domain/platform/company-page.ts";
import { staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import type { Route } from "./+types/company";
import { CompanyActivity, CompanyAdmins, CompanyTickets } from "./company-around.tsx";
import { ClosingDialog, ClosingEntries, ClosingNote } from "./company-closing.tsx";
import { companyCommands } from "./company-commands.ts";
import { CompanyDialogs, CompanyEntries } from "./company-dialogs.tsx";
import { CompanyHosts, CompanyProfile, CompanyUsage } from "./company-itself.tsx";
import { CompanyOrders, CompanyRequests, CompanySubscription } from "./company-trade.tsx";
import { CompanyStatus } from "./parts.tsx";
import "#app/css/subscription.css";
import "#app/css/calls.css";
import "#app/css/statics.css";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  companyPage(context.get(staffContext), params.id, new URL(request.url).searchParams);
export const action = staffActions(companyCommands);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.company.name ?? "Company"} - Plumbline` },
];

const labels: Record<CompanyTab, string> = {
  profile: "Profile",
  domains: "Domains",
  usage: "Usage",
  subscription: "Subscription",
  orders: "Orders",
  requests: "Requests",
  tickets: "Tickets",
  admins: "Admins",
  activity: "Activity",
};

/** A company as the platform has it: what it is, what it uses and buys, what it asks for, and who runs it. */
export default function Company({ loaderData: page, actionData }: Route.ComponentProps) {
  const { company, me, shown, tabs, plans } = page;
  const at = (tab: CompanyTab) =>
    tab === "profile" ? `/company/${company.id}` : `/company/${company.id}?tab=${tab}`;
  return (
    <>
      <PageHead
        title={company.name}
        crumbs={[{ label: "Companies", to: "/companies" }, { label: company.host ?? company.slug }]}
        badges={
          <>
            <CompanyStatus company={company} />
            <ClosingNote company={company} />
          </>
        }
        actions={
          <Menu label="More actions" className="btn btn-icon">
            <CompanyEntries company={company} />
            <ClosingEntries company={company} me={me} />
          </Menu>
        }
      />
      <div className="stack">
        <Tabs
          label="Company"
          tabs={tabs.map((tab) => ({
            label: labels[tab],
            to: at(tab),
            current: tab === shown.tab,
          }))}
        />
        <Shown page={page} />
      </div>
      <CompanyDialogs rows={[company]} plans={plans} problem={refusalOf(actionData)} />
      <ClosingDialog rows={[company]} problem={refusalOf(actionData)} />
    </>
  );
}

function Shown({ page }: { page: CompanyPage }) {
  const { company, shown, now, seesLog } = page;
  switch (shown.tab) {
    case "profile":
      return <CompanyProfile company={company} />;
    case "domains":
      return <CompanyHosts hosts={shown.hosts} />;
    case "usage":
      return <CompanyUsage days={shown.days} limits={shown.live[0]?.limits ?? {}} />;
    case "subscription":
      return (
        <CompanySubscription
          company={company}
          live={shown.live[0]}
          log={seesLog ? shown.log : []}
        />
      );
    case "orders":
      return <CompanyOrders company={company} orders={shown.orders} />;
    case "requests":
      return <CompanyRequests company={company} {...shown} now={now} />;
    case "tickets":
      return <CompanyTickets company={company} tickets={shown.tickets} now={now} />;
    case "admins":
      return <CompanyAdmins company={company} admins={shown.admins} />;
    case "activity":
      return <CompanyActivity company={company} activity={shown.activity} />;
  }
}
