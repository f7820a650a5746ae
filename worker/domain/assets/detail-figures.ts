import { desc, eq, sql } from "drizzle-orm";
import { addMonths, startOfDay } from "#app/shared/company-time.ts";
import { assets, breakdowns } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Asset } from "./find.ts";
import { intervalOf } from "./intervals.ts";

/** Calls among which those of the last twelve months are looked for. */
const MOST_CALLS = 50;

/** How often a device's PM and calibration are due, as a statement of its page's batch. */
export const intervalsOf = (db: ReadingDb, id: string) =>
  db
    .select({ pm: intervalOf(db, "pm").as("pm"), cal: intervalOf(db, "cal").as("cal") })
    .from(assets)
    .where(db.ofOwner(assets, eq(assets.id, id)))
    .limit(1);

/** A device's latest calls, as far as its downtime needs them. */
export const latestCalls = (db: ReadingDb, id: string) =>
  db
    .select({
      reportedAt: breakdowns.reportedAt,
      failedAt: breakdowns.failedAt,
      isDown: breakdowns.equipmentDown,
      upAt: sql<
        number | null
      >`coalesce(${breakdowns.restoredAt}, ${breakdowns.resolvedAt}, ${breakdowns.closedAt})`.as(
        "up_at",
      ),
    })
    .from(breakdowns)
    .where(db.ofOwner(breakdowns, eq(breakdowns.assetId, id)))
    .orderBy(desc(breakdowns.id))
    .limit(MOST_CALLS);
type Call = {
  reportedAt: number;
  failedAt: number | null;
  isDown: boolean;
  upAt: number | null;
};

/** Calls and time out of use within the last twelve months, or since the device was put to use. */
export function yearOf(
  asset: Asset,
  calls: readonly Call[],
  today: string,
  timeZone: string,
  now: number,
) {
  const yearAgo = addMonths(today, -12);
  const { putToUseOn } = asset;
  const since = startOfDay(putToUseOn && putToUseOn > yearAgo ? putToUseOn : yearAgo, timeZone);
  const recent = calls.filter(({ reportedAt }) => reportedAt >= since);
  const spans = calls
    .filter(({ isDown }) => isDown)
    .map(({ failedAt, reportedAt, upAt }) => ({
      from: Math.max(failedAt ?? reportedAt, since),
      to: Math.min(upAt ?? now, now),
    }))
    .sort((a, b) => a.from - b.from);
  let [downMs, covered] = [0, since];
  for (const { from, to } of spans) {
    downMs += Math.max(0, to - Math.max(from, covered));
    covered = Math.max(covered, to);
  }
  const length = now - since;
  return {
    calls: recent.length,
    callsCapped: recent.length === MOST_CALLS,
    lastCallAt: calls[0]?.reportedAt ?? null,
    downMs,
    /** Percent; null for a device that is not in use yet. */
    uptime: length > 0 ? Math.max(0, 100 - (downMs / length) * 100) : null,
  };
}
