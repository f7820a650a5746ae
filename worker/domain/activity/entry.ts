import { eq, sql } from "drizzle-orm";
import { activityLog } from "#drizzle/tenant/index.ts";
import { type OwnDb, ownRows } from "../../db/own-rows.ts";
import type { Session } from "../../session.ts";
import { entityOf } from "../entity/nouns.ts";
import { type ActivityRow, rowsIn } from "./rows.ts";
import type { Looked } from "./viewer.ts";

/** One entry with what its values refer to, by id. */
export type Entry = ActivityRow & { names: Record<string, string> };

const ID_LENGTH = 36;
/** The tables of records that a value of the log may point to. */
const named = ownRows.log.reads.filter((table) => table !== activityLog);

/** The statements that read one entry, and the names of the records its values point to. */
export function entryQueries(db: OwnDb<"log">, session: Session, id: string) {
  const lookUps = named.map((table) => {
    const { titleColumn } = entityOf(table);
    return sql`(select ${titleColumn} from ${table} where ${db.ofOwner(table, sql`${table.id} = "two"."value"`)})`;
  });
  const values = sql`${activityLog} cross join json_each(${activityLog.changes}) as "one"
    cross join json_each(json_array("one"."value" ->> 'from', "one"."value" ->> 'to')) as "two"`;
  return [
    rowsIn(db, session, { where: eq(activityLog.id, id), limit: 1 }),
    db
      .select({
        id: sql<string>`"two"."value"`.as("named_id"),
        name: sql<string | null>`coalesce(${sql.join(lookUps, sql`, `)})`.as("named"),
      })
      .from(values)
      .where(
        db.ofOwner(
          activityLog,
          sql`${activityLog.id} = ${id} and length("two"."value") = ${sql.raw(String(ID_LENGTH))}`,
        ),
      ),
  ] as const;
}

/** What the statements answered; null when there is no such entry, or the person may not see it. */
export function openedEntry(
  opened: readonly unknown[],
  sees: (row: Looked) => boolean,
): Entry | null {
  const [[row], names] = opened as [ActivityRow[], { id: string; name: string | null }[]];
  if (!row || !sees(row)) return null;
  return {
    ...row,
    names: Object.fromEntries(names.flatMap(({ id, name }) => (name ? [[id, name]] : []))),
  };
}
