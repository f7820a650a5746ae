import { addDays, addMonths } from "./company-time.ts";

/** The largest amount that is reckoned with, in 1/100 of the currency unit. */
export const MOST_MINOR = 100_000_000_000;

/** A part of an amount in hundredths of a per cent, half up: exact, since amounts are bounded. */
export const shareOf = (minor: number, bp: number): number =>
  Number((BigInt(minor) * BigInt(bp) + 5_000n) / 10_000n);

export type Discounting = {
  kind: "percent" | "flat";
  /** Per cent, or 1/100 of the currency unit. */
  value: number;
  maxDiscountMinor: number | null;
};

/** What a coupon takes off a price: never more than the price. */
export function discountOn(subtotalMinor: number, coupon: Discounting | null): number {
  if (!coupon) return 0;
  const wished =
    coupon.kind === "percent" ? shareOf(subtotalMinor, coupon.value * 100) : coupon.value;
  return Math.min(wished, coupon.maxDiscountMinor ?? wished, subtotalMinor);
}

/** A tax that is added: what it is called, and its rate in hundredths of a per cent. */
export type TaxRate = { label: string; rateBp: number };
export type Taxed = TaxRate & { amountMinor: number };

export type Price = {
  subtotalMinor: number;
  discountMinor: number;
  taxableMinor: number;
  taxMinor: number;
  taxLines: Taxed[];
  totalMinor: number;
};

/** A price from what is charged, its discount and its taxes, all in 1/100 of the currency unit. Each tax is rounded by itself, half up. */
export function priceOf(
  subtotalMinor: number,
  coupon: Discounting | null,
  rates: readonly TaxRate[],
): Price {
  const discountMinor = discountOn(subtotalMinor, coupon);
  const taxableMinor = subtotalMinor - discountMinor;
  const taxLines = rates.map((rate) => ({
    ...rate,
    amountMinor: shareOf(taxableMinor, rate.rateBp),
  }));
  const taxMinor = taxLines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    ...{ subtotalMinor, discountMinor, taxableMinor, taxMinor, taxLines },
    totalMinor: taxableMinor + taxMinor,
  };
}

/**
 * The tax in a part of a taxed amount that goes back: in proportion, the last line taking what rounding leaves.
 * @returns lines whose amounts, with the net, add up to the part
 */
export function taxWithin(
  partMinor: number,
  { totalMinor, taxLines }: Pick<Price, "totalMinor" | "taxLines">,
): Taxed[] {
  if (totalMinor === 0) return [];
  return taxLines.map((line) => ({
    ...line,
    amountMinor: Number(
      (BigInt(line.amountMinor) * BigInt(partMinor) * 2n + BigInt(totalMinor)) /
        (BigInt(totalMinor) * 2n),
    ),
  }));
}

export type Billing = "monthly" | "yearly";
const MONTHS = { monthly: 1, yearly: 12 };

/** The last day of a period that begins on a day, YYYY-MM-DD. */
export const periodEndOf = (from: string, billing: Billing, qty = 1): string =>
  addDays(addMonths(from, MONTHS[billing] * qty), -1);
