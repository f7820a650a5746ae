import { and, eq, inArray, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { intervalText } from "#app/shared/due-interval.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { scheduleRules } from "#app/shared/flows/schedules.ts";
import { pick } from "#app/shared/pick.ts";
import { plural } from "#app/shared/plural.ts";
import { newId } from "#drizzle/columns.ts";
import { assetAccessories, assets, schedules } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Row } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { conflict, invalid, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { assertUsable, explainReferences } from "../entity/references.ts";
import { checklistOf } from "./checklist.ts";
import type { NewSchedule } from "./occurrences-of.ts";
import {
  checkAnchor,
  columnsOf,
  type ScheduleInput,
  scheduleInput,
  scheduleReferences,
  schedulesInput,
} from "./schedule-input.ts";
import { replaceFuture, startSchedules } from "./series.ts";

const living = ["received", "in_service", "standby"] as const;
type Failure = { id: string; label: string; reason: string };
export type SchedulesDone = { changed: number; same: number; failed: Failure[]; ids: string[] };

const deviceColumns = pick(assets, ["id", "assetCode", "name", "lifecycle"]);
type Device = Pick<Row<typeof assets>, keyof typeof deviceColumns>;
export const titleOf = ({ assetCode, name }: Pick<Device, "assetCode" | "name">) =>
  `${assetCode} ${name}`;

/** Devices by their ids, and their active schedules of a kind, as statements of a read. */
export const devicesWithPlans = (
  db: Pick<CompanyDb, "select" | "ofOwner">,
  ids: readonly string[],
  kind: ScheduleInput["kind"],
) =>
  [
    db
      .select(deviceColumns)
      .from(assets)
      .where(
        db.ofOwner(assets, and(inArray(assets.id, among(ids)), sql`${assets.deletedAt} is null`)),
      ),
    db
      .select({
        scheduleId: sql<string>`${schedules.id}`.as("schedule_id"),
        ...pick(schedules, ["assetId", "title", "intervalCount", "intervalUnit"]),
      })
      .from(schedules)
      .where(
        db.ofOwner(
          schedules,
          and(
            inArray(schedules.assetId, among(ids)),
            eq(schedules.kind, kind),
            eq(schedules.isActive, true),
          ),
        ),
      )
      .limit(1000),
  ] as const;

/** Why a device can have no schedule; null when it can. */
export const whyNoSchedule = (device: Device | undefined): string | null => {
  if (!device) return "This asset was not found";
  const isLiving = (living as readonly string[]).includes(device.lifecycle);
  return isLiving ? null : `This asset is ${assetRules.states[device.lifecycle].toLowerCase()}`;
};

/** What a schedule is like, in the log. */
const logged = ({ intervalCount, intervalUnit, ...values }: Partial<NewSchedule>) => ({
  ...pick(values as NewSchedule, ["kind", "title", "mode", "anchorOn", "endsOn", "source"]),
  ...(intervalCount && intervalUnit ? { interval: intervalText(intervalCount, intervalUnit) } : {}),
});

/** What a refused command is told of the records it names. @throws Response 404, 422 */
const explained =
  (db: CompanyDb, values: object) =>
  async (refusal: unknown): Promise<never> => {
    await explainReferences(db, scheduleReferences, values as Record<string, unknown>);
    throw refusal;
  };

/** An accessory is one of the device's own. */
const assertAccessory = (db: CompanyDb, accessoryId: string | null, assetId: string) =>
  accessoryId
    ? [
        db.assert(
          "usable_reference",
          db.exists(
            assetAccessories,
            and(eq(assetAccessories.id, accessoryId), eq(assetAccessories.assetId, assetId))!,
          ),
        ),
      ]
    : [];

/**
 * Gives each of up to 100 devices the same schedule with its first dates, in one batch. What cannot have one is named and left out, and so is
 * a device that has an active one of the kind, where that is asked for.
 * @throws Response 403; 404 for a record that is not the company's; 422
 */
export async function createSchedules(
  session: Session,
  sent: unknown,
): Promise<Answer<SchedulesDone>> {
  const db = session.authorize("edit-asset");
  const { assetIds, leavesPlanned, ...values } = checked(schedulesInput, sent);
  const today = dayIn(session.company.timeZone);
  checkAnchor(values, today);
  const asked = [...new Set(assetIds)];
  if (values.accessoryId && asked.length > 1)
    invalid({ accessoryId: ["An accessory belongs to one asset"] });
  const [checklist, [devices, rivals]] = await Promise.all([
    checklistOf(session, values),
    db.read(...devicesWithPlans(db, asked, values.kind)),
  ]);
  const known = new Map(devices.map((device) => [device.id, device]));
  const planned = new Map(rivals.map((rival) => [rival.assetId, rival]));
  const failed: Failure[] = [];
  const given: Device[] = [];
  for (const id of asked) {
    const device = known.get(id);
    const rival = leavesPlanned ? planned.get(id) : undefined;
    const reason = whyNoSchedule(device) ?? (rival ? `It has one: ${rivalText(rival)}` : null);
    if (!device || reason)
      failed.push({ id, label: device ? titleOf(device) : "", reason: reason! });
    else given.push(device);
  }
  if (asked.length === 1 && failed[0]) {
    if (!devices.length) notFound("asset");
    conflict(failed[0].reason);
  }
  const columns = { ...columnsOf(values), ...checklist };
  const rows = given.map((device) => ({ ...columns, id: newId(), assetId: device.id }));
  const ids = given.map(({ id }) => id);
  const rival = asked.length === 1 ? planned.get(asked[0]!) : undefined;
  const said = rival ? `. It has another one: ${rivalText(rival)}` : "";
  const answer: Answer<SchedulesDone> = {
    status: 201,
    message: `${messageOf(rows.length, failed.length)}${said}`,
    data: { changed: rows.length, same: 0, failed, ids: rows.map(({ id }) => id) },
  };
  if (!rows.length) return (await db.firstAnswer<typeof answer.data>()) ?? answer;
  return db
    .commit({
      writes: [
        stillLiving(db, ids),
        ...assertUsable(db, scheduleReferences, columns, null),
        ...assertAccessory(db, columns.accessoryId, asked[0]!),
        ...startSchedules(db, rows, today, session.company),
      ],
      activity: rows.map(
        (row): Activity => ({
          ...{ action: "create.schedule", kind: "schedule", id: row.id, assetId: row.assetId },
          label: `${row.title}, ${titleOf(known.get(row.assetId)!)}`,
          changes: changesBetween({}, logged(row)),
        }),
      ),
      answer,
    })
    .catch(explained(db, columns));
}

export const rivalText = ({
  title,
  intervalCount,
  intervalUnit,
}: Pick<Row<typeof schedules>, "title" | "intervalCount" | "intervalUnit">) =>
  `${title}, ${intervalText(intervalCount, intervalUnit).toLowerCase()}`;

export const stillLiving = (db: CompanyDb, ids: readonly string[]) =>
  db.assert(
    "state",
    sql`(select count(*) from ${assets} where ${db.ofOwner(assets, sql`${assets.id} in ${among(ids)} and ${assets.deletedAt} is null and ${assets.lifecycle} in ('received', 'in_service', 'standby')`)}) = ${ids.length}`,
  );

const messageOf = (done: number, failed: number) => {
  const said = plural(done, "Schedule added", "{n} schedules added");
  return failed ? `${said}, ${plural(failed, "1 could not be", "{n} could not be")}` : said;
};

/** What of the device's own plan only the form of the device changes, and what a plan does not have. */
const ofDevice = [
  ...(["intervalCount", "intervalUnit", "mode", "anchorOn", "endsOn"] as const),
  ...(["contractId", "accessoryId"] as const),
];
const IS_PLAN = "This is the asset's own plan. Change it in the service plan of the asset";
/** @throws Response 422 */
function checkPlan(before: ScheduleInput, values: ScheduleInput): void {
  const wrong = ofDevice.filter((name) => (before[name] ?? null) !== (values[name] ?? null));
  if (wrong.length) invalid(Object.fromEntries(wrong.map((name) => [name, [IS_PLAN]])));
}

/** What of a schedule decides its dates. */
const decisive = [
  ...(["intervalCount", "intervalUnit", "mode", "anchorOn", "endsOn"] as const),
  ...(["windowBeforeDays", "windowAfterDays", "teamId"] as const),
];

/**
 * Saves a changed schedule. Where its dates change, those to come that nobody has touched are replaced. The interval and the dates of a
 * device's own plan stay: they are changed with the device.
 * @throws Response 403; 404; 409 when someone else changed it or it has ended; 422
 */
export async function updateSchedule(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
): Promise<Answer<{ id: string; assetId: string }>> {
  const db = session.authorize("edit-asset");
  const values = checked(scheduleInput, sent);
  const today = dayIn(session.company.timeZone);
  const [checklist, [[row], [device]]] = await Promise.all([
    checklistOf(session, values),
    db.read(
      db.byId(schedules, id),
      db
        .select(deviceColumns)
        .from(assets)
        .where(
          db.ofOwner(
            assets,
            sql`${assets.id} = (select ${schedules.assetId} from ${schedules} where ${db.ofOwner(schedules, eq(schedules.id, id))})`,
          ),
        )
        .limit(1),
    ),
  ]);
  const before = row ?? notFound("schedule");
  refuseStale(before, version);
  const no = scheduleRules.moves.edit.from.includes(scheduleRules.stateOf(before) as never);
  if (!no) conflict(scheduleRules.otherwise("ended", undefined));
  if (before.isPlan) checkPlan(before, values);
  if (values.kind !== before.kind) invalid({ kind: ["The kind of a schedule does not change"] });
  if (values.anchorOn !== before.anchorOn) checkAnchor(values, today);
  const columns = { ...columnsOf(values), ...checklist };
  const { companyId: _, ...own } = before;
  const after = { ...own, ...columns };
  const isMoved = decisive.some((name) => (before[name] ?? null) !== (after[name] ?? null));
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(schedules, before),
        ...assertUsable(db, scheduleReferences, columns, before),
        ...assertAccessory(
          db,
          columns.accessoryId === before.accessoryId ? null : columns.accessoryId,
          before.assetId,
        ),
        db.updating(schedules, eq(schedules.id, id), columns),
        ...(isMoved
          ? replaceFuture(db, after, today, "The schedule was changed", session.company)
          : []),
      ],
      activity: {
        ...{ action: "update.schedule", kind: "schedule", id, assetId: before.assetId },
        label: `${columns.title}, ${device ? titleOf(device) : ""}`,
        changes: changesBetween(changeable(before), changeable(after)),
      },
      answer: { status: 200, message: "Schedule saved", data: { id, assetId: before.assetId } },
    });
  } catch (refusal) {
    if (isRefusal(refusal, 409)) {
      const [[now]] = await db.read(db.byId(schedules, id));
      if (now) refuseStale(now, before.version);
    }
    return explained(db, columns)(refusal);
  }
}

/** What of a schedule its form changes, as the log shows it. */
const changeable = (row: Omit<Row<typeof schedules>, "companyId">) => ({
  ...logged(row),
  ...pick(row, [
    ...(["windowBeforeDays", "windowAfterDays", "leadDays", "minutes"] as const),
    ...(["sourceReason", "needsSignature"] as const),
  ]),
});
