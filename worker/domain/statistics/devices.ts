import { and, asc, gt, isNull, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { assetDetails, assets, locations } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Counted } from "./tally.ts";

/** Rows of one read. */
export const AT_ONCE = 5_000;

/** All rows of a statement that goes on after an id. */
export async function everyRow<R extends { id: string }>(
  page: (after: string) => Promise<readonly R[]>,
  take: (row: R) => void,
): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await page(after);
    for (const row of rows) take(row);
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}

const devicesAfter = (db: ReadingDb, after: string) =>
  db
    .select({
      ...pick(assets, ["id", "departmentId", "categoryId", "criticality", "vendorId", "teamId"]),
      ...pick(assets, ["lifecycle", "condition", "putToUseOn", "purchaseOn", "purchaseCostMinor"]),
      ...pick(assets, ["isCostEstimated", "coverKind", "coverUntil", "notLocatedSince"]),
      ...pick(assets, ["pmRequired", "calRequired", "nextCalOn", "isDown"]),
      ...pick(assetDetails, ["condemnedOn", "salvageMinor", "depMethod", "usefulLifeMonths"]),
      ...pick(assetDetails, ["depRateBp"]),
      /** The place it stands at and every place that is in. */
      places: sql<string | null>`${locations.pathIds}`.as("places"),
    })
    .from(assets)
    .innerJoin(assetDetails, pointsTo(assets.id, assetDetails))
    .leftJoin(locations, pointsTo(assets.locationId, locations))
    .where(db.ofOwner(assets, and(isNull(assets.deletedAt), gt(assets.id, after))))
    .orderBy(asc(assets.id))
    .limit(AT_ONCE);

type Read = Awaited<ReturnType<typeof devicesAfter>>[number];
/** A device with what decides where it counts. */
export type CountedDevice = Read & Counted;

function valuesOf(device: Read): Counted["values"] {
  const { categoryId, criticality, vendorId, teamId, places } = device;
  return [
    ["category", categoryId],
    ["criticality", criticality],
    ...(vendorId ? [["vendor", vendorId] as const] : []),
    ...(teamId ? [["team", teamId] as const] : []),
    ...(places ?? "")
      .split("/")
      .filter(Boolean)
      .map((id) => ["place", id] as const),
  ];
}

/** Every device that is there, by its id. */
export async function readDevices(db: ReadingDb): Promise<Map<string, CountedDevice>> {
  const devices = new Map<string, CountedDevice>();
  await everyRow(
    async (after) => (await db.read(devicesAfter(db, after)))[0],
    (device) => devices.set(device.id, { ...device, values: valuesOf(device) }),
  );
  return devices;
}
