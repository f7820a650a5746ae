import { type SQL, sql } from "drizzle-orm";
import type { DueSource } from "#app/shared/due-sources.ts";
import { type Lists, listsIn } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { sources } from "./source-kinds.ts";
import type { Asked, Range } from "./source-parts.ts";

/** D1 joins five queries at most. */
const AT_ONCE = 5;
const joined = (queries: readonly SQL[]) => sql.join([...queries], sql` union all `);

/**
 * How many dates of each source a range has by the day, with what it is about where that is one. The sources are joined and counted
 * together: a statement with a part for each takes SQLite longer to prepare than to run. Names are read of what is told by
 * name alone: the indexes hold all that is counted.
 */
export function sourceDays(db: ReadingDb, names: readonly DueSource[], range: Range, asked: Asked) {
  const dates = names.map(
    (name, nth) => sql`select * from ${sources[name].statement(db, range, { ...asked, nth })}`,
  );
  const parts = Array.from(
    { length: Math.ceil(dates.length / AT_ONCE) },
    (_, at) => sql`select * from (${joined(dates.slice(at * AT_ONCE, (at + 1) * AT_ONCE))})`,
  );
  const days = sql`select "source_nth", "source_on", sum("source_fits") as "source_count", count(*) as "source_looked",
    min(iif("source_fits", "source_id", null)) as "source_first"
    from (${joined(parts)}) group by "source_nth", "source_on"`;
  const first = sql`iif("source_count" = 1, "source_first", null)`;
  const told = names.map(
    (name, nth) => sql`when ${sql.raw(String(nth))} then ${sources[name].told(db, first)}`,
  );
  return db
    .select({
      l0: sql<string>`json_group_array(json_array("source_nth", "source_on", "source_count", "source_looked",
        ${first}, json(case "source_nth" ${sql.join(told, sql` `)} end)))`.as("l0"),
    })
    .from(sql`(${days}) as "day"`);
}

type Day = [
  nth: number,
  on: string,
  count: number,
  looked: number,
  id: string | null,
  told: [name: string, code: string] | null,
];
/** What `sourceDays` answered: for each source its days, how many dates were looked at, and the last day. */
export function sourceDaysIn(rows: readonly Lists[], asked: number) {
  const days = (listsIn(rows)[0] ?? []) as unknown as Day[];
  return Array.from({ length: asked }, (_, at) => {
    const own = days.filter(([nth]) => nth === at);
    const fitting = own.filter(([, , count]) => count > 0);
    return {
      found: fitting.map(([, on, count, , id, told]) => ({
        ...{ on, count, id },
        name: told?.[0] ?? null,
        code: told?.[1] ?? null,
      })),
      looked: own.reduce((sum, [, , , some]) => sum + some, 0),
      last: own.at(-1)?.[1] ?? null,
    };
  });
}
