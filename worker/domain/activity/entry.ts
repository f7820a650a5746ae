import { eq, type SQL, sql } from "drizzle-orm";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { type OwnDb, ownRows } from "../../db/own-rows.ts";
import type { Session } from "../../session.ts";
import { entityOf } from "../entity/nouns.ts";
import { type LabelledChange, labelled } from "./labels.ts";
import { type ActivityRow, rowsIn } from "./rows.ts";
import type { Looked } from "./viewer.ts";

/** One entry with what its values refer to, by id. */
export type Entry = Omit<ActivityRow, "changes"> & {
  changes: LabelledChange[];
  names: Record<string, string>;
};

const ID_LENGTH = 36;
/** Entries without an id in their changes are not opened: each of their values would be a row read. */
const hasId = sql`${activityLog.changes} glob '*????????-????-7???-????-????????????*'`;
/** The tables of records that a value of the log may point to. */
const named = ownRows.log.reads.filter((table) => table !== activityLog);

type NamingDb = Pick<ReadingDb, "select" | "ofOwner">;

/** The statement that names the records to which values of some entries point, also inside of lists. */
export function namesIn(db: NamingDb, entries: SQL) {
  const lookUps = named.map((table) => {
    const { titleColumn } = entityOf(table);
    return sql`(select ${titleColumn} from ${table} where ${db.ofOwner(table, sql`${table.id} = "part"."value"`)})`;
  });
  return db
    .select({
      id: sql<string>`"part"."value"`.as("named_id"),
      name: sql<string | null>`coalesce(${sql.join(lookUps, sql`, `)})`.as("named"),
    })
    .from(sql`${activityLog} cross join json_tree(${activityLog.changes}) as "part"`)
    .where(
      db.ofOwner(
        activityLog,
        sql`${entries} and ${hasId} and "part"."type" = 'text' and length("part"."value") = ${sql.raw(String(ID_LENGTH))}`,
      ),
    );
}

/** What `namesIn` answered, by id. */
export const namesById = (names: readonly { id: string; name: string | null }[]) =>
  Object.fromEntries(names.flatMap(({ id, name }) => (name ? [[id, name]] : [])));

/** The statements that read one entry, and the names of the records its values point to. */
export const entryQueries = (db: OwnDb<"log">, session: Session, id: string) =>
  [
    rowsIn(db, session, { where: eq(activityLog.id, id), limit: 1 }),
    namesIn(db, eq(activityLog.id, id)),
  ] as const;

/** What the statements answered; null when there is no such entry, or the person may not see it. */
export function openedEntry(
  opened: readonly unknown[],
  sees: (row: Looked) => boolean,
): Entry | null {
  const [[row], names] = opened as [ActivityRow[], { id: string; name: string | null }[]];
  if (!row || !sees(row)) return null;
  return { ...labelled(row), names: namesById(names) };
}
