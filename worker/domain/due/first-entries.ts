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
const inOrder = ["in_progress", "deferred", "scheduled", "missed", "done"] as const;
const places = sql.raw(inOrder.map((status, at) => `when '${status}' then ${at}`).join(" "));

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
  const occurrence = {
    id: sql`${table.id}`.as("due_id"),
    on: sql`${table.planOn}`.as("due_day"),
    kind: sql`${table.kind}`.as("due_kind"),
    standing: sql`${standingSql(db, today)}`.as("due_standing"),
    isStarted: sql`${table.status} = 'in_progress'`.as("due_started"),
    assetId: sql`${table.assetId}`.as("due_asset"),
  };
  const ofDay = (status: (typeof inOrder)[number]) =>
    db
      .select(occurrence)
      .from(table)
      .where(db.ofOwner(table, and(eq(table.planOn, sql`"day"."value"`), eq(table.status, status))))
      .limit(most);
  const arms = inOrder.map((status) => sql`select * from ${ofDay(status)}`);
  const nth = sql`row_number() over (partition by ${table.planOn} order by case ${table.status} ${places} end, ${table.id})`;
  const looked = db
    .select({ ...occurrence, nth: nth.as("nth") })
    .from(table)
    .where(
      db.ofOwner(
        table,
        and(plannedBetween(days[0]!, days.at(-1)!), ne(table.status, "cancelled"), kept),
      ),
    );
  const device = sql`cross join ${assets} on ${db.ofOwner(assets, sql`${assets.id} = "due"."due_asset"`)}
    cross join ${departments} on ${db.ofOwner(departments, eq(departments.id, assets.departmentId))}`;
  const told = sql`"due".*, ${assets.name} as "asset_name", ${assets.assetCode} as "asset_code", ${departments.name} as "location_name"`;
  if (kept)
    return readLists(db, [
      asLists(
        sql`(select ${told} from ${looked} as "due" ${device} where "nth" <= ${top})`,
        columns,
      ),
    ]);
  const ofEach = asLists(
    sql`(select ${told} from (select * from (${sql.join(arms, sql` union all `)}) limit ${top}) as "due" ${device})`,
    columns,
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

/** What `firstEntries` answered, in the order in which it is shown: by the day, and what is done last. */
export const entriesIn = (rows: readonly { lists: string }[]): DueEntry[] =>
  listsIn(rows)
    .flatMap((lists) => rowsIn<DueEntry>(lists, columns))
    .sort((one, other) => (before(one, other) ? -1 : 1));
