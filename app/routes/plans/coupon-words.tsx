import {
  type CouponStanding,
  couponStanding,
  couponStandings,
  couponStandingWords,
  discountText,
} from "#app/shared/coupon-words.ts";
import { useFormat } from "#app/ui/format.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { Badge, type Tone } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";

export const standingChoices = couponStandings.map((value) => ({
  value,
  label: couponStandingWords[value],
}));

const looks: Record<CouponStanding, { tone: Tone; icon: IconName; calm?: boolean }> = {
  active: { tone: "in-date", icon: "ok", calm: true },
  upcoming: { tone: "info", icon: "clock", calm: true },
  ended: { tone: "hold", icon: "cal" },
  used_up: { tone: "hold", icon: "check" },
  off: { tone: "hold", icon: "pause" },
};

/** How a coupon stands on a day. */
export function StandingBadge({
  coupon,
  today,
}: {
  coupon: Parameters<typeof couponStanding>[0];
  today: string;
}) {
  const standing = couponStanding(coupon, today);
  return <Badge {...looks[standing]}>{couponStandingWords[standing]}</Badge>;
}

/** What a coupon takes off. */
export function Discount({ coupon }: { coupon: Parameters<typeof discountText>[0] }) {
  const { locale } = useFormat();
  return <span className="nowrap">{discountText(coupon, locale)}</span>;
}

/** From when until when a coupon holds. */
export const Validity = ({ coupon }: { coupon: { startsOn: string; endsOn: string } }) => (
  <span>
    <DateText on={coupon.startsOn} /> – <DateText on={coupon.endsOn} />
  </span>
);

/** How often it was used, and how often it may be. */
export const usesText = (coupon: { usedCount: number; maxRedemptions: number | null }): string =>
  coupon.maxRedemptions === null
    ? `${coupon.usedCount} of any number`
    : `${coupon.usedCount} of ${coupon.maxRedemptions}`;
