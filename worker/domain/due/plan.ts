import { and, eq, type SQL, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  dueClosings,
  dueOccurrences,
  occurrenceEvents,
  schedules,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { intervalOf } from "../assets/intervals.ts";
import { usedBy } from "../entity/used-by.ts";
import type { Use } from "../entity/uses.ts";
import { windowDay } from "./next-date.ts";
import {
  cancellingOccurrences,
  daysOfWindow,
  isForgettable,
  makingOccurrences,
  type WindowsOf,
} from "./occurrences-of.ts";
import { openOfSchedule, openOfSchedules } from "./open-ones.ts";

/** The kinds of plan that a device's form has, with its fields. */
const plans = {
  pm: { kind: "pm", title: "PM", nextOn: "nextPmOn", required: "pmRequired" },
  cal: { kind: "calibration", title: "Calibration", nextOn: "nextCalOn", required: "calRequired" },
} as const;
const all = Object.values(plans);

/** What a form, a bulk edit or an import says of a device's plan; what it leaves out stays. */
type Said = Partial<
  Record<"nextPmOn" | "nextCalOn", string | null> & Record<"pmRequired" | "calRequired", boolean>
>;
/** A plan to be set: on a day, or ended where the day is null. */
export type Wanted = {
  assetId: string;
  kind: (typeof all)[number]["kind"];
  on: string | null;
  reason: string;
};

/** The dates of a device that its plans have. */
export const planDates = ["nextPmOn", "nextCalOn"] as const;

const NOT_REQUIRED = "Not required";

/** The plans that change with a device. @param before the device as it was; null for a new one */
export const plansOf = (assetId: string, said: Said, before: Said | null): Wanted[] =>
  all.flatMap(({ kind, title, nextOn, required }) => {
    const was = before?.[nextOn] ?? null;
    const on = said[nextOn] === undefined ? was : said[nextOn];
    const isOff = Boolean(before?.[required]) && said[required] === false;
    if (isOff) return [{ assetId, kind, on: null, reason: NOT_REQUIRED }];
    if (on === was) return [];
    const reason = on === null ? `Next ${title} was emptied` : `Next ${title} was set anew`;
    return [{ assetId, kind, on, reason }];
  });

/** The columns of a device without the dates of its plans, which triggers keep. */
export const withoutPlans = <C extends object>({
  nextPmOn: _pm,
  nextCalOn: _cal,
  ...columns
}: C & { nextPmOn?: unknown; nextCalOn?: unknown }) => columns;

const columns = sql.raw(
  `"company_id", "id", "created_at", "created_by", "updated_at", "version", "asset_id", "kind", "title", "interval_unit", "interval_count",
   "mode", "anchor_on", "window_before_days", "window_after_days", "lead_days", "team_id", "vendor_id", "machine_type_id", "pm_checklist_id",
   "source", "source_reason", "needs_signature", "minutes", "hold_from", "hold_until", "hold_reason", "held_by", "held_at", "ends_on", "is_active", "is_plan"`,
);
/** What a plan takes over from the one before it. */
const kept = sql.raw(
  [
    ...["window_before_days", "window_after_days"].map((name) => `"old"."${name}"`),
    `coalesce("old"."lead_days", 30)`,
    ...["team_id", "vendor_id", "machine_type_id", "pm_checklist_id"].map(
      (name) => `"old"."${name}"`,
    ),
  ].join(", "),
);
const keptRest = sql.raw(
  `"old"."source_reason", coalesce("old"."needs_signature", 0), "old"."minutes", "old"."hold_from", "old"."hold_until", "old"."hold_reason", "old"."held_by", "old"."held_at"`,
);

const asRows = (wanted: readonly (Wanted & { id: string })[]) => {
  const rows = wanted.map(({ assetId, kind, on, id, reason }) => [
    assetId,
    kind,
    on,
    id,
    all.find((one) => one.kind === kind)!.title,
    reason,
  ]);
  return sql`(select "value" ->> 0 as "asset_id", "value" ->> 1 as "kind", "value" ->> 2 as "on", "value" ->> 3 as "id",
    "value" ->> 4 as "title", "value" ->> 5 as "reason" from json_each(${JSON.stringify(rows)}))`;
};

/**
 * Sets the plans of devices, however many, after the devices themselves are written: each date that a person gives begins the plan anew with
 * one open occurrence, with the window, team, checklist and hold of the plan before it; an empty date ends it. A plan whose open date is the
 * given one stays. The plan before keeps what was done; its open date is cancelled, or deleted with it where it may be forgotten.
 * @param isNew the devices were made in this batch: there is nothing to end
 */
export function settingPlans(
  db: CompanyDb,
  wanted: readonly Wanted[],
  company: WindowsOf,
  { isNew = false, at = Date.now() } = {},
): Statement[] {
  if (!wanted.length || (isNew && wanted.every(({ on }) => on === null))) return [];
  const rows = asRows(wanted.map((one) => ({ ...one, id: newId(at) })));
  const plan = and(eq(schedules.isPlan, true), eq(schedules.isActive, true))!;
  return [
    ...(isNew ? [] : [endingPlans(db, rows, at)]),
    beginningPlans(db, rows, plan, at),
    ...openingPlans(db, sql`${schedules.id} in (select "id" from ${rows})`, company, at),
    ...(isNew ? [] : clearing(db, rows, at)),
  ];
}

/** Ends the plans that are to have another date, or none. */
function endingPlans(db: CompanyDb, rows: SQL, at: number): Statement {
  const isSame = db.exists(
    dueOccurrences,
    and(openOfSchedule(schedules), sql`${dueOccurrences.planOn} = "row"."on"`)!,
  );
  return db.run(sql`with "row" as materialized (select * from ${rows})
    update ${schedules} set "is_active" = 0, "next_on" = null, "ended_at" = cast(${at} as integer), "ended_by" = ${db.stamp.actorId},
      "end_reason" = "row"."reason", "updated_at" = cast(${at} as integer), "version" = ${schedules.version} + 1
    from "row" where ${db.ofOwner(schedules, sql`${schedules.assetId} = "row"."asset_id" and ${schedules.kind} = "row"."kind" and is_plan = 1 and is_active = 1`)}
      and not ${isSame}`);
}

/**
 * Begins plans for devices that have none of the kind, with what the plan that was just ended had. A device whose dates other schedules
 * give gets none.
 */
function beginningPlans(db: CompanyDb, rows: SQL, plan: SQL, at: number): Statement {
  const months = sql`iif("row"."kind" = 'calibration', ${intervalOf(db, "cal")}, ${intervalOf(db, "pm")})`;
  const ofRow = sql`${schedules.assetId} = "row"."asset_id" and ${schedules.kind} = "row"."kind"`;
  const before = sql`(select ${schedules.id} from ${schedules} where ${db.ofOwner(
    schedules,
    sql`${ofRow} and ${schedules.isPlan} and ${schedules.endedAt} = ${at}`,
  )} order by ${schedules.id} desc limit 1)`;
  return db.run(sql`insert into ${schedules} (${columns})
    select ${db.companyId}, "row"."id", cast(${at} as integer), ${db.stamp.actorId}, cast(${at} as integer), 1, "row"."asset_id", "row"."kind",
      coalesce("old"."title", "row"."title"), 'month', coalesce(${months}, 12), 'floating', "row"."on", ${kept},
      coalesce("old"."source", 'local'), ${keptRest}, iif(${months} is null, "row"."on", null), 1, 1
    from ${rows} as "row" cross join ${assets} left join ${schedules} as "old" on "old"."company_id" = ${db.companyId} and "old"."id" = ${before}
    where ${db.ofOwner(assets, eq(assets.id, sql`"row"."asset_id"`))} and "row"."on" is not null
      and not ${db.exists(schedules, and(ofRow, plan)!)}
      and ("old"."id" is not null or not ${db.exists(schedules, and(ofRow, eq(schedules.isActive, true))!)})`);
}

/** The one open occurrence of each of these plans, on its anchor. */
export function openingPlans(
  db: CompanyDb,
  where: SQL,
  company: WindowsOf,
  at: number,
): Statement[] {
  const [before, after] = daysOfWindow({}, company);
  const on = sql`${schedules.anchorOn}`;
  const values = sql`substr(${schedules.id}, 1, 24) || lower(hex(randomblob(6))), ${schedules.id}, ${schedules.assetId}, ${schedules.kind}, ${on},
    ${windowDay(on, "before", before)}, ${windowDay(on, "after", after)}, ${schedules.teamId}`;
  return [
    makingOccurrences(db, values, sql`from ${schedules} where ${db.ofOwner(schedules, where)}`, at),
  ];
}

/** Clears up after plans that have just ended: what is open goes, and so does a plan of which nothing else is left. */
function clearing(db: CompanyDb, rows: SQL, at: number): Statement[] {
  const ended = sql`${schedules.isPlan} and not ${schedules.isActive} and ${schedules.endedAt} = ${at}
    and ${schedules.assetId} in (select "asset_id" from ${rows})`;
  const ofEnded = openOfSchedules(db, ended);
  const isEmpty = sql`not ${db.exists(dueOccurrences, eq(dueOccurrences.scheduleId, schedules.id))}`;
  return [
    db.removing(dueOccurrences, and(ofEnded, isForgettable(db, at))!),
    ...cancellingOccurrences(db, ofEnded, "The plan was set anew", at),
    db.removing(schedules, and(ended, isEmpty)!),
  ];
}

/** A schedule of which nothing was done, moved, given to anybody or counted in a month, from rows of `schedules`. @param company its column, or the id */
export const isUntouchedSchedule = (
  company: SQL,
) => sql`(not exists (select 1 from ${dueOccurrences} where ${dueOccurrences.companyId} = ${company}
  and ${dueOccurrences.scheduleId} = ${schedules.id} and (${dueOccurrences.status} <> 'scheduled' or ${dueOccurrences.assignedUserId} is not null
    or exists (select 1 from ${occurrenceEvents} where ${occurrenceEvents.companyId} = ${company} and ${occurrenceEvents.occurrenceId} = ${dueOccurrences.id})
    or exists (select 1 from ${dueClosings} where ${dueClosings.companyId} = ${company} and ${dueClosings.occurrenceId} = ${dueOccurrences.id}))))`;

/** A plan that nobody has touched goes with its device. */
const isBare = (company: SQL) => sql`(${schedules.isPlan} and ${isUntouchedSchedule(company)})`;

/** What uses a device: all that points at it but its bare plans, which `removingPlans` takes away with it. */
export const usesOfAssets = (): Use[] =>
  usedBy(assets).map((use) => {
    if (use.table === schedules)
      return { ...use, where: sql`not ${isBare(sql`${schedules.companyId}`)}` };
    if (use.table === dueOccurrences)
      return {
        ...use,
        where: sql`not exists (select 1 from ${schedules} where ${schedules.companyId} = ${dueOccurrences.companyId}
          and ${schedules.id} = ${dueOccurrences.scheduleId} and ${schedules.isPlan})`,
      };
    return use;
  });

/** Takes away the bare plans of devices that are deleted. @param ids a query of one column, or a list */
export const removingPlans = (db: CompanyDb, ids: SQL): Statement[] => {
  const bare = sql`${schedules.assetId} in ${ids} and ${isBare(sql`${schedules.companyId}`)}`;
  return [
    db.removing(
      dueOccurrences,
      sql`${dueOccurrences.scheduleId} in (select ${schedules.id} from ${schedules} where ${db.ofOwner(schedules, bare)})`,
    ),
    db.removing(schedules, bare),
  ];
};
