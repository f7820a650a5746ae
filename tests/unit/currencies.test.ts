import { expect, test } from "vitest";
import {
  countryChoices,
  currencyChoices,
  hasTwoDecimals,
  startingIn,
} from "#worker/domain/platform/countries.ts";

/** ISO 4217 gives these two decimals, though Intl writes none. */
const writtenShort = ["IDR", "PKR"];
const digitsOf = (currency: string) =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
    .maximumFractionDigits;

test("only currencies with two decimals are on offer, and companies start with no other", () => {
  const offered = currencyChoices.map(({ value }) => value);
  const starting = countryChoices.flatMap(({ value }) => startingIn(value)?.currency ?? []);
  for (const currency of [...offered, ...starting])
    expect([currency, writtenShort.includes(currency) ? 2 : digitsOf(currency)]).toEqual([
      currency,
      2,
    ]);
  expect(offered).toEqual(expect.arrayContaining([...starting, "INR", "USD", "EUR"]));
  for (const currency of Intl.supportedValuesOf("currency"))
    expect([currency, hasTwoDecimals(currency)]).toEqual([
      currency,
      digitsOf(currency) === 2 || writtenShort.includes(currency),
    ]);
  expect(["BH", "KW", "OM", "UG", "VN"].map((country) => startingIn(country)?.currency)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
