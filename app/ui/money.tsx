import { useFormat } from "./format.ts";

export function currencySign(locale: string, currency: string): string {
  const parts = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  }).formatToParts(0);
  return parts.find((part) => part.type === "currency")?.value ?? currency;
}

/** Minor units as "1,500.00" in the locale's grouping. */
export const amount = (minor: number, locale: string) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    minor / 100,
  );

/** Minor units with the currency: "₹ 1,500.00"; a dash when there is no amount. */
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
      {currencySign(format.locale, currency ?? format.currency)} {amount(minor, format.locale)}
    </span>
  );
}
