import { and, desc, eq, isNotNull } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { gatePasses } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { isOutside } from "./counts.ts";

/** So many of a vendor's passes are looked at. */
const MOST = 50;
const DAY_MS = 86_400_000;

/** When the latest returnable passes of a vendor went out and came back, as a statement of its page. */
export const timesOut = (db: ReadingDb, vendorId: string, may: boolean) =>
  db
    .select(pick(gatePasses, ["status", "outAt", "closedAt"]))
    .from(gatePasses)
    .where(
      db.ofOwner(
        gatePasses,
        and(
          eq(gatePasses.vendorId, may ? vendorId : ""),
          eq(gatePasses.kind, "returnable"),
          isNotNull(gatePasses.outAt),
        ),
      ),
    )
    .orderBy(desc(gatePasses.id))
    .limit(MOST);

type Time = {
  status: Parameters<typeof isOutside>[0]["status"];
  outAt: number | null;
  closedAt: number | null;
};

/** How many whole days passes were out: on average and at most, of those that came back; null where none ever went. */
export function daysOut(times: readonly Time[], now: number) {
  if (!times.length) return null;
  const days = times
    .filter(({ status }) => status === "returned")
    .map(({ outAt, closedAt }) => Math.round(((closedAt ?? now) - outAt!) / DAY_MS));
  return {
    back: days.length,
    average: days.length ? Math.round(days.reduce((sum, one) => sum + one, 0) / days.length) : 0,
    longest: Math.max(0, ...days),
    isOutNow: times.filter(isOutside).length,
  };
}
export type DaysOut = NonNullable<ReturnType<typeof daysOut>>;
