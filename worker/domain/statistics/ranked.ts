import { inArray, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { assets, statistics } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among } from "../../db/predicates.ts";
import { type StatisticsPeriod, spansOf } from "./period.ts";
import { rowId } from "./tally.ts";

/** Locations of a limited person whose devices' own sums are read. */
const MOST_RANKED = 6;
const RANKED = 10;

/** A device among the ten with most of a kind: calls, unplanned downtime in milliseconds, or cost in minor units. */
export type Ranked = { kind: 0 | 1 | 2; value: number; id: string; code: string; name: string };
type OfDevices = Record<string, { of: readonly number[] }>;
const kinds = [0, 1, 2] as const;

/** The ten devices with most of each kind, of the sums of several spans. */
function firstOf(rows: readonly { figures: string }[]): Omit<Ranked, "code" | "name">[] {
  const sums = new Map<string, number[]>();
  for (const { figures } of rows)
    for (const [id, { of }] of Object.entries(JSON.parse(figures) as OfDevices)) {
      const before = sums.get(id);
      sums.set(id, before ? of.map((value, kind) => value + before[kind]!) : [...of]);
    }
  return kinds.flatMap((kind) =>
    [...sums]
      .map(([id, of]) => ({ kind, id, value: of[kind]! }))
      .filter(({ value }) => value > 0)
      .sort((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1))
      .slice(0, RANKED),
  );
}

/**
 * The devices with the most calls, downtime and cost of a period: the statement of what was counted of them, and the first of its rows,
 * whose names are one more round trip. Not known of two filters, or of many Locations.
 */
export function rankedOf(
  db: ReadingDb,
  { months, today }: StatisticsPeriod,
  places: readonly (string | null)[],
  isNarrowed: boolean,
) {
  const isKnown = !isNarrowed && places.length <= MOST_RANKED;
  const spans = isKnown ? spansOf(months, today) : [];
  const ids = places.flatMap((place) => spans.map((span) => rowId(span, "asset", place)));
  return {
    isKnown,
    statement: db
      .select({ figures: sql<string>`${statistics.figures}`.as("devices_figures") })
      .from(statistics)
      .where(db.ofOwner(statistics, inArray(statistics.id, among(ids)))),
    async first(rows: readonly { figures: string }[]): Promise<Ranked[]> {
      const first = firstOf(rows);
      if (first.length === 0) return [];
      const [found] = await db.read(
        db
          .select(pick(assets, ["id", "assetCode", "name"]))
          .from(assets)
          .where(db.ofOwner(assets, inArray(assets.id, [...new Set(first.map(({ id }) => id))]))),
      );
      const devices = new Map(found.map((device) => [device.id, device]));
      return first.flatMap((one) => {
        const device = devices.get(one.id);
        return device ? [{ ...one, code: device.assetCode, name: device.name }] : [];
      });
    },
  };
}
