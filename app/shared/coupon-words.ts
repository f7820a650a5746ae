import { parseMoney } from "./money.ts";
import { moneyText } from "./money-text.ts";

export const couponStandings = ["active", "upcoming", "ended", "used_up", "off"] as const;
export type CouponStanding = (typeof couponStandings)[number];

export const couponStandingWords: Record<CouponStanding, string> = {
  active: "Active",
  upcoming: "Upcoming",
  ended: "Ended",
  used_up: "Used up",
  off: "Off",
};

type Terms = {
  isActive: boolean;
  startsOn: string;
  endsOn: string;
  usedCount: number;
  maxRedemptions: number | null;
};

/** How a coupon stands on a day. */
export function couponStanding(coupon: Terms, today: string): CouponStanding {
  const { isActive, startsOn, endsOn, usedCount, maxRedemptions } = coupon;
  if (!isActive) return "off";
  if (endsOn < today) return "ended";
  if (maxRedemptions !== null && usedCount >= maxRedemptions) return "used_up";
  return startsOn > today ? "upcoming" : "active";
}

type Discount = { kind: "percent" | "flat"; value: string; currency: string | null };

/** What a coupon takes off: "10 % off", "₹ 500.00 off". @param value per cent, or an amount with two decimals */
export function discountText({ kind, value, currency }: Discount, locale: string): string {
  if (kind === "percent") return `${value} % off`;
  return `${moneyText(parseMoney(value) ?? 0, locale, currency ?? "")} off`;
}
