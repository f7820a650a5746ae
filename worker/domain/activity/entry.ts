import { eq, type SQL, sql } from "drizzle-orm";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { type OwnDb, ownRows } from "../../db/own-rows.ts";
import type { Session } from "../../session.ts";
import { entityOf } from "../entity/nouns.ts";
import { type LabelledChange, labelled } from "./labels.ts";
import { type LoggedRow, rowsIn } from "./rows.ts";

/** One entry with what its values refer to, by id. */
export type Entry = Omit<LoggedRow, "changes"> & {
  changes: LabelledChange[];
  names: Record<string, string>;
};

const ID_LENGTH = 36;
/** What has no id in it is not opened: each value would be a row read. */
const hasId = (json: SQL) => sql`${json} glob '*????????-????-7???-????-????????????*'`;
/** The tables of records that a value of the log may point to. */
const named = ownRows.log.reads.filter((table) => table !== activityLog);

type NamingDb = Pick<ReadingDb, "select" | "ofOwner">;

/** A value of a change as the inside of a JSON list; a list as its elements. */
const inside = (side: "from" | "to"): SQL => {
  const json = sql.raw(`"change"."value" -> '${side}'`);
  return sql`case json_type(${json}) when 'array' then substr(${json}, 2, length(${json}) - 2) when 'null' then '' else coalesce(${json}, '') end`;
};
const values = sql`'[' || trim(${inside("from")} || ',' || ${inside("to")}, ',') || ']'`;

/**
 * The statement that names the records to which values of some entries point: fields, elements of lists, and parts. Each is named once.
 * @param entries a SELECT of `changes` alone
 */
export const namesIn = (db: NamingDb, entries: SQL) =>
  namesAmong(
    db,
    entries,
    named.map((table) => {
      const { titleColumn } = entityOf(table);
      return sql`(select ${titleColumn} from ${table} where ${db.ofOwner(table, sql`${table.id} = ${POINTED}`)})`;
    }),
  );

/** The id that a value holds, where a name is looked up for it. */
export const POINTED = sql.raw(`"pointed"."at"`);

/** The same by other tables. @param lookUps each the name of the record of the id `POINTED`, or null */
export const namesAmong = (db: Pick<NamingDb, "select">, entries: SQL, lookUps: SQL[]) =>
  db
    .select({
      id: sql<string>`${POINTED}`.as("named_id"),
      name: sql<string | null>`coalesce(${sql.join(lookUps, sql`, `)})`.as("named"),
    })
    .from(
      sql`(select distinct iif("part"."type" = 'object', "part"."value" ->> 'stockItemId', "part"."value") as "at"
        from (${entries}) as "entry" cross join json_each("entry"."changes") as "change" cross join json_each(${values}) as "part"
        where ${hasId(sql`"entry"."changes"`)} and ${hasId(sql`"change"."value"`)}) as "pointed"`,
    )
    .where(sql`length(${POINTED}) = ${sql.raw(String(ID_LENGTH))}`);

/** What `namesIn` answered, by id. */
export const namesById = (names: readonly { id: string; name: string | null }[]) =>
  Object.fromEntries(names.flatMap(({ id, name }) => (name ? [[id, name]] : [])));

/** The statements that read one entry, and the names of the records its values point to. */
export const entryQueries = (db: OwnDb<"log">, session: Session, id: string) =>
  [
    rowsIn(db, session, { where: eq(activityLog.id, id), limit: 1 }),
    namesIn(
      db,
      sql`select ${activityLog.changes} from ${activityLog} where ${db.ofOwner(activityLog, eq(activityLog.id, id))}`,
    ),
  ] as const;

/** What the statements answered; null when there is no such entry, or the person may not see it. */
export function openedEntry<R extends LoggedRow>(
  opened: readonly unknown[],
  sees: (row: R) => boolean,
): Entry | null {
  const [[row], names] = opened as [R[], { id: string; name: string | null }[]];
  if (!row || !sees(row)) return null;
  return { ...labelled(row), names: namesById(names) };
}
