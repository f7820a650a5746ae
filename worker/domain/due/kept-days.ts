import { and, sql } from "drizzle-orm";
import type { Standing } from "#app/shared/due-standing.ts";
import { pick } from "#app/shared/pick.ts";
import { dueDays, schedules, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import { asLists, rowsIn } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Value } from "../../db/fixed.ts";
import { isOpenDue } from "./due-filters.ts";
import { loadOf, minutesSql } from "./load.ts";

/** How many of a standing a day has, and the minutes they take. */
export type Counted = { on: string; standing: Standing; count: number; minutes: number };

/** Day, how it stands, and of what is open the day on which its window opens: see `dueDays`. */
const partsOf = (id: string) => id.split(" ") as [on: string, state: string, opensOn?: string];

/** What is planned for the days of a range, as it is kept by the day: of the whole company. */
export const keptDays = (db: ReadingDb, from: Value | string, to: Value | string) =>
  db
    .select(pick(dueDays, ["id", "count", "minutes"]))
    .from(dueDays)
    .where(db.ofOwner(dueDays, sql`${dueDays.id} between ${from} and ${to} || '~'`));

/** What of it is on hold: the schedules that are, and their open dates within the hold. */
const heldDays = (db: ReadingDb, from: Value | string, to: Value | string) =>
  db
    .select({
      id: sql<string>`${table.planOn} || ' open ' || coalesce(${table.opensOn}, ${table.planOn})`.as(
        "held_day",
      ),
      count: sql<number>`count(*)`.as("held_count"),
      minutes: sql<number>`sum(${minutesSql})`.as("held_minutes"),
    })
    .from(
      sql`${schedules} indexed by "schedules_held" cross join ${table} indexed by "due_occurrences_open_by_asset"`,
    )
    .where(
      and(
        db.ofOwner(
          schedules,
          sql`${schedules.holdUntil} is not null and ${schedules.holdUntil} >= ${from}`,
        ),
        db.ofOwner(
          table,
          sql`${table.assetId} = ${schedules.assetId} and ${table.kind} = ${schedules.kind} and ${isOpenDue}
            and ${table.planOn} between max(${schedules.holdFrom}, ${from}) and min(${schedules.holdUntil}, ${to})
            and ${table.scheduleId} = ${schedules.id}`,
        ),
      ),
    )
    .groupBy(sql`1`);

/** The columns of `keptDays` and of `heldDays`, by the fields of a kept day. */
const keptColumns = { id: "id", count: "count", minutes: "minutes" };
const heldColumns = { id: "held_day", count: "held_count", minutes: "held_minutes" };
export type KeptDay = { id: string; count: number; minutes: number };
/** What is planned for the days of a range and what of it is on hold, as two values. */
export const daysOf = (db: ReadingDb, from: Value, to: Value) => [
  asLists(keptDays(db, from, to), keptColumns),
  asLists(heldDays(db, from, to), heldColumns),
];
/** What `daysOf` answered, by how the days stand today. */
export const standingIn = (
  kept: unknown[][] | undefined,
  held: unknown[][] | undefined,
  today: string,
): Counted[] =>
  standingDays(rowsIn<KeptDay>(kept, keptColumns), rowsIn<KeptDay>(held, heldColumns), today);

/** Kept days by how they stand today; what is on hold is taken from what is open. */
function standingDays(
  days: readonly KeptDay[],
  held: readonly KeptDay[],
  today: string,
): Counted[] {
  const sums = new Map<string, Counted>();
  const add = (on: string, standing: Standing, count: number, minutes: number) => {
    const known = sums.get(`${on} ${standing}`) ?? { on, standing, count: 0, minutes: 0 };
    sums.set(`${on} ${standing}`, {
      ...known,
      count: known.count + count,
      minutes: known.minutes + minutes,
    });
  };
  const openAs = (on: string, opensOn = on): Standing =>
    on < today ? "overdue" : opensOn <= today ? "in_window" : "planned";
  for (const { id, count, minutes } of days) {
    const [on, state, opensOn] = partsOf(id);
    add(on, state === "open" ? openAs(on, opensOn) : (state as Standing), count, minutes);
  }
  for (const { id, count, minutes } of held) {
    const [on, , opensOn] = partsOf(id);
    add(on, openAs(on, opensOn), -count, -minutes);
    add(on, "held", count, minutes);
  }
  return [...sums.values()].filter(({ count }) => count > 0);
}

/** The minutes planned for the days of a range, as two statements; hand their rows to `loadsOf`. */
export const weekLoad = (db: ReadingDb, from: string, to: string) =>
  [
    // People limited to Locations see the load of theirs, which is counted.
    db.scope
      ? db
          .select({
            id: sql<string>`"load_on"`.as("id"),
            count: sql<number>`0`.as("count"),
            minutes: sql<number>`"load_minutes"`.as("minutes"),
          })
          .from(sql`${loadOf(db, from, to)}`)
      : keptDays(db, from, to),
    db.scope ? noDays(db) : heldDays(db, from, to),
  ] as const;
const noDays = (db: ReadingDb) =>
  db
    .select({
      id: sql<string>`''`.as("id"),
      count: sql<number>`0`.as("count"),
      minutes: sql<number>`0`.as("minutes"),
    })
    .from(sql`(select 1 where 0)`);

/** The minutes of each day: of what is open or done, without what is on hold. */
export function loadsOf(days: readonly KeptDay[], held: readonly KeptDay[]) {
  const minutes = new Map<string, number>();
  const add = ({ id, minutes: of }: KeptDay, sign: 1 | -1) => {
    const [on, state] = partsOf(id);
    if (state !== "missed") minutes.set(on, (minutes.get(on) ?? 0) + sign * of);
  };
  for (const day of days) add(day, 1);
  for (const day of held) add(day, -1);
  return [...minutes].map(([on, of]) => ({ on, minutes: of }));
}
