import { and, asc, eq, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { coverWords } from "#app/shared/asset-words.ts";
import { dateText } from "#app/shared/dates.ts";
import {
  MOST_DEVICES,
  MOST_LOOKED,
  MOST_PACKAGE_BYTES,
  type RoundDevice,
  type RoundPackage,
} from "#app/shared/rounds.ts";
import { newId } from "#drizzle/columns.ts";
import {
  assets,
  departments,
  dueOccurrences,
  locations,
  schedules,
  stockItemMachineTypes,
  stockItems,
  stores,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { among, pointsTo } from "../../db/predicates.ts";
import { invalid, tooLarge } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { counterOf } from "../assets/effects.ts";
import { counted } from "../entity/counters.ts";
import { flows } from "../index.ts";
import { reportNames } from "../service-reports/input.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { type AskedRound, addressOf } from "./asked.ts";
import { dueAt, gone, servedBy, takenOf } from "./due-at.ts";
import { lastChecks, lastReport, latestReport, reportBefore } from "./last-reports.ts";

const MOST_ITEMS = 500;
const MOST_OCCURRENCES = 1000;

/** The stock items that the accessories of a device are taken from. */
const sparesOf = (db: CompanyDb) =>
  sql<string[]>`(select json_group_array(a."stock_item_id") from "asset_accessories" as a
    where a."company_id" = ${db.companyId} and a."asset_id" = "assets"."id" and a."stock_item_id" is not null)`
    .mapWith((text: string) => JSON.parse(text) as string[])
    .as("spares");

const devicesOf = (db: CompanyDb, { department, ids, due, until }: AskedRound) =>
  db
    .select({
      id: sql<string>`${assets.id}`.as("asset_id"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
      make: assets.make,
      model: assets.model,
      serialNo: assets.serialNo,
      qrToken: assets.qrToken,
      room: assets.room,
      machineTypeId: assets.machineTypeId,
      coverKind: assets.coverKind,
      coverUntil: assets.coverUntil,
      nextPmOn: assets.nextPmOn,
      departmentId: assets.departmentId,
      locationId: assets.locationId,
      latest: latestReport(db),
      spares: sparesOf(db),
    })
    .from(assets)
    .where(
      db.ofOwner(
        assets,
        and(
          ids.length || due.length
            ? or(inArray(assets.id, among(ids)), inArray(assets.id, servedBy(db, due)))
            : inArray(assets.id, dueAt(db, department, until)),
          isNull(assets.deletedAt),
          notInArray(assets.lifecycle, [...gone]),
        ),
      ),
    )
    .orderBy(asc(assets.id))
    .limit(MOST_DEVICES + 1);

const occurrencesOf = (db: CompanyDb, due: SQL | undefined) =>
  db
    .select({
      id: sql<string>`${dueOccurrences.id}`.as("occurrence_id"),
      assetId: dueOccurrences.assetId,
      kind: dueOccurrences.kind,
      title: schedules.title,
      dueOn: dueOccurrences.dueOn,
      planOn: dueOccurrences.planOn,
      opensOn: dueOccurrences.opensOn,
      status: dueOccurrences.status,
      version: sql<number>`${dueOccurrences.version}`.as("occurrence_version"),
      checklistId: schedules.pmChecklistId,
      before: reportBefore(db),
    })
    .from(dueOccurrences)
    .innerJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
    .where(db.ofOwner(dueOccurrences, due))
    .orderBy(asc(dueOccurrences.planOn), asc(dueOccurrences.id))
    .limit(MOST_OCCURRENCES);

/** Names of Locations, and the places of floors. Devices of a round share them: each is read once. */
const departmentsOf = (db: CompanyDb, ids: string[]) =>
  db
    .select({ id: departments.id, name: departments.name })
    .from(departments)
    .where(db.ofOwner(departments, inArray(departments.id, among(ids))));
const floorsOf = (db: CompanyDb, ids: string[]) =>
  db
    .select({ id: locations.id, path: locations.path })
    .from(locations)
    .where(db.ofOwner(locations, inArray(locations.id, among(ids))));

const typesOf =
  sql.raw(`(select json_group_array("kind"."machine_type_id") from "stock_item_machine_types" as "kind"
  where "kind"."company_id" = "stock_items"."company_id" and "kind"."stock_item_id" = "stock_items"."id")`);

/** Stock that fits: items for the machine types of the devices, and those their accessories are taken from. */
const itemsOf = (db: CompanyDb, spares: string[], types: string[]) => {
  const fitting = sql`(select ${stockItemMachineTypes.stockItemId} from ${stockItemMachineTypes}
      where ${db.ofOwner(stockItemMachineTypes, inArray(stockItemMachineTypes.machineTypeId, among(types)))}
    union select "value" from json_each(${JSON.stringify(spares)}))`;
  return db
    .select({
      id: sql<string>`${stockItems.id}`.as("item_id"),
      name: sql<string>`${stockItems.name}`.as("item_name"),
      unit: stockItems.unit,
      store: sql<string>`${stores.name}`.as("store_name"),
      rateMinor: stockItems.rateMinor,
      quantity: stockItems.quantity,
      types: sql<string>`${typesOf}`.as("types"),
    })
    .from(stockItems)
    .innerJoin(stores, pointsTo(stockItems.storeId, stores))
    .where(
      db.ofOwner(
        stockItems,
        and(
          inArray(stockItems.id, fitting),
          eq(stockItems.isActive, true),
          isNull(stockItems.archivedAt),
          isNull(stockItems.deletedAt),
          isNull(stores.archivedAt),
        ),
      ),
    )
    .orderBy(stockItems.name, stockItems.id)
    .limit(MOST_ITEMS);
};

/**
 * One package of a round: the devices a person takes along with all that their reports need. Two batches after the session: the
 * devices, then all about them by their ids; and one of the catalogue.
 * @throws Response 403 without edit-asset, 413 above 2 MB, 422 for more than 200 devices
 */
export async function roundPackage(session: Session, asked: AskedRound): Promise<RoundPackage> {
  const db = session.authorize("edit-asset");
  const { timeZone, locale, currency } = session.company;
  const [found, [location]] = await db.read(
    devicesOf(db, asked),
    counted(db, counterOf.department(asked.department)),
  );
  if (found.length > MOST_DEVICES)
    invalid({
      until: [
        `More than ${MOST_DEVICES} devices are due here by then. Choose an earlier day, or pick devices in All Assets.`,
      ],
    });
  const ids = found.map(({ id }) => id);
  const due = takenOf(ids, asked);
  const each = (name: "machineTypeId" | "departmentId" | "locationId") => [
    ...new Set(found.flatMap((device) => device[name] ?? [])),
  ];
  const types = each("machineTypeId");
  const spares = [...new Set(found.flatMap((device) => device.spares))];
  const [[occurrences, items, names, floors], checklists, allTypes] = await Promise.all([
    db.read(
      occurrencesOf(db, due),
      itemsOf(db, spares, types),
      departmentsOf(db, each("departmentId")),
      floorsOf(db, each("locationId")),
    ),
    session.catalogue.checklistsOfAll(types),
    session.catalogue.machineTypes(),
  ]);
  const dateFormat = settingOf(session.company, "date_format");
  const devices = found.map(({ coverKind, coverUntil, ...one }): RoundDevice => {
    const { departmentId, locationId, latest, spares: _, ...device } = one;
    const own = occurrences.filter(({ assetId }) => assetId === device.id);
    return {
      ...device,
      cover: coverKind
        ? [coverWords[coverKind] ?? coverKind, coverUntil && dateText(coverUntil, dateFormat)]
            .filter(Boolean)
            .join(" to ")
        : null,
      occurrences: own.map(({ assetId: _, before: __, ...one }) => ({
        ...one,
        planOn: one.planOn ?? one.dueOn,
      })),
      department: names.find(({ id }) => id === departmentId)?.name ?? "",
      floor: floors.find(({ id }) => id === locationId)?.path ?? null,
      last: lastReport(latest),
      lastChecks: lastChecks([latest, ...own.map(({ before }) => before)]),
    };
  });
  const taken: RoundPackage = {
    packageId: newId(),
    title: titleOf(devices),
    takenAt: Date.now(),
    address: addressOf(asked),
    until: asked.until,
    company: {
      id: session.company.id,
      name: session.company.name,
      host: new URL(session.origin).host,
    },
    person: {
      id: session.actor.userId,
      name: session.actor.name,
      mayAdjustStock: session.can("view-stock") && session.can("approve-stock"),
    },
    format: { locale, timeZone, currency, dateFormat },
    takes: {
      occurrence: (reportNames.create.plain as readonly string[]).includes("due_occurrence_id"),
      missed: "could-not-be-done" in (flows["due-occurrences"]?.inputs ?? {}),
    },
    isPartial: (location?.value ?? 0) > MOST_LOOKED,
    devices,
    items: items.map((item) => ({ ...item, types: JSON.parse(item.types) as string[] })),
    checklists,
    machineTypes: allTypes.filter(({ id }) => types.includes(id)),
  };
  if (bytesOf(taken) > MOST_PACKAGE_BYTES)
    tooLarge("This round is too large. Choose fewer devices.");
  return taken;
}

const bytesOf = (round: RoundPackage) => new TextEncoder().encode(JSON.stringify(round)).length;

/** A round is called by its Locations, two at most. */
function titleOf(devices: RoundDevice[]): string {
  const names = [...new Set(devices.map(({ department }) => department))];
  const more = names.length - 2;
  if (more > 0) return `PM round, ${names.slice(0, 2).join(", ")} and ${more} more`;
  return names.length ? `PM round, ${names.join(" and ")}` : "PM round";
}

/** What a round would take along: how many devices, occurrences and bytes. Costs what the package costs. @throws as `roundPackage` */
export async function roundPreview(session: Session, asked: AskedRound) {
  const round = await roundPackage(session, asked);
  return {
    title: round.title,
    devices: round.devices.length,
    occurrences: round.devices.reduce((sum, { occurrences }) => sum + occurrences.length, 0),
    bytes: bytesOf(round),
    isPartial: round.isPartial,
    address: round.address,
  };
}
