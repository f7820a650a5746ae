import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { DueSource } from "#app/shared/due-sources.ts";
import { assets } from "#drizzle/tenant/index.ts";
import { asLists, listsIn, readLists, rowsIn } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { keptBy } from "../assets/filters.ts";
import { type Range, type Source, sources, type Values } from "./sources.ts";

/** A date that is kept elsewhere. */
export type SourceDate = {
  source: DueSource;
  on: string;
  /** What it is about, and its code. */
  name: string;
  code: string;
  href: string;
};
/** Dates of a range, and how many there are of each day; of what is too many, up to which day they are there. */
export type SourceDates = {
  dates: SourceDate[];
  counts: Record<string, number>;
  cut: { source: DueSource; on: string }[];
};
const columns = {
  ...{ on: "source_on", id: "source_id", name: "source_name", code: "source_code" },
  count: "source_count",
};
type Found = { on: string; id: string; name: string; code: string; count: number };

/** One date for each day of a source, and how many there are of it. */
const oneOfDays = (
  dates: SQLWrapper,
) => sql`(select "source_on", "source_id", "source_name", min("source_code") as "source_code",
    count(*) as "source_count" from ${dates} group by "source_on")`;
const allOfDays = (dates: SQLWrapper) => sql`(select *, 1 as "source_count" from ${dates})`;

/**
 * The dates of a range that are kept elsewhere and that a person may see, as a statement of the page's batch.
 * @param values the filters of the address; a source they do not apply to is left out
 * @param isBrief one of each source is told of a day; all are counted
 */
export function sourceDates(
  session: Session,
  db: ReadingDb,
  range: Range,
  { values, today, isBrief }: { values: Values; today: string; isBrief: boolean },
) {
  const { kind, asset, ...ofAssets } = values;
  const devices = keptBy(ofAssets, { companyId: db.companyId, today });
  const kept = and(
    ...Object.values(devices).map(({ where }) => where),
    asset ? eq(assets.id, asset) : undefined,
  );
  const shown = (Object.entries(sources) as [DueSource, Source][]).filter(
    ([name, { needs, by }]) =>
      session.can(needs) &&
      (!kind || kind === name) &&
      Object.keys(values).every((key) => key === "kind" || by.includes(key)),
  );
  const told = isBrief ? oneOfDays : allOfDays;
  const each = shown.map(([, { statement }]) =>
    asLists(told(statement(db, range, kept, values)), columns),
  );
  return {
    statements: each.length ? [readLists(db, each)] : [],
    of(answers: readonly (readonly unknown[])[]): SourceDates {
      const lists = listsIn((answers[0] ?? []) as { lists: string }[]);
      const found: SourceDates = { dates: [], counts: {}, cut: [] };
      for (const [at, [source, { href, name = String, most }]] of shown.entries()) {
        const rows = rowsIn<Found>(lists[at], columns);
        const total = rows.reduce((sum, { count }) => sum + count, 0);
        // One more than is shown is read: it tells that there are more.
        if (total > most) {
          const last = rows.at(-1)!;
          last.count -= 1;
          if (!last.count) rows.pop();
          found.cut.push({ source, on: rows.at(-1)!.on });
        }
        for (const { on, count } of rows) found.counts[on] = (found.counts[on] ?? 0) + count;
        for (const row of rows)
          found.dates.push({
            ...{ source, on: row.on, code: row.code },
            ...{ name: name(row.name), href: href(row.id) },
          });
      }
      return found;
    },
  };
}
