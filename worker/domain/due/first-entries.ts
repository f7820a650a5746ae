import { eq, type SQL, sql } from "drizzle-orm";
import type { DueView } from "#app/shared/due-range.ts";
import { openDue, type Standing } from "#app/shared/due-standing.ts";
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
  name: string;
  code: string;
  location: string;
};
const columns = {
  ...{ id: "due_id", on: "due_day", kind: "due_kind", standing: "due_standing" },
  ...{ name: "asset_name", code: "asset_code", location: "location_name" },
};
/** What the device and the standing of an occurrence follow from. */
const parts = {
  id: sql`${table.id}`.as("due_id"),
  planOn: sql`${table.planOn}`.as("due_day"),
  kind: sql`${table.kind}`.as("due_kind"),
  status: sql`${table.status}`.as("due_status"),
  opensOn: sql`${table.opensOn}`.as("due_opens"),
  scheduleId: sql`${table.scheduleId}`.as("due_schedule"),
  assetId: sql`${table.assetId}`.as("due_asset"),
};
const part = (name: keyof typeof parts) => sql`"due".${sql.identifier(parts[name].fieldAlias)}`;

/** In this order a day shows its states; the index holds each status of a day by itself. */
export const inOrder = ["in_progress", "deferred", "scheduled", "missed", "done"] as const;
/** What is open comes before what is over. */
const together = [openDue, ["missed"], ["done"]];

/** Entries with how they stand, their devices and Locations, as one value. @param rows answers `parts` */
const withDevices = (db: ReadingDb, today: string, rows: SQL) => {
  const of = { status: part("status"), planOn: part("planOn"), opensOn: part("opensOn") };
  const standing = standingSql(db, today, { ...of, scheduleId: part("scheduleId") });
  return asLists(
    sql`(select "due".*, ${standing} as "due_standing", ${assets.name} as "asset_name",
        ${assets.assetCode} as "asset_code", ${departments.name} as "location_name"
      from ${rows} as "due"
      cross join ${assets} on ${db.ofOwner(assets, sql`${assets.id} = ${part("assetId")}`)}
      cross join ${departments} on ${db.ofOwner(departments, eq(departments.id, assets.departmentId))})`,
    columns,
  );
};

/** The entries of ids, as one value. @param ids selects each as `id` */
export const entriesOf = (db: ReadingDb, today: string, ids: SQL) => {
  const named = Object.values(parts).map(
    (one) => sql`${one.sql} as ${sql.identifier(one.fieldAlias)}`,
  );
  return withDevices(
    db,
    today,
    sql`(select ${sql.join(named, sql`, `)} from (${ids}) as "shown" cross join ${table} where ${db.ofOwner(table, sql`${table.id} = "shown"."id"`)})`,
  );
};

/** The first occurrences of each day of a range, with their devices, as a statement of the page's batch. */
export function firstEntries(db: ReadingDb, today: string, days: readonly string[], view: DueView) {
  const most = A_DAY[view];
  const arms = together.map((those) => {
    const states = sql.raw(those.map((one) => `'${one}'`).join(", "));
    const ofDay = sql`${table.planOn} = "day"."value" and ${table.status} in (${states})`;
    return sql`select * from ${db.select(parts).from(table).where(db.ofOwner(table, ofDay)).limit(most)}`;
  });
  const first = sql`(select * from (${sql.join(arms, sql` union all `)}) limit ${sql.raw(String(most))})`;
  const ofEach = withDevices(db, today, first);
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
