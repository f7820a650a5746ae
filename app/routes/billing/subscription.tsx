import { Link, useLocation } from "react-router";
import { upgradeRules } from "#app/shared/flows/upgrade-requests.ts";
import { billingWords } from "#app/shared/subscription-words.ts";
import { type Refused, refusalOf } from "#app/ui/form.tsx";
import { Money } from "#app/ui/money.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { DefinitionList, PageHead, Panel } from "#app/ui/page.tsx";
import { EmptyState, Note } from "#app/ui/states.tsx";
import { DateText } from "#app/ui/time.tsx";
import { orderFlow } from "#worker/domain/billing/order-flow.ts";
import { subscriptionPage } from "#worker/domain/billing/subscription.ts";
import { upgradeFlow } from "#worker/domain/billing/upgrade-flow.ts";
import { askForExport, wakeExports } from "#worker/domain/company-export/exports.ts";
import { actions, goesToUrl } from "#worker/web/actions.ts";
import { sessionContext } from "#worker/web/context.ts";
import { movesOfSent } from "#worker/web/flow-actions.ts";
import type { Route } from "./+types/subscription";
import { Bought, Happened } from "./bought.tsx";
import { OpenOrder, usePaidOrder } from "./open-order.tsx";
import { Plans } from "./plans.tsx";
import { Standing, Usages } from "./standing.tsx";
import { RequestBadge } from "./words.tsx";
import { YourData } from "./your-data.tsx";
import "#app/css/subscription.css";

export const loader = ({ context }: Route.LoaderArgs) =>
  subscriptionPage(context.get(sessionContext));
export const action = actions(
  {
    ...movesOfSent(orderFlow, ["withdraw"], "order-"),
    ...movesOfSent(upgradeFlow, ["accept", "cancel"], "request-"),
    "order-checkout": {
      run: ({ session }, { id = "", ...values }) => orderFlow.move(session, id, "checkout", values),
      reply: goesToUrl,
    },
    "export-data": ({ session }) => askForExport(session),
  },
  { after: ({ visit, intent }) => intent === "export-data" && wakeExports(visit) },
);
export const meta = () => [{ title: "Subscription - Plumbline" }];

export type Page = Route.ComponentProps["loaderData"];

/** What the company may use and until when, what it can buy, and what it has bought. */
export default function Subscription({ loaderData: page, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const isMonthly = new URLSearchParams(search).get("billing") === "monthly";
  const problem = refusalOf(actionData);
  const { openOrder, request, orders, log } = page;
  const paid = usePaidOrder(page);
  const isOpen = request && ["pending", "quoted", "approved"].includes(request.status);
  return (
    <>
      <PageHead title="Subscription" />
      <div className="stack">
        {paid?.status === "paid" && (
          <Note tone="info" icon="ok">
            The payment of {paid.number} has come. Your plan holds.
          </Note>
        )}
        <div className="cols cols-2">
          <Standing page={page} />
          <Usages page={page} />
        </div>
        {openOrder && <OpenOrder page={page} order={openOrder} problem={problem} />}
        {request && <Request request={request} problem={problem} />}
        <Plans
          page={page}
          billing={isMonthly ? "monthly" : "yearly"}
          mayOrder={!openOrder}
          mayAsk={!isOpen}
        />
        {orders.length > 0 ? (
          <Bought orders={orders} />
        ) : (
          <Panel title="Orders" flush>
            <EmptyState panel={false} title="Nothing ordered yet" />
          </Panel>
        )}
        {log.length > 0 && <Happened log={log} />}
        <YourData exports={page.exports} actionData={actionData} />
      </div>
    </>
  );
}

type RequestProps = { request: NonNullable<Page["request"]>; problem: Refused | undefined };

/** The newest wish for another plan, with what became of it. */
function Request({ request, problem }: RequestProps) {
  const plan = request.planName ?? "another plan";
  const reason: [string, string][] = request.reason ? [["Reason", request.reason]] : [];
  return (
    <Panel title="Request for a quote" actions={<RequestBadge status={request.status} />}>
      <div className="stack">
        <DefinitionList
          entries={[
            ["Plan", `${plan}, ${billingWords[request.billing].toLowerCase()}`],
            ["Additional assets", request.extraAssets || null],
            ["Additional people", request.extraUsers || null],
            ["Note", request.note],
            [
              "Quote",
              request.quoteMinor !== null && (
                <span key="quote">
                  <Money minor={request.quoteMinor} currency={request.currency} /> before discount
                  and tax, until <DateText on={request.quoteValidUntil} />
                </span>
              ),
            ],
            ...reason,
          ]}
        />
        <Moves
          of={request}
          rules={upgradeRules}
          name={plan}
          intent={(move) => `request-${move}`}
          hidden={{ id: request.id }}
          problem={problem}
        />
        {request.status === "approved" && (
          <p>
            It was approved: <Link to="#open-order">pay its order</Link> and it holds.
          </p>
        )}
      </div>
    </Panel>
  );
}
