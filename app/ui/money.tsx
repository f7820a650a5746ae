import { amount, currencySign } from "#app/shared/money-text.ts";
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
      {`${minor < 0 ? "-" : ""}${currencySign(format.locale, currency ?? format.currency)} ${amount(Math.abs(minor), format.locale)}`}
    </span>
  );
}
