import { Link } from "react-router";
import {
  billingWords,
  eventWords,
  subscriptionStatusWords,
} from "#app/shared/subscription-words.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { DefinitionList, Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { CompanyPage, CompanyRows } from "#worker/domain/platform/company-page.ts";
import { changeColumn, orderColumn, statusColumn, totalColumn } from "../billing/columns.tsx";
import { RequestBadge } from "../billing/words.tsx";
import { DomainBadge, domainKinds } from "../domains/words.tsx";
import { ageColumn } from "./columns.tsx";

type Of<T extends CompanyRows["tab"]> = Extract<CompanyRows, { tab: T }>;
type Company = { company: CompanyPage["company"] };

type SubscriptionProps = Company & {
  live: Of<"subscription">["live"][number] | undefined;
  log: Of<"subscription">["log"];
};

/** What the company may use until when, and what has happened to that. */
export function CompanySubscription({ company, live, log }: SubscriptionProps) {
  return (
    <>
      {live ? (
        <Panel title={live.planName}>
          <DefinitionList
            entries={[
              ["State", subscriptionStatusWords[live.status]],
              ["Billing", billingWords[live.billing]],
              ["Until", <DateText key="until" on={live.currentPeriodEnd} />],
              ["Days of grace", live.graceDays],
              ["Smaller plan from", live.nextFrom && <DateText key="next" on={live.nextFrom} />],
            ]}
          />
        </Panel>
      ) : (
        <EmptyState
          title="No subscription"
          text="The company works without a plan, without limits and without an end."
        />
      )}
      {log.length > 0 && (
        <Panel
          title="Log"
          flush
          actions={<Link to={`/subscription-log?company=${company.id}`}>All events</Link>}
        >
          <DataTable
            label="Log of the subscription"
            rows={log}
            sticky={false}
            rowName={(row) => eventWords[row.event]}
            columns={[
              { key: "at", label: "Time", card: "c-due", as: "time", keep: true },
              {
                key: "event",
                label: "Event",
                card: "c-name",
                show: (row) => eventWords[row.event],
              },
              changeColumn,
              orderColumn,
              { key: "actorName", label: "Who", keep: true },
              { key: "reason", label: "Reason", clip: true },
            ]}
          />
        </Panel>
      )}
    </>
  );
}

/** What the company has ordered, newest first. */
export function CompanyOrders({ company, orders }: Company & Pick<Of<"orders">, "orders">) {
  if (!orders.length)
    return (
      <EmptyState title="No orders yet" text="A company orders a plan on its page Subscription." />
    );
  return (
    <Panel
      title="Orders"
      flush
      actions={<Link to={`/orders?company=${company.id}`}>All orders</Link>}
    >
      <DataTable
        label="Orders"
        rows={orders}
        sticky={false}
        rowHref={(row) => `/order/${row.id}`}
        rowName={(row) => row.number}
        columns={[
          { key: "number", label: "Number", card: "c-name", as: "code" },
          { key: "planName", label: "Plan", card: "c-meta" },
          { ...totalColumn, card: "c-due" },
          statusColumn,
          { key: "createdAt", label: "Ordered at", as: "time" },
        ]}
      />
    </Panel>
  );
}

type RequestsProps = Company & Pick<Of<"requests">, "upgrades" | "hosts"> & { now: number };

/** What the company wishes for: another plan, another host. */
export function CompanyRequests({ company, upgrades, hosts, now }: RequestsProps) {
  if (!upgrades.length && !hosts.length)
    return (
      <EmptyState
        title="No requests"
        text="A company asks for another plan, or for another host, in its own settings."
      />
    );
  return (
    <>
      {upgrades.length > 0 && (
        <Panel
          title="Upgrade requests"
          flush
          actions={<Link to={`/upgrade-requests?company=${company.id}`}>All upgrade requests</Link>}
        >
          <DataTable
            label="Upgrade requests"
            rows={upgrades.map(({ request, ...names }) => ({ ...request, ...names }))}
            sticky={false}
            rowName={(row) => row.toPlan}
            columns={[
              {
                key: "plans",
                label: "From → to",
                card: "c-name",
                show: (row) => `${row.fromPlan ?? "No plan"} → ${row.toPlan}`,
              },
              {
                key: "billing",
                label: "Billing",
                card: "c-meta",
                show: (row) => billingWords[row.billing],
              },
              {
                key: "state",
                label: "State",
                card: "c-state",
                show: (row) => <RequestBadge status={row.status} />,
              },
              { ...ageColumn(now), card: "c-due" },
            ]}
          />
        </Panel>
      )}
      {hosts.length > 0 && (
        <Panel
          title="Domain requests"
          flush
          actions={<Link to={`/request-domains?company=${company.id}`}>All domain requests</Link>}
        >
          <DataTable
            label="Domain requests"
            rows={hosts}
            sticky={false}
            rowName={(row) => row.hostname}
            columns={[
              { key: "hostname", label: "Host", card: "c-name", as: "code" },
              {
                key: "kind",
                label: "Kind",
                card: "c-meta",
                show: (row) => domainKinds[row.kind],
              },
              { key: "requesterName", label: "Asked by", card: "c-top" },
              {
                key: "state",
                label: "State",
                card: "c-state",
                show: (row) => <DomainBadge status={row.status} />,
              },
              { ...ageColumn(now), card: "c-due" },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
