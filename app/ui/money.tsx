import { moneyText } from "#app/shared/money-text.ts";
import { useFormat } from "./format.ts";

/** Minor units with the currency: "₹ 1,500.00", "-₹ 1,500.00"; a dash when there is no amount. */
export function Money({
  minor,
  currency,
}: {
  minor: number | null | undefined;
  currency?: string;
}) {
  const format = useFormat();
  if (minor === null || minor === undefined) return <span className="quiet">–</span>;
  return (
    <span className="money nowrap">
      {moneyText(minor, format.locale, currency ?? format.currency)}
    </span>
  );
}
