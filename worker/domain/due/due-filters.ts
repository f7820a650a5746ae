import { and, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import { dueKinds, openDue, type Standing, standings } from "#app/shared/due-standing.ts";
import { assets, schedules, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { rare } from "../../db/predicates.ts";
import { keptBy, recordColumns } from "../assets/filters.ts";
import { isDay } from "../entity/fields.ts";
import type { Asker, Documents } from "../lists/documents.ts";
import { entryOf } from "../lists/list-query.ts";

/** Waits to be done. The words stand in the text, so that the index of open ones serves it. */
export const isOpenDue = sql`${table.status} in (${sql.raw(openDue.map((one) => `'${one}'`).join(", "))})`;

/** Whether the schedule is on hold on the day it is planned for. Few schedules are: they are listed once. */
export const isHeld = (
  db: ReadingDb,
): SQL => sql`(${table.scheduleId} in (select ${schedules.id} from ${schedules}
    where ${db.ofOwner(schedules, sql`${schedules.holdUntil} is not null`)})
  and exists (select 1 from ${schedules} where ${db.ofOwner(schedules, sql`${schedules.id} = ${table.scheduleId}`)}
    and ${schedules.holdFrom} <= ${table.planOn} and ${table.planOn} <= ${schedules.holdUntil}))`;

/** How an occurrence stands on a day, as SQL: what `standingOf` says. */
export const standingSql = (db: ReadingDb, today: string): SQL<Standing> => sql`case
  when ${table.status} in ('done', 'missed', 'cancelled') then ${table.status}
  when ${isHeld(db)} then 'held'
  when ${table.planOn} < ${today} then 'overdue'
  when coalesce(${table.opensOn}, ${table.planOn}) <= ${today} then 'in_window'
  else 'planned' end`;

/** A filter of devices, on the device of an occurrence. */
const ofAsset =
  (name: string, more?: (value: string, db: ReadingDb) => SQL) =>
  (value: string, { db, today }: Asker): SQL | undefined => {
    const kept = keptBy({ [name]: value }, { companyId: db.companyId, today })[name];
    if (!kept) return undefined;
    const own = sql`exists (select 1 from ${assets} where ${db.ofOwner(
      assets,
      and(eq(assets.id, table.assetId), kept.where),
    )})`;
    return more ? sql`(${more(value, db)} or ${own})` : own;
  };
const isVendorOf = (id: string, db: ReadingDb) =>
  sql`${table.scheduleId} in (select ${schedules.id} from ${schedules} where ${db.ofOwner(
    schedules,
    eq(schedules.vendorId, id),
  )})`;

/** What planned services can be narrowed to, by the names of an address. */
export const dueFilters = {
  // A kind of dates that are kept elsewhere has no planned service: none is looked at.
  kind: (value) => (entryOf(dueKinds, value) ? eq(table.kind, value as "pm") : { lead: sql`0` }),
  status: (value, { db, today }) =>
    entryOf(standings, value) ? sql`${standingSql(db, today)} = ${value}` : undefined,
  department: ofAsset("department"),
  place: ofAsset("place"),
  criticality: ofAsset("criticality"),
  vendor: ofAsset("vendor", isVendorOf),
  // Of what no team was given, the team of the device.
  team: (id, asker) => {
    const ofDevice = ofAsset("team")(id, asker);
    return sql`(${table.assignedTeamId} = ${id} or ${and(isNull(table.assignedTeamId), ofDevice)})`;
  },
  person: (id, { session }) =>
    id === "none"
      ? and(isNull(table.assignedUserId), isNull(table.assignedTeamId))
      : eq(table.assignedUserId, id === "me" ? session.actor.userId : id),
  asset: (id) => ({ lead: rare(eq(table.assetId, id)) }),
  from: (on) => (isDay(on) ? gte(table.planOn, on) : undefined),
  to: (on) => (isDay(on) ? lte(table.planOn, on) : undefined),
} as const satisfies Documents["filters"];

/** The column of each filter whose value is the id of a record. */
export const dueRecords = {
  department: recordColumns.department!,
  place: recordColumns.place!,
  vendor: recordColumns.vendor!,
  team: table.assignedTeamId,
  person: table.assignedUserId,
  asset: table.assetId,
};

/** The filters that the calendar takes from an address; it has days of its own. */
export const calendarFilters = Object.keys(dueFilters).filter(
  (name) => name !== "from" && name !== "to",
);

/** What filters keep, as one predicate. */
export const keptDue = (asker: Asker, values: Readonly<Record<string, string>>): SQL | undefined =>
  and(
    ...Object.entries(values).map(([name, value]) => {
      const made = entryOf<NonNullable<Documents["filters"]>[string]>(dueFilters, name)?.(
        value,
        asker,
      );
      return made && "lead" in made ? made.lead : made;
    }),
  );
