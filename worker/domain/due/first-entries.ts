import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { DueView } from "#app/shared/due-range.ts";
import { type DueFacts, openDue, type Standing, standingOf } from "#app/shared/due-standing.ts";
import { assets, departments, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import { asLists, rowsIn } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Value } from "../../db/fixed.ts";
import { isOpenDue } from "./due-filters.ts";
import type { Holds } from "./holds.ts";

/** Entries that a day shows. */
export const A_DAY: Record<DueView, number> = { month: 3, week: 12, agenda: 0, year: 0 };

/** Entries that a day of the months beside the one that is shown has. */
export const BESIDE = 1;

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
/** What is told of an entry; how it stands follows from it and the hold of its schedule, as `standingOf` says. */
type Told = Omit<DueEntry, "on" | "standing"> & DueFacts & { scheduleId: string | null };
const columns = {
  ...{ id: "due_id", planOn: "due_day", kind: "due_kind", status: "due_status" },
  ...{ opensOn: "due_opens", scheduleId: "due_schedule" },
  ...{ name: "asset_name", code: "asset_code", location: "location_name" },
};
/** What only the standing of what is open follows from. */
const ofOpen = (column: SQLiteColumn) => sql`iif(${isOpenDue}, ${column}, null)`;
/** What the device and the standing of an occurrence follow from. */
const parts = {
  id: sql`${table.id}`.as("due_id"),
  planOn: sql`${table.planOn}`.as("due_day"),
  kind: sql`${table.kind}`.as("due_kind"),
  status: sql`${table.status}`.as("due_status"),
  opensOn: ofOpen(table.opensOn).as("due_opens"),
  scheduleId: ofOpen(table.scheduleId).as("due_schedule"),
  assetId: sql`${table.assetId}`.as("due_asset"),
};
const part = (name: keyof typeof parts) => sql`"due".${sql.identifier(parts[name].fieldAlias)}`;

/** In this order a day shows its states; the index holds each status of a day by itself. */
export const inOrder = ["in_progress", "deferred", "scheduled", "missed", "done"] as const;
/** What is open comes before what is over. */
const together = [openDue, ["missed"], ["done"]];

const listed = (states: readonly string[]) => sql.raw(states.map((one) => `'${one}'`).join(", "));

/** Entries with their devices and Locations, as one value. @param rows answers `parts` */
const withDevices = (db: ReadingDb, rows: SQL) =>
  asLists(
    sql`(select "due".*, ${assets.name} as "asset_name", ${assets.assetCode} as "asset_code", ${departments.name} as "location_name"
      from ${rows} as "due"
      cross join ${assets} on ${db.ofOwner(assets, sql`${assets.id} = ${part("assetId")}`)}
      cross join ${departments} on ${db.ofOwner(departments, eq(departments.id, assets.departmentId))})`,
    columns,
  );

/** The entries of ids, as one value. @param ids selects each as `id` */
export const entriesOf = (db: ReadingDb, ids: SQL) => {
  const named = Object.values(parts).map(
    (one) => sql`${one.sql} as ${sql.identifier(one.fieldAlias)}`,
  );
  return withDevices(
    db,
    sql`(select ${sql.join(named, sql`, `)} from (${ids}) as "shown" cross join ${table} where ${db.ofOwner(table, sql`${table.id} = "shown"."id"`)})`,
  );
};

/** The first occurrences of each day of a list, with their devices, as a value: a list of rows for each day. */
export function entriesOfDays(db: ReadingDb, most: number, days: Value) {
  const limit = sql.raw(String(most));
  const arms = together.map((those) => {
    const ofDay = sql`${table.planOn} = "day"."value" and ${table.status} in (${listed(those)})`;
    return sql`select * from ${db.select(parts).from(table).where(db.ofOwner(table, ofDay)).limit(most)}`;
  });
  const first = sql`(select * from (${sql.join(arms, sql` union all `)}) limit ${limit})`;
  // Texts side by side: SQLite would read lists within a list once more.
  return sql<string>`(select '[' || coalesce(group_concat(${withDevices(db, first)}, ','), '') || ']' from json_each(${days}) as "day")`;
}

const before = (one: DueEntry, other: DueEntry): boolean => {
  if (one.on !== other.on) return one.on < other.on;
  const [isDone, isOtherDone] = [one.standing === "done", other.standing === "done"];
  if (isDone !== isOtherDone) return isOtherDone;
  return one.name === other.name ? one.id < other.id : one.name < other.name;
};

/** Entries as they were told, with how they stand, in the order in which they are shown: by the day, and what is done last. */
export const entriesOfLists = (
  lists: readonly unknown[][][],
  holds: Holds,
  today: string,
): DueEntry[] =>
  lists
    .flatMap((rows) => rowsIn<Told>(rows, columns))
    .map(({ planOn, status, opensOn, scheduleId, ...shown }) => ({
      ...{ ...shown, on: planOn },
      standing: standingOf({ status, planOn, opensOn, ...holds.get(scheduleId ?? "") }, today),
    }))
    .sort((one, other) => (before(one, other) ? -1 : 1));
