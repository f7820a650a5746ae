import { expect, test } from "vitest";
import {
  countryChoices,
  currencyChoices,
  hasTwoDecimals,
  startingIn,
} from "#worker/domain/platform/countries.ts";

/** The decimals of a currency by ISO 4217; for two of them Intl writes none. */
const decimalsOf = (currency: string) =>
  ["IDR", "PKR"].includes(currency)
    ? 2
    : new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()
        .maximumFractionDigits;

test("only currencies with two decimals are on offer, and companies start with no other", () => {
  const offered = currencyChoices.map(({ value }) => value);
  const starting = countryChoices.flatMap(({ value }) => startingIn(value)?.currency ?? []);
  for (const currency of [...offered, ...starting]) expect(decimalsOf(currency), currency).toBe(2);
  expect(offered).toEqual(expect.arrayContaining([...starting, "INR", "USD", "EUR"]));
  for (const currency of Intl.supportedValuesOf("currency"))
    expect(hasTwoDecimals(currency), currency).toBe(decimalsOf(currency) === 2);
  for (const country of ["BH", "KW", "OM", "UG", "VN"])
    expect(startingIn(country)?.currency, country).toBeNull();
});
