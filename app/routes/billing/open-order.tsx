import { useEffect } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { orderRules } from "#app/shared/flows/orders.ts";
import { billingWords, payingWords } from "#app/shared/subscription-words.ts";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Moves } from "#app/ui/moves.tsx";
import { DefinitionList, Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import { BuyerText, PriceLines } from "./price-lines.tsx";
import type { Page } from "./subscription.tsx";
import { OrderBadge } from "./words.tsx";

type Order = NonNullable<Page["openOrder"]>;
type Props = { page: Page; order: Order; problem: Refused | undefined };

/** The order that waits for its payment, and the ways to pay it. */
export function OpenOrder({ page, order, problem }: Props) {
  const isConfirming = usePaidOrder(page)?.status === "pending";
  const ways = isConfirming ? [] : order.gateways;
  return (
    <Panel
      title={`Order ${order.number}`}
      actions={<OrderBadge status={order.status} />}
      id="open-order"
    >
      <div className="stack">
        <DefinitionList
          entries={[
            [
              "Plan",
              `${order.planSnapshot.planName}, ${billingWords[order.billing].toLowerCase()}`,
            ],
            ["Bill to", <BuyerText key="buyer" buyer={order.buyer} />],
          ]}
        />
        <PriceLines price={order} coupon={order.couponCode} currency={order.currency} />
        {isConfirming && <Confirming number={order.number} />}
        {order.status === "failed" && (
          <Note tone="overdue">
            The payment did not go through, and nothing was charged. Try again, or pay another way.
          </Note>
        )}
        {ways.length > 0 && <PayOnline order={order} ways={ways} problem={problem} />}
        {page.payingOffline && !isConfirming && (
          <div>
            <h3>{ways.length > 0 ? "Or pay by transfer" : "How to pay"}</h3>
            <p className="linked-text">{page.payingOffline}</p>
            <p className="muted">Name {order.number} with your payment.</p>
          </div>
        )}
        {!page.payingOffline && order.gateways.length === 0 && (
          <Note tone="info">You will hear from us how to pay this order.</Note>
        )}
        <Moves
          of={{ ...order, moves: order.moves.filter(({ move }) => move !== "checkout") }}
          rules={orderRules}
          name={order.number}
          intent={(move) => `order-${move}`}
          hidden={{ id: order.id }}
          keep="Keep order"
          problem={problem}
        />
      </div>
    </Panel>
  );
}

const CHECKOUT = "order-checkout";

/** A button for each gateway, which leads to its own page. */
function PayOnline({ order, ways, problem }: Omit<Props, "page"> & { ways: Order["gateways"] }) {
  return (
    <div className="stack">
      <h3>Pay online</h3>
      <PlainForm
        className="stack"
        problem={problem?.values?.intent === CHECKOUT ? problem : undefined}
      >
        <input type="hidden" name="intent" value={CHECKOUT} />
        <input type="hidden" name="id" value={order.id} />
        <div className="chips">
          {ways.map((way, at) => (
            <SubmitButton
              key={way}
              name="gateway"
              value={way}
              icon="card"
              tone={at === 0 ? "primary" : "plain"}
            >
              {payingWords[way]}
            </SubmitButton>
          ))}
        </div>
        <p className="muted">You pay on a page of the payment service, and come back here.</p>
      </PlainForm>
    </div>
  );
}

const LOOKS_MS = 3_000;
const MOST_LOOKS = 40;

/** Says that a payment is being confirmed, and looks again by itself for two minutes. */
function Confirming({ number }: { number: string }) {
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks > MOST_LOOKS) clearInterval(timer);
      else if (document.visibilityState === "visible") void revalidate();
    }, LOOKS_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return (
    <>
      <Note tone="info" icon="clock">
        The payment of {number} is being confirmed. This takes a moment.
      </Note>
      <div className="chips">
        <Link className="btn" to={`${pathname}${search}`} preventScrollReset>
          <Icon name="refresh" />
          Look again
        </Link>
        <Link className="btn" to="/subscription">
          See the ways to pay
        </Link>
      </div>
    </>
  );
}

/** The order whose payer has come back from a gateway: `?paid={id}`. */
export function usePaidOrder({ orders }: Page) {
  const { search } = useLocation();
  const paid = new URLSearchParams(search).get("paid");
  return paid === null ? undefined : orders.find(({ id }) => id === paid);
}
