import { and, eq, sql } from "drizzle-orm";
import type { DueSource } from "#app/shared/due-sources.ts";
import { assets } from "#drizzle/tenant/index.ts";
import { type Lists, listsIn, readLists, rowsIn } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fixed } from "../../db/fixed.ts";
import type { Session } from "../../session.ts";
import { keptBy } from "../assets/filters.ts";
import { inSight } from "../assets/reach.ts";
import { sourceDays, sourceDaysIn } from "./source-days.ts";
import { sources } from "./source-kinds.ts";
import type { Asked, Range, Source, Values } from "./source-parts.ts";

/** A date that is kept elsewhere, or several of a source on one day. */
export type SourceDate = {
  source: DueSource;
  on: string;
  count: number;
  /** What it is about, its code, and where it leads; empty of several. */
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
const columns = { on: "source_on", id: "source_id", name: "source_name", code: "source_code" };
type Told = { on: string; id: string | null; name: string | null; code: string | null };
/** Of a source: the dates that fit, how many were looked at, and up to which day. */
type Looked = { found: (Told & { count: number })[]; looked: number; last: string | null };

/** Every date of each source as a value. */
function sourceLists(db: ReadingDb, names: readonly DueSource[], range: Range, asked: Asked) {
  const told = sql.raw(Object.values(columns).join(", "));
  return readLists(
    db,
    names.map(
      (name) =>
        sql<string>`(select json_array(json_group_array(json_array(${told})) filter (where "source_fits"), count(*), max("source_on"))
          from ${sources[name].statement(db, range, asked)})`,
    ),
  );
}
const lookedIn = (rows: readonly Lists[]): Looked[] =>
  (listsIn(rows) as unknown as [unknown[][], number, string | null][]).map(
    ([lists, looked, last]) => ({
      ...{ looked, last },
      found: rowsIn<Told>(lists, columns).map((one) => ({ ...one, count: 1 })),
    }),
  );

const anew = (names: readonly DueSource[], isBrief: boolean) => {
  const read = isBrief ? sourceDays : sourceLists;
  return fixed((db: ReadingDb, from, to) =>
    read(db, names, { from: from!, to: to! }, { values: {} }),
  );
};
const composed = new Map<string, ReturnType<typeof anew>>();
/** All dates of these sources, as a statement that is composed once for each choice of them. */
function wholeOf(names: readonly DueSource[], isBrief: boolean) {
  const key = `${isBrief} ${names.join(" ")}`;
  const statement = composed.get(key) ?? anew(names, isBrief);
  composed.set(key, statement);
  return statement;
}

/**
 * The dates of a range that are kept elsewhere and that a person may see, as a statement of the page's batch.
 * @param values the filters of the address; a source they do not apply to is left out
 * @param isBrief what there is of a source on a day is told as one: by its name, or how many there are
 */
export function sourceDates(
  session: Session,
  db: ReadingDb,
  range: { from: string; to: string },
  { values, today, isBrief }: { values: Values; today: string; isBrief: boolean },
) {
  const { kind, asset, ...ofAssets } = values;
  const devices = keptBy(ofAssets, { companyId: db.companyId, today });
  const kept = and(
    ...Object.values(devices).map(({ where }) => where),
    asset ? eq(assets.id, asset) : undefined,
    inSight(db, assets.departmentId),
  );
  const shown = (Object.entries(sources) as [DueSource, Source][]).filter(
    ([name, { needs, by }]) =>
      session.can(needs) &&
      (!kind || kind === name) &&
      Object.keys(values).every((key) => key === "kind" || by.includes(key)),
  );
  const isWhole = !kept && Object.keys(values).every((key) => key === "kind");
  const names = shown.map(([name]) => name);
  const statement = () => {
    if (isWhole) return wholeOf(names, isBrief)(db, range.from, range.to);
    return (isBrief ? sourceDays : sourceLists)(db, names, range, { kept, values });
  };
  return {
    statements: shown.length ? [statement()] : [],
    of(answers: readonly (readonly unknown[])[]): SourceDates {
      const answered = (answers[0] ?? []) as Lists[];
      const lists = isBrief ? sourceDaysIn(answered, shown.length) : lookedIn(answered);
      const all: SourceDates = { dates: [], counts: {}, cut: [] };
      for (const [at, [source, { href, name = String, most, looked }]] of shown.entries()) {
        const { found: rows, looked: count, last } = lists[at]!;
        const isMore = rows.reduce((sum, one) => sum + one.count, 0) > most;
        // One more than is shown is read: it tells that there are more.
        if (isMore) {
          rows.at(-1)!.count -= 1;
          if (!rows.at(-1)!.count) rows.pop();
        }
        const on = isMore ? rows.at(-1)!.on : last;
        if (on && (isMore || count > ((kept && looked) ?? most))) all.cut.push({ source, on });
        for (const one of rows) {
          all.counts[one.on] = (all.counts[one.on] ?? 0) + one.count;
          const { on: day, count: some, id, name: said, code } = one;
          all.dates.push({
            ...{ source, on: day, count: some },
            ...(id
              ? { name: name(said ?? ""), code: code ?? "", href: href(id) }
              : { name: "", code: "", href: "" }),
          });
        }
      }
      return all;
    },
  };
}
