import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { addDays, startOfDay } from "#app/shared/company-time.ts";
import type { ListQuery } from "#app/shared/list.ts";
import { idFrom } from "#drizzle/columns.ts";
import { activityLog, assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { acrossLocations } from "../../db/scope.ts";
import type { Session } from "../../session.ts";
import { isDay } from "../entity/fields.ts";
import { askedOf } from "../lists/list-query.ts";

const { id, at, actorKind, actorId, actorName, via, action, entityKind, entityId, entityLabel } =
  activityLog;
const { assetId, changes, reason, ip, requestId, seq } = activityLog;
const who = { at, actorKind, actorId, actorName, via, ip, requestId, seq };
const shown = { id, ...who, action, entityKind, entityId, entityLabel, assetId, changes, reason };

/** What every row of a log shows, a company's or the platform's. */
export type LoggedRow = Omit<Pick<Row<typeof activityLog>, keyof typeof shown>, "assetId">;
/** One thing that somebody did, with the Location of the device it was done to. */
export type ActivityRow = Pick<Row<typeof activityLog>, keyof typeof shown> & {
  departmentId: string | null;
};

const filterKeys = ["person", "action", "kind", "from", "to", "asset"] as const;
/** The last day of the calendar has no next one. */
export const isAsked = (day: string) => isDay(day) && day < "9999-12-31";

export const askedActivity = (params: URLSearchParams) =>
  askedOf(params, ["at"], filterKeys, "desc");
export type AskedActivity = ReturnType<typeof askedActivity>;

/** The rows of a log between two days, by their keys, which begin with their time. */
export const daysOf = (key: SQLiteColumn, { filters }: ListQuery, timeZone: string) => {
  const { from = "", to = "" } = filters;
  return and(
    isAsked(from) ? sql`${key} >= ${idFrom(startOfDay(from, timeZone))}` : undefined,
    isAsked(to) ? sql`${key} < ${idFrom(startOfDay(addDays(to, 1), timeZone))}` : undefined,
  );
};

/** The part of the filters that an index serves: of a device, of a person, and between two dates. */
export function rangeOf(query: AskedActivity, timeZone: string): SQL | undefined {
  const { person, asset } = query.filters;
  return and(
    asset ? eq(activityLog.assetId, asset) : person ? eq(activityLog.actorId, person) : undefined,
    daysOf(id, query, timeZone),
  );
}

/** The index that leads to what is asked for; the planner would rather walk the key. */
export const indexOf = ({ filters }: AskedActivity): SQL =>
  filters.asset
    ? sql` indexed by activity_log_by_asset`
    : filters.person
      ? sql` indexed by activity_log_by_actor`
      : sql``;

/** The part of the filters that rows are looked through for; null when there is none. */
export function sieveOf(query: AskedActivity): ((row: LoggedRow) => boolean) | null {
  const { person, asset, ...filters } = query.filters;
  return sieveFor({ ...query, filters: asset && person ? { ...filters, person } : filters });
}

/** The rows that a person did, of an action and of a kind of record whose name holds every word; null where nothing of it is asked. */
export function sieveFor({ q, filters }: Pick<ListQuery, "q" | "filters">) {
  const { person, action, kind } = filters;
  if (!q && !action && !kind && !person) return null;
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return (row: LoggedRow) => {
    const label = row.entityLabel.toLocaleLowerCase();
    return (
      (!person || row.actorId === person) &&
      (!action || row.action.startsWith(`${action}.`)) &&
      (!kind || row.entityKind === kind) &&
      words.every((word) => label.includes(word))
    );
  };
}

/**
 * Rows of the log in a range; for others than Admins with the device's Location, which decides whether they see it. The whole table is
 * read, so that a limited person's look back is bounded by what is there, not by what they see.
 */
export function rowsIn(
  db: Pick<ReadingDb, "select" | "ofOwner">,
  session: Session,
  { where, order = "desc", limit, index = sql`` }: Slice,
): RowsOf {
  const log = sql`${acrossLocations(activityLog, "each row is shown or not by its own Location")}${index}`;
  const isAdmin = session.type === "Admin";
  const all = db
    .select({
      ...columns,
      departmentId: isAdmin ? none : sql`${assets.departmentId}`.as("department_id"),
    })
    .from(log);
  const joined = isAdmin
    ? all
    : all.leftJoin(
        assets,
        and(eq(assets.companyId, activityLog.companyId), eq(assets.id, activityLog.assetId)),
      );
  return joined
    .where(db.ofOwner(activityLog, where))
    .orderBy(order === "asc" ? asc(activityLog.id) : desc(activityLog.id))
    .limit(limit) as unknown as RowsOf;
}
type Slice = { where: SQL | undefined; order?: "asc" | "desc"; limit: number; index?: SQL };
type RowsOf = RunnableQuery<ActivityRow[], "sqlite">;
const none = sql<string | null>`null`.as("department_id");
// As expressions: Drizzle refuses plain columns of a table it does not know to be read.
const columns = Object.fromEntries(
  Object.entries(shown).map(([name, column]) => [
    name,
    sql`${column}`.mapWith(column as typeof at).as(`log_${name}`),
  ]),
);
