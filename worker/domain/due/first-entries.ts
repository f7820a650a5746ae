import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { DueView } from "#app/shared/due-range.ts";
import type { Standing } from "#app/shared/due-standing.ts";
import { assets, departments, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import { asLists, listsIn, readLists, rowsIn } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { standingSql } from "./due-filters.ts";
import { plannedBetween } from "./load.ts";

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

/** What is open comes before what is over; the index holds each status of a day by itself. */
const inOrder = ["'deferred', 'in_progress', 'scheduled'", "'missed'", "'done'"];
const places = sql.raw(
  inOrder.map((those, at) => `when "due_occurrences"."status" in (${those}) then ${at}`).join(" "),
);

/**
 * The first occurrences of each day of a range, with their devices, as a statement of the page's batch.
 * @param kept what filters keep; it is looked for once in all days
 */
export function firstEntries(
  db: ReadingDb,
  today: string,
  days: readonly string[],
  view: DueView,
  kept: SQL | undefined,
) {
  const most = A_DAY[view];
  const top = sql.raw(String(most));
  const told = (due: SQL, where = sql``) => {
    const of = { status: part("status"), planOn: part("planOn"), opensOn: part("opensOn") };
    const standing = standingSql(db, today, { ...of, scheduleId: part("scheduleId") });
    return asLists(
      sql`(select "due".*, ${standing} as "due_standing", ${assets.name} as "asset_name",
          ${assets.assetCode} as "asset_code", ${departments.name} as "location_name"
        from ${due} as "due"
        cross join ${assets} on ${db.ofOwner(assets, sql`${assets.id} = ${part("assetId")}`)}
        cross join ${departments} on ${db.ofOwner(departments, eq(departments.id, assets.departmentId))} ${where})`,
      columns,
    );
  };
  if (kept) {
    const nth = sql`row_number() over (partition by ${table.planOn} order by case ${places} end, ${table.id})`;
    const range = plannedBetween(days[0]!, days.at(-1)!);
    const looked = db
      .select({ ...parts, nth: nth.as("nth") })
      .from(table)
      .where(db.ofOwner(table, and(range, ne(table.status, "cancelled"), kept)));
    return readLists(db, [told(sql`${looked}`, sql`where "nth" <= ${top}`)]);
  }
  const arms = inOrder.map((those) => {
    const ofDay = sql`${table.planOn} = "day"."value" and ${table.status} in (${sql.raw(those)})`;
    return sql`select * from ${db.select(parts).from(table).where(db.ofOwner(table, ofDay)).limit(most)}`;
  });
  const ofEach = told(sql`(select * from (${sql.join(arms, sql` union all `)}) limit ${top})`);
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

/** What `firstEntries` answered, in the order in which it is shown: by the day, and what is done last. */
export const entriesIn = (rows: readonly { lists: string }[]): DueEntry[] =>
  listsIn(rows)
    .flatMap((lists) => rowsIn<DueEntry>(lists, columns))
    .sort((one, other) => (before(one, other) ? -1 : 1));
