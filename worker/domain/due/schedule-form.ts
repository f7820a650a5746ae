import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import { pick } from "#app/shared/pick.ts";
import { assetAccessories, assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { assetQueryOf } from "../assets/asset-query.ts";
import { assetWindow } from "../assets/every.ts";
import { entryOf } from "../lists/list-query.ts";
import { settled } from "../search/device-search.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { scheduleFlow } from "./schedule-flow.ts";
import { MOST_AT_ONCE, scheduleFieldNames } from "./schedule-input.ts";
import { scheduleQueries } from "./schedules-of-asset.ts";

const columns = pick(assets, ["id", "assetCode", "name", "machineTypeId", "machineTypeName"]);
const devicesBy = (db: ReadingDb, ids: readonly string[]) =>
  db
    .select(columns)
    .from(assets)
    .where(db.ofOwner(assets, and(inArray(assets.id, among(ids)), isNull(assets.deletedAt))))
    .orderBy(assets.assetCode)
    .limit(MOST_AT_ONCE);
type Device = Awaited<ReturnType<typeof devicesBy>>[number];

/** The accessories of a device, to choose one. */
const accessoriesOf = (db: ReadingDb, assetId: string) =>
  db
    .select({ value: assetAccessories.id, label: assetAccessories.name })
    .from(assetAccessories)
    .where(
      db.ofOwner(
        assetAccessories,
        and(eq(assetAccessories.assetId, assetId), sql`+${assetAccessories.archivedAt} is null`),
      ),
    )
    .orderBy(assetAccessories.name)
    .limit(MOST_AT_ONCE);

/** The checklists of a machine type, which all the devices have. */
async function checklistsFor(session: Session, devices: readonly Pick<Device, "machineTypeId">[]) {
  const [first] = devices;
  const type = first?.machineTypeId;
  if (!type || devices.some(({ machineTypeId }) => machineTypeId !== type)) return [];
  const found = await session.catalogue.checklistsOf(type);
  return found.map(({ id, machine_name }) => ({ value: id, label: machine_name }));
}

const usual = (session: Session) => ({
  windowBefore: settingOf(session.company, "pm_window_before"),
  windowAfter: settingOf(session.company, "pm_window_after"),
  today: dayIn(session.company.timeZone),
  mayChooseContract: session.can("edit-vendor"),
});

/**
 * The form of a schedule for the devices that its address names by `assets`, or all that match a list by `match=1` and the list's own address.
 * @throws Response 403
 */
export async function newSchedule(session: Session, params: URLSearchParams) {
  const db = session.authorize("edit-asset");
  const isMatch = params.get("match") === "1";
  const ids = (params.get("assets") ?? "").split(",").filter(Boolean).slice(0, 400);
  const kind = entryOf(dueKinds, params.get("kind") ?? "") ? params.get("kind")! : "pm";
  const list = new URLSearchParams(params);
  for (const name of ["match", "assets", "kind", "_routes"]) list.delete(name);
  const [found, accessories] = await db.read(
    isMatch
      ? (assetWindow(
          db,
          assetQueryOf(await settled(db, list), session.company),
          columns,
          "",
          MOST_AT_ONCE,
        ) as unknown as ReturnType<typeof devicesBy>)
      : devicesBy(db, ids),
    accessoriesOf(db, ids.length === 1 ? ids[0]! : ""),
  );
  const devices = found.filter(({ id }) => id !== null);
  return {
    ...usual(session),
    devices: devices.map(({ id, assetCode, name }) => ({ id, assetCode, name })),
    ids: isMatch ? devices.map(({ id }) => id) : ids,
    /** The address of the list of which all that match are meant; null where devices are named. */
    list: isMatch ? list.toString() : null,
    accessories,
    checklists: await checklistsFor(session, devices),
    values: { kind, intervalUnit: "month", mode: "fixed", source: "oem" },
  };
}
export type NewSchedule = Awaited<ReturnType<typeof newSchedule>>;

/** The form of a schedule that is there. @throws Response 403, 404 */
export async function scheduleToEdit(session: Session, id: string) {
  const db = session.authorize("edit-asset");
  const asset = sql`(select "schedules"."asset_id" from "schedules" where "schedules"."company_id" = ${db.companyId} and "schedules"."id" = ${id})`;
  const [[row], [names], [device], accessories] = await db.read(
    ...scheduleQueries(db, id),
    db
      .select(columns)
      .from(assets)
      .where(db.ofOwner(assets, sql`${assets.id} = ${asset}`))
      .limit(1),
    db
      .select({ value: assetAccessories.id, label: assetAccessories.name })
      .from(assetAccessories)
      .where(db.ofOwner(assetAccessories, sql`${assetAccessories.assetId} = ${asset}`))
      .limit(MOST_AT_ONCE),
  );
  const schedule = row ?? notFound("schedule");
  const owner = device ?? notFound("schedule");
  return {
    ...usual(session),
    id,
    version: schedule.version,
    isActive: schedule.isActive,
    isPlan: schedule.isPlan,
    device: { id: owner.id, assetCode: owner.assetCode, name: owner.name },
    moves: scheduleFlow.movesOf(session, schedule),
    accessories,
    checklists: await checklistsFor(session, [
      { machineTypeId: schedule.machineTypeId ?? owner.machineTypeId },
    ]),
    values: { ...pick(schedule, scheduleFieldNames), ...names },
  };
}
export type ScheduleToEdit = Awaited<ReturnType<typeof scheduleToEdit>>;
