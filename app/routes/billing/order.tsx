import { orderRules } from "#app/shared/flows/orders.ts";
import {
  billingWords,
  gatewayWords,
  outcomeWords,
  toldWords,
} from "#app/shared/subscription-words.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { refusalOf } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { DateText, TimeText } from "#app/ui/time.tsx";
import { orderFlow } from "#worker/domain/billing/order-flow.ts";
import { findOrder } from "#worker/domain/billing/staff-orders.ts";
import type { StaffSession } from "#worker/session.ts";
import { staffActions } from "#worker/web/actions.ts";
import { staffContext } from "#worker/web/context.ts";
import { movesOfSent } from "#worker/web/flow-actions.ts";
import { CompanyLink } from "../platform/company-link.tsx";
import type { Route } from "./+types/order";
import { BuyerText, PriceLines } from "./price-lines.tsx";
import { OrderBadge, orderFields } from "./words.tsx";
import "#app/css/subscription.css";

export async function loader({ context, params }: Route.LoaderArgs) {
  const session = context.get(staffContext);
  return {
    ...(await findOrder(session, params.id)),
    seesCompanies: session.may("manage-company"),
  };
}
export const action = staffActions(
  movesOfSent<StaffSession>(orderFlow, ["pay", "cancel", "refund"]),
);
export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData?.order.number ?? "Order"} - Plumbline` },
];

/** A purchase: what was ordered, for whom, its price, and what was paid and went back. */
export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, refunds, events, company, moves } = loaderData;
  return (
    <>
      <PageHead
        title={order.number}
        crumbs={[{ label: "Orders", to: "/orders" }, { label: order.number }]}
        badges={<OrderBadge status={order.status} />}
        actions={
          order.invoiceNo && (
            <a className="btn" href={`/order/invoice/${order.id}`}>
              <Icon name="dl" />
              Invoice {order.invoiceNo}
            </a>
          )
        }
      />
      <div className="stack">
        <Moves
          of={{ id: order.id, version: order.version, moves }}
          rules={orderRules}
          name={order.number}
          hidden={{ id: order.id }}
          fields={orderFields}
          keep="Keep as it is"
          problem={refusalOf(actionData)}
        />
        <div className="cols cols-2">
          <Panel title="Order">
            <DefinitionList
              entries={[
                [
                  "Company",
                  <CompanyLink key="company" company={company} may={loaderData.seesCompanies} />,
                ],
                ["Plan", order.planSnapshot.planName],
                ["Billing", billingWords[order.billing]],
                ["Ordered by", `${order.requesterName}, ${order.requesterEmail}`],
                ["Ordered at", <TimeText key="at" at={order.createdAt} />],
                ["Gateway", gatewayWords[order.gateway]],
                ["Payment reference", order.paymentRef],
                ["Paid at", order.paidAt && <TimeText key="paid" at={order.paidAt} />],
                [
                  "Period",
                  order.periodFrom && (
                    <span key="period">
                      <DateText on={order.periodFrom} /> – <DateText on={order.periodTo} />
                    </span>
                  ),
                ],
                ["Bill to", <BuyerText key="buyer" buyer={order.buyer} />],
              ]}
            />
          </Panel>
          <Panel title="Price">
            <PriceLines price={order} coupon={order.couponCode} currency={order.currency} />
          </Panel>
        </div>
        {refunds.length > 0 && (
          <Panel title="Refunds" flush>
            <DataTable
              label="Refunds"
              rows={refunds}
              sticky={false}
              columns={[
                { key: "creditNo", label: "Credit note", card: "c-name", as: "code" },
                { key: "creditOn", label: "Date", card: "c-top", as: "day" },
                {
                  key: "amount",
                  label: "Amount",
                  card: "c-due",
                  numeric: true,
                  show: (row) => <Money minor={row.amountMinor} currency={order.currency} />,
                },
                { key: "reason", label: "Reason", card: "c-meta" },
                { key: "paymentRef", label: "Reference" },
              ]}
            />
          </Panel>
        )}
        {events.length > 0 && (
          <Panel title="What gateways told" flush>
            <DataTable
              label="What gateways told"
              rows={events}
              sticky={false}
              columns={[
                {
                  key: "kind",
                  label: "Event",
                  card: "c-name",
                  show: (row) => toldWords[row.kind] ?? row.kind,
                },
                { key: "gateway", label: "Gateway", show: (row) => gatewayWords[row.gateway] },
                {
                  key: "outcome",
                  label: "Outcome",
                  card: "c-state",
                  show: (row) =>
                    outcomeWords[row.outcome as keyof typeof outcomeWords] ?? row.outcome,
                },
                { key: "at", label: "Time", card: "c-due", as: "time" },
              ]}
            />
          </Panel>
        )}
      </div>
    </>
  );
}
