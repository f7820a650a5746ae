import { kept } from "./kept.ts";

const signs = kept((key) => {
  const [locale, currency = ""] = key.split(" ");
  const parts = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  }).formatToParts(0);
  return parts.find((part) => part.type === "currency")?.value ?? currency;
});

/** The sign of a currency as a place writes it: "₹", "€", "AED". */
export const currencySign = (locale: string, currency: string): string =>
  signs(`${locale} ${currency}`);

const amounts = kept(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** Minor units as "1,500.00" in the locale's grouping. */
export const amount = (minor: number, locale: string) => amounts(locale).format(minor / 100);

/** Minor units with the sign of their currency: "₹ 1,500.00", "-₹ 1,500.00". */
export const moneyText = (minor: number, locale: string, currency: string): string =>
  `${minor < 0 ? "-" : ""}${currencySign(locale, currency)} ${amount(Math.abs(minor), locale)}`;
