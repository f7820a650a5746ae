import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { addMonths } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  dueOccurrences,
  schedules,
  assetAccessories as table,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { isInUse } from "../due/next-date.ts";
import { type NewSchedule, untouched, type WindowsOf } from "../due/occurrences-of.ts";
import { openOfSchedules } from "../due/open-ones.ts";
import { isUntouchedSchedule } from "../due/plan.ts";
import { endSchedules, startSchedules } from "../due/series.ts";
import { usedBy } from "../entity/used-by.ts";
import type { Use } from "../entity/uses.ts";

/** What of an accessory its schedule follows from. */
export type Replaced = Pick<
  Row<typeof table>,
  "assetId" | "name" | "installedOn" | "replaceEveryMonths"
>;
/** An accessory as it was and as it becomes; null where there is none, or it is archived. */
export type AccessoryChange = { id: string; before: Replaced | null; after: Replaced | null };

const titleOf = ({ name }: Replaced) => `Replace ${name}`.slice(0, 120);

/** The active schedules of accessories. */
const schedulesOf = (changes: readonly AccessoryChange[]) =>
  and(
    inArray(
      schedules.assetId,
      among(changes.map(({ before, after }) => (after ?? before)!.assetId)),
    ),
    eq(schedules.kind, "accessory"),
    inArray(schedules.accessoryId, among(changes.map(({ id }) => id))),
    eq(schedules.isActive, true),
  )!;

/** Its schedule is one that goes on from when it was replaced last, from the day it was installed, else from today. */
const scheduleOf = (id: string, after: Replaced, today: string): NewSchedule => ({
  id: newId(),
  assetId: after.assetId,
  accessoryId: id,
  kind: "accessory",
  title: titleOf(after),
  intervalUnit: "month",
  intervalCount: after.replaceEveryMonths!,
  mode: "floating",
  anchorOn: addMonths(after.installedOn ?? today, after.replaceEveryMonths!),
  source: "local",
});

/**
 * The schedules by which accessories are replaced, in the batch of a command, after the accessories themselves: one begins with the interval,
 * begins anew with another interval or day of installation, and ends with the accessory. Another name only changes the title.
 * @param changes of accessories, however many
 * @param today the company's day
 */
export function followAccessories(
  db: CompanyDb,
  changes: readonly AccessoryChange[],
  today: string,
  company: WindowsOf,
  at = Date.now(),
): Statement[] {
  const isPlanned = (one: Replaced | null) => Boolean(one?.replaceEveryMonths);
  const isSame = ({ before, after }: AccessoryChange) =>
    before?.replaceEveryMonths === after?.replaceEveryMonths &&
    before?.installedOn === after?.installedOn;
  const moved = changes.filter(
    (one) => !isSame(one) && (isPlanned(one.before) || isPlanned(one.after)),
  );
  const ended = moved.filter(({ before }) => isPlanned(before));
  const begun = moved.flatMap(({ id, after }) =>
    after && isPlanned(after) ? [scheduleOf(id, after, today)] : [],
  );
  const renamed = changes.filter(
    (one) => isSame(one) && isPlanned(one.after) && one.before!.name !== one.after!.name,
  );
  return [
    ...ending(
      db,
      ended.filter(({ after }) => after),
      "The accessory was changed",
      today,
      at,
    ),
    ...ending(
      db,
      ended.filter(({ after }) => !after),
      "The accessory was archived",
      today,
      at,
    ),
    ...startSchedules(db, begun, today, company),
    ...unplanningRetired(db, begun),
    ...renamed.map((one) =>
      db.updating(schedules, and(schedulesOf([one]), eq(schedules.title, titleOf(one.before!)))!, {
        title: titleOf(one.after!),
      }),
    ),
  ];
}

const occurrencesWhere = (db: CompanyDb, where: SQL) =>
  sql`${dueOccurrences.scheduleId} in (select ${schedules.id} from ${schedules} where ${db.ofOwner(schedules, where)})`;

/** Ends schedules; an open date that nobody has touched goes, and so does a schedule of which nothing is left. */
function ending(
  db: CompanyDb,
  changes: readonly AccessoryChange[],
  reason: string,
  today: string,
  at: number,
): Statement[] {
  if (!changes.length) return [];
  const these = schedulesOf(changes);
  const isEmpty = sql`not ${db.exists(dueOccurrences, eq(dueOccurrences.scheduleId, schedules.id))}`;
  return [
    db.removing(dueOccurrences, and(openOfSchedules(db, these), untouched(db))!),
    db.removing(schedules, and(these, isEmpty)!),
    ...endSchedules(db, these, today, reason, at),
  ];
}

/** A device at the end of its life is planned for nothing: what was begun for it goes again. */
function unplanningRetired(db: CompanyDb, begun: readonly NewSchedule[]): Statement[] {
  if (!begun.length) return [];
  const isRetired = sql`not ${db.exists(assets, and(eq(assets.id, schedules.assetId), sql`${assets.deletedAt} is null`, isInUse)!)}`;
  const these = and(inArray(schedules.id, among(begun.map(({ id }) => id))), isRetired)!;
  return [db.removing(dueOccurrences, occurrencesWhere(db, these)), db.removing(schedules, these)];
}

/** What uses an accessory: all that points at it but a schedule that nobody has touched, which goes with it. */
export const usesOfAccessories = (): Use[] =>
  usedBy(table).map((use) =>
    use.table === schedules
      ? { ...use, where: sql`not ${isUntouchedSchedule(sql`${schedules.companyId}`)}` }
      : use,
  );
