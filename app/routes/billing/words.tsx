import { type OrderState, orderStates } from "#app/shared/flows/orders.ts";
import { type UpgradeState, upgradeStates } from "#app/shared/flows/upgrade-requests.ts";
import { MoneyField, TextField } from "#app/ui/fields.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import { ProofFields } from "#app/ui/proof-fields.tsx";

type Look = { tone: Tone; icon: IconName; calm?: boolean };
const orderLooks: Record<OrderState["status"], Look> = {
  draft: { tone: "hold", icon: "edit" },
  pending: { tone: "amber", icon: "clock" },
  paid: { tone: "in-date", icon: "ok", calm: true },
  failed: { tone: "overdue", icon: "alert" },
  cancelled: { tone: "hold", icon: "cross" },
  partially_refunded: { tone: "info", icon: "refresh" },
  refunded: { tone: "hold", icon: "refresh" },
};
export const OrderBadge = ({ status }: Pick<OrderState, "status">) => (
  <Badge {...orderLooks[status]}>{orderStates[status]}</Badge>
);

const requestLooks: Record<UpgradeState["status"], Look> = {
  pending: { tone: "amber", icon: "clock" },
  quoted: { tone: "info", icon: "edit" },
  approved: { tone: "info", icon: "ok" },
  fulfilled: { tone: "in-date", icon: "ok", calm: true },
  rejected: { tone: "overdue", icon: "cross" },
  cancelled: { tone: "hold", icon: "cross" },
};
export const RequestBadge = ({ status }: Pick<UpgradeState, "status">) => (
  <Badge {...requestLooks[status]}>{upgradeStates[status]}</Badge>
);

const password = <ProofFields label="Password" />;
const reference = { name: "paymentRef", label: "Reference of the payment", maxLength: 80 };

/** The fields of a move of an order, besides its reason. */
export function orderFields(move: string) {
  if (move === "pay")
    return (
      <>
        <TextField {...reference} required />
        {password}
      </>
    );
  if (move === "refund")
    return (
      <>
        <MoneyField name="amountMinor" label="Amount" required />
        <TextField {...reference} hint="The gateway's own takes its place" />
        {password}
      </>
    );
  return null;
}
