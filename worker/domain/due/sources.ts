import { and, eq, sql } from "drizzle-orm";
import type { DueSource } from "#app/shared/due-sources.ts";
import { assets } from "#drizzle/tenant/index.ts";
import { listsIn, readLists, rowsIn } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { keptBy } from "../assets/filters.ts";
import { type Range, type Source, sources, type Values } from "./source-kinds.ts";

/** A date that is kept elsewhere. */
export type SourceDate = {
  source: DueSource;
  on: string;
  /** What it is about, and its code. */
  name: string;
  code: string;
  href: string;
};
/** Dates of a range; of what is too many, up to which day they are there. */
export type SourceDates = { dates: SourceDate[]; cut: { source: DueSource; on: string }[] };
type Found = { on: string; id: string; name: string; code: string };
type Looked = [rows: unknown[][], looked: number, last: string | null];
const columns = { on: "source_on", id: "source_id", name: "source_name", code: "source_code" };
/**
 * The dates of a range that are kept elsewhere and that a person may see, as a statement of the page's batch.
 * @param values the filters of the address; a source they do not apply to is left out
 */
export function sourceDates(
  session: Session,
  db: ReadingDb,
  range: Range,
  values: Values,
  today: string,
) {
  const { kind, asset, ...ofAssets } = values;
  const devices = keptBy(ofAssets, { companyId: db.companyId, today });
  const kept = and(
    ...Object.values(devices).map(({ where }) => where),
    asset ? eq(assets.id, asset) : undefined,
    db.scope
      ? sql`${assets.departmentId} in (select "value" from json_each(${JSON.stringify(db.scope.departments)}))`
      : undefined,
  );
  const shown = (Object.entries(sources) as [DueSource, Source][]).filter(
    ([name, { needs, by }]) =>
      session.can(needs) &&
      (!kind || kind === name) &&
      Object.keys(values).every((key) => key === "kind" || by.includes(key)),
  );
  const names = sql.raw(Object.values(columns).join(", "));
  const each = shown.map(
    ([, { statement }]) =>
      sql<string>`(select json_array(json_group_array(json_array(${names})) filter (where source_fits), count(*), max(source_on)) from ${statement(db, range, kept, values)})`,
  );
  return {
    statements: each.length ? [readLists(db, each)] : [],
    of(answers: readonly (readonly unknown[])[]): SourceDates {
      const lists = listsIn((answers[0] ?? []) as { lists: string }[]) as unknown as Looked[];
      const each = shown.map(([source, { href, name = String, most, looked }], at) => {
        const [found, count, last] = lists[at]!;
        const rows = rowsIn<Found>(found, columns);
        const dates = rows.slice(0, most).map((row) => ({
          ...{ source, on: row.on, code: row.code },
          ...{ name: name(row.name), href: href(row.id) },
        }));
        const on = rows.length > most ? dates.at(-1)!.on : last;
        const isCut = rows.length > most || count > ((kept && looked) ?? most);
        return { dates, cut: isCut && on ? [{ source, on }] : [] };
      });
      return { dates: each.flatMap(({ dates }) => dates), cut: each.flatMap(({ cut }) => cut) };
    },
  };
}
