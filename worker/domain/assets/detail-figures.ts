import { and, desc, eq, isNull } from "drizzle-orm";
import { addMonths, startOfDay } from "#app/shared/company-time.ts";
import { type Stretch, unionMs } from "#app/shared/downtime.ts";
import { assetDowntimes, assets, breakdowns } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { rare } from "../../db/predicates.ts";
import type { Asset } from "./find.ts";
import { intervalOf } from "./intervals.ts";

/** Calls among which those of the last twelve months are looked for. */
const MOST_CALLS = 20;
/** Downtimes among which those of the last twelve months are looked for. */
const MOST_DOWNTIMES = 15;

/** How often a device's PM and calibration are due, as a statement of its page's batch. */
export const intervalsOf = (db: ReadingDb, id: string) =>
  db
    .select({ pm: intervalOf(db, "pm").as("pm"), cal: intervalOf(db, "cal").as("cal") })
    .from(assets)
    .where(db.ofOwner(assets, eq(assets.id, id)))
    .limit(1);

/** When a device's latest calls were reported. */
export const latestCalls = (db: ReadingDb, id: string) =>
  db
    .select({ reportedAt: breakdowns.reportedAt })
    .from(breakdowns)
    .where(db.ofOwner(breakdowns, rare(eq(breakdowns.assetId, id))))
    .orderBy(desc(breakdowns.id))
    .limit(MOST_CALLS);

/** A device's latest downtimes. */
export const latestDowntimes = (db: ReadingDb, id: string) =>
  db
    .select({
      kind: assetDowntimes.kind,
      startedAt: assetDowntimes.startedAt,
      endedAt: assetDowntimes.endedAt,
    })
    .from(assetDowntimes)
    .where(
      db.ofOwner(
        assetDowntimes,
        and(rare(eq(assetDowntimes.assetId, id)), isNull(assetDowntimes.cancelledAt)),
      ),
    )
    .orderBy(desc(assetDowntimes.startedAt))
    .limit(MOST_DOWNTIMES);

type Downtime = Stretch & { kind: "unplanned" | "planned" };

/**
 * Calls, and time out of use, within the last twelve months, or since the device was put to use.
 * @param downtimes the latest ones of the device, the newest first
 */
export function yearOf(
  { putToUseOn }: Pick<Asset, "putToUseOn">,
  calls: readonly { reportedAt: number }[],
  downtimes: readonly Downtime[],
  { today, timeZone, now }: { today: string; timeZone: string; now: number },
) {
  const yearAgo = addMonths(today, -12);
  const since = startOfDay(putToUseOn && putToUseOn > yearAgo ? putToUseOn : yearAgo, timeZone);
  const recent = calls.filter(({ reportedAt }) => reportedAt >= since);
  const down = (kind: Downtime["kind"]) => downtimes.filter((one) => one.kind === kind);
  const downMs = unionMs(down("unplanned"), since, now);
  const length = now - since;
  const isKnown = length > 0 && down("unplanned").length > 0;
  return {
    calls: recent.length,
    callsCapped: recent.length === MOST_CALLS,
    lastCallAt: calls[0]?.reportedAt ?? null,
    downMs,
    /** Planned downtime lowers no uptime. */
    plannedMs: unionMs(down("planned"), since, now),
    /** Earlier downtimes of the time were not looked at. */
    downCapped: downtimes.length === MOST_DOWNTIMES && (downtimes.at(-1)?.startedAt ?? 0) > since,
    /** Percent; null for a device that is not in use yet, and for one of which no downtime was ever logged. */
    uptime: isKnown ? Math.max(0, 100 - (downMs / length) * 100) : null,
  };
}
