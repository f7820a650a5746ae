import { kept } from "#app/shared/kept.ts";
import { useFormat } from "./format.ts";

const signs = kept((key) => {
  const [locale, currency = ""] = key.split(" ");
  const parts = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  }).formatToParts(0);
  return parts.find((part) => part.type === "currency")?.value ?? currency;
});

/** The sign of a currency in a locale: "₹". */
export const currencySign = (locale: string, currency: string): string =>
  signs(`${locale} ${currency}`);

const amounts = kept(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** Minor units as "1,500.00" in the locale's grouping. */
export const amount = (minor: number, locale: string) => amounts(locale).format(minor / 100);

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
