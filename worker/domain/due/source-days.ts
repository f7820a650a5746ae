import { type SQL, sql } from "drizzle-orm";
import type { DueSource } from "#app/shared/due-sources.ts";
import { type Lists, listsIn, readLists } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fixed } from "../../db/fixed.ts";
import { type Range, sources } from "./source-kinds.ts";

/** D1 joins five queries at most. */
const AT_ONCE = 5;
const joined = (queries: readonly SQL[]) => sql.join([...queries], sql` union all `);

/** What there is of a source on each day, by an index alone. */
const daysOf = (db: ReadingDb, name: DueSource, nth: number, range: Range) =>
  sql`select ${sql.raw(String(nth))} as "source_nth", "source_on", min("source_id") as "source_id", count(*) as "source_count"
    from ${sources[name].statement(db, range, { values: {}, isDays: true })} group by "source_on"`;

const anew = (names: readonly DueSource[]) =>
  fixed((db: ReadingDb, from, to) => {
    const days = names.map((name, nth) => daysOf(db, name, nth, { from: from!, to: to! }));
    const parts = Array.from({ length: Math.ceil(days.length / AT_ONCE) }, (_, at) =>
      days.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    );
    const found = joined(parts.map((part) => sql`select * from (${joined(part)})`));
    const id = sql`"day"."source_id"`;
    const told = names.map(
      (name, nth) =>
        sql`when ${sql.raw(String(nth))} then (select json_array("source_name", "source_code") from ${sources[name].one(db, id)})`,
    );
    const isAlone = sql`"source_count" = 1`;
    return readLists(db, [
      sql<string>`(select json_group_array(json_array("source_nth", "source_on", "source_count", iif(${isAlone}, "source_id", null),
        iif(${isAlone}, json(case "source_nth" ${sql.join(told, sql` `)} end), null))) from (${found}) as "day")`,
    ]);
  });

const composed = new Map<string, ReturnType<typeof anew>>();
/**
 * How many dates of each source a range has by the day, each with what it is about where it is alone: of what is not narrowed. As a
 * statement that is composed once for each choice of sources.
 */
export function daysOfSources(names: readonly DueSource[]) {
  const key = names.join(" ");
  const statement = composed.get(key) ?? anew(names);
  composed.set(key, statement);
  return statement;
}

type Day = [
  nth: number,
  on: string,
  count: number,
  id: string | null,
  named: [name: string | null, code: string] | null,
];
/** What `daysOfSources` answered: for each source its days as `listsOf` tells them, how many dates they are, and the last day. */
export function sourceDaysIn(rows: readonly Lists[], sourcesAsked: number) {
  const days = (listsIn(rows)[0] ?? []) as Day[];
  return Array.from({ length: sourcesAsked }, (_, at) => {
    const own = days.filter(([nth]) => nth === at);
    const count = own.reduce((sum, [, , some]) => sum + some, 0);
    const told = own.map(([, on, some, id, named]) => [on, id, ...(named ?? [null, null]), some]);
    return [told, count, own.at(-1)?.[1] ?? null] as const;
  });
}
