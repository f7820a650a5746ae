import { sql } from "drizzle-orm";
import { schedules } from "#drizzle/tenant/index.ts";
import { asLists, type Lists, listsIn, readLists, rowsIn } from "../../db/as-lists.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fixed, type Value } from "../../db/fixed.ts";

type Hold = { holdFrom: string; holdUntil: string };
/** The holds of schedules, by their ids. */
export type Holds = ReadonlyMap<string, Hold>;

const columns = { scheduleId: "id", holdFrom: "hold_from", holdUntil: "hold_until" };

/** The schedules that are on hold on any day of a range, as a value. Few are: to look at the schedule of each entry took longer than all else of a month. */
export const holdsOf = (db: ReadingDb, from: Value | string, to: Value | string) =>
  asLists(
    sql`(select ${schedules.id}, ${schedules.holdFrom}, ${schedules.holdUntil} from ${schedules} where ${db.ofOwner(
      schedules,
      sql`${schedules.holdUntil} is not null and ${schedules.holdUntil} >= ${from} and ${schedules.holdFrom} <= ${to}`,
    )})`,
    columns,
  );
/** The same as a statement of a read. */
export const holdsBetween = fixed((db: ReadingDb, from, to) =>
  readLists(db, [holdsOf(db, from, to)]),
);

/** What `holdsOf` answered. */
export const holdsFrom = (rows: unknown[][] | undefined): Holds =>
  new Map(
    rowsIn<Hold & { scheduleId: string }>(rows, columns).map(({ scheduleId, ...hold }) => [
      scheduleId,
      hold,
    ]),
  );
/** What `holdsBetween` answered. */
export const holdsIn = (rows: readonly Lists[]): Holds => holdsFrom(listsIn(rows)[0]);
