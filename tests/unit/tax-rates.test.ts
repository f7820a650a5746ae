import { describe, expect, test } from "vitest";
import { platformSettingsIn, sellerOf } from "#worker/domain/platform/settings.ts";
import { taxesOf, taxRates, taxRatesText } from "#worker/domain/platform/tax-rates.ts";

const field = taxRates("Rates");
const read = (text: string) => field.safeParse(text);
const seller = {
  country: "IN",
  region: "Karnataka",
  taxIds: [{ label: "GSTIN", value: "29AAACP4521K1ZC" }],
};
const gst = [{ country: "IN", label: "GST", rateBp: 1800 }];
const buyer = (more: Partial<typeof seller>) =>
  taxesOf(gst, seller, { country: "IN", region: null, taxIds: [], ...more });

describe("rates of countries as text", () => {
  test("are read line by line and shown as they were written", () => {
    const text = "IN: GST 18\nGB: VAT 20\nCH: MWST 8.1";
    const { data } = read(`${text}\n\n`);
    expect(data).toEqual([
      { country: "IN", label: "GST", rateBp: 1800 },
      { country: "GB", label: "VAT", rateBp: 2000 },
      { country: "CH", label: "MWST", rateBp: 810 },
    ]);
    expect(taxRatesText(data!)).toBe(text);
  });

  test.each(["IN GST 18", "IN: 18", "XX: GST 18", "IN: GST 101", "IN: GST -1", "IN: GST 1.234"])(
    "%s is refused",
    (line) => expect(read(line).success).toBe(false),
  );

  test("a country has one rate", () => {
    expect(read("IN: GST 18\nin: GST 5").error?.issues[0]?.message).toBe("Rates: IN has two rates");
  });
});

describe("the taxes of a buyer", () => {
  test("in the seller's state are CGST and SGST, half each", () => {
    const halves = [
      { label: "CGST", rateBp: 900 },
      { label: "SGST", rateBp: 900 },
    ];
    expect(buyer({ region: " karnataka" })).toEqual(halves);
    // The tax number says more than what somebody called the state.
    expect(buyer({ region: "KA", taxIds: seller.taxIds })).toEqual(halves);
  });

  test("elsewhere in India, and where the state is not known, are IGST", () => {
    expect(buyer({ region: "Kerala" })).toEqual([{ label: "IGST", rateBp: 1800 }]);
    expect(buyer({})).toEqual([{ label: "IGST", rateBp: 1800 }]);
  });

  test("in a country without a rate are none, in one with a rate that one", () => {
    expect(buyer({ country: "SG" })).toEqual([]);
    const vat = [...gst, { country: "GB", label: "VAT", rateBp: 2000 }];
    expect(taxesOf(vat, seller, { country: "GB", region: "Karnataka", taxIds: [] })).toEqual([
      { label: "VAT", rateBp: 2000 },
    ]);
  });
});

test("settings have their defaults until they are set, and where what is stored is none", () => {
  const row = (id: string, value: unknown) => ({
    id,
    valueJson: JSON.stringify(value),
    version: 1,
  });
  expect(platformSettingsIn([])).toMatchObject({ trialDays: 30, graceDays: 10, taxRates: gst });
  const set = platformSettingsIn([
    row("trial_days", 14),
    row("grace_days", 99),
    row("seller_name", "Plumbline Works"),
    row("seller_address", "Bengaluru"),
    row("seller_country", "IN"),
    row("seller_tax_ids", seller.taxIds),
  ]);
  expect(set).toMatchObject({ trialDays: 14, graceDays: 10 });
  expect(sellerOf(set)).toMatchObject({ country: "IN", region: null, taxIds: seller.taxIds });
  expect(sellerOf(platformSettingsIn([]))).toBeNull();
});
