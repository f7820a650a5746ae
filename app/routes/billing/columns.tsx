import { Link } from "react-router";
import { stateText } from "#app/shared/subscription-words.ts";
import { useFormat } from "#app/ui/format.ts";
import { Money } from "#app/ui/money.tsx";
import { OrderBadge } from "./words.tsx";

const dash = <span className="quiet">–</span>;

/** What an order costs. */
export const totalColumn = {
  key: "total",
  label: "Total",
  numeric: true,
  show: (row: { totalMinor: number; currency: string }) => (
    <Money minor={row.totalMinor} currency={row.currency} />
  ),
} as const;

export const statusColumn = {
  key: "status",
  label: "Status",
  card: "c-state",
  show: ({ status }: Parameters<typeof OrderBadge>[0]) => <OrderBadge status={status} />,
} as const;

type Event = Record<"before" | "after", Parameters<typeof stateText>[0]>;
function Change({ before, after }: Event) {
  const { dateFormat } = useFormat();
  const texts = [stateText(before, dateFormat), stateText(after, dateFormat)];
  return texts.filter(Boolean).join(" → ") || dash;
}
/** How a subscription was before and after an event. */
export const changeColumn = {
  key: "change",
  label: "Change",
  card: "c-meta",
  show: ({ before, after }: Event) => <Change before={before} after={after} />,
} as const;

/** The order that an event comes from. */
export const orderColumn = {
  key: "order",
  label: "Order",
  card: "c-top",
  show: ({ orderId, orderNumber }: { orderId: string | null; orderNumber: string | null }) =>
    orderId ? (
      <Link className="code" to={`/order/${orderId}`}>
        {orderNumber}
      </Link>
    ) : (
      dash
    ),
} as const;
