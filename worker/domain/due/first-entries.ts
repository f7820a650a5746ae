import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { DueView } from "#app/shared/due-range.ts";
import type { Standing } from "#app/shared/due-standing.ts";
import { assets, departments, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import { asLists, listsIn, rowsIn } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { standingSql } from "./due-filters.ts";

/** Entries that a day shows. */
export const A_DAY: Record<DueView, number> = { month: 3, week: 12, agenda: 0, year: 0 };

/** An entry of a day as the page reads it. */
export type DueEntry = {
  id: string;
  on: string;
  kind: string;
  standing: Standing;
  isStarted: number;
  name: string;
  code: string;
  location: string;
};
const columns = {
  ...{ id: "due_id", on: "due_day", kind: "due_kind", standing: "due_standing" },
  ...{
    isStarted: "due_started",
    name: "asset_name",
    code: "asset_code",
    location: "location_name",
  },
};

/** What is open comes before what is done; the index holds each status of a day by itself. */
export const inOrder = ["in_progress", "deferred", "scheduled", "missed", "done"] as const;

/** What an entry tells of a row of the table. */
const occurrenceOf = (db: ReadingDb, today: string) => ({
  id: sql`${table.id}`.as("due_id"),
  on: sql`${table.planOn}`.as("due_day"),
  kind: sql`${table.kind}`.as("due_kind"),
  standing: sql`${standingSql(db, today)}`.as("due_standing"),
  isStarted: sql`${table.status} = 'in_progress'`.as("due_started"),
  assetId: sql`${table.assetId}`.as("due_asset"),
});

/** Entries with their devices and Locations, as one value. */
const withDevices = (db: ReadingDb, rows: SQLWrapper) =>
  asLists(
    sql`(select "due".*, ${assets.name} as "asset_name", ${assets.assetCode} as "asset_code", ${departments.name} as "location_name" from ${rows} as "due"
    cross join ${assets} on ${db.ofOwner(assets, sql`${assets.id} = "due"."due_asset"`)}
    cross join ${departments} on ${db.ofOwner(departments, eq(departments.id, assets.departmentId))})`,
    columns,
  );

/** The entries of ids, as one value. @param ids selects each as `id` */
export const entriesOf = (db: ReadingDb, today: string, ids: SQL) =>
  withDevices(
    db,
    sql`(select ${sql.join(
      Object.values(occurrenceOf(db, today)).map(
        (one) => sql`${one.sql} as ${sql.identifier(one.fieldAlias)}`,
      ),
      sql`, `,
    )} from (${ids}) as "shown" cross join ${table} where ${db.ofOwner(table, sql`${table.id} = "shown"."id"`)})`,
  );

/** The first occurrences of each day of a range, with their devices, as a statement of the page's batch. */
export function firstEntries(db: ReadingDb, today: string, days: readonly string[], view: DueView) {
  const most = A_DAY[view];
  const occurrence = occurrenceOf(db, today);
  const ofDay = (status: (typeof inOrder)[number]) =>
    db
      .select(occurrence)
      .from(table)
      .where(db.ofOwner(table, and(eq(table.planOn, sql`"day"."value"`), eq(table.status, status))))
      .limit(most);
  const arms = inOrder.map((status) => sql`select * from ${ofDay(status)}`);
  const ofEach = withDevices(
    db,
    sql`(select * from (${sql.join(arms, sql` union all `)}) limit ${sql.raw(String(most))})`,
  );
  return db
    .select({ lists: sql<string>`json_group_array(json(${ofEach}))`.as("lists") })
    .from(sql`json_each(${JSON.stringify(days)}) as "day"`);
}

const before = (one: DueEntry, other: DueEntry): boolean => {
  if (one.on !== other.on) return one.on < other.on;
  const [isDone, isOtherDone] = [one.standing === "done", other.standing === "done"];
  if (isDone !== isOtherDone) return isOtherDone;
  return one.name === other.name ? one.id < other.id : one.name < other.name;
};

/** Entries as they were told, in the order in which they are shown: by the day, and what is done last. */
export const entriesOfLists = (lists: readonly unknown[][][]): DueEntry[] =>
  lists
    .flatMap((rows) => rowsIn<DueEntry>(rows, columns))
    .sort((one, other) => (before(one, other) ? -1 : 1));

/** What `firstEntries` answered. */
export const entriesIn = (rows: readonly { lists: string }[]) => entriesOfLists(listsIn(rows));
