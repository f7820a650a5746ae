import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { assetRules } from "#app/shared/flows/assets.ts";
import { assetAccessories, assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";

/** The number of what a device's cache names; names in full, because inside a selected field Drizzle leaves the table out. */
const numberOf = (table: "asset_transfers" | "gate_passes", column: string, as: string) =>
  sql<
    string | null
  >`${sql.raw(`(select "number" from "${table}" as "in" where "in"."company_id" = "assets"."company_id" and "in"."id" = "assets"."${column}")`)}`.as(
    as,
  );

/** Devices that are to go on a transfer, with what stands in their way, as a statement. */
export const devicesOf = (db: ReadingDb, ids: readonly string[]) =>
  db
    .select({
      id: assets.id,
      assetCode: assets.assetCode,
      name: assets.name,
      lifecycle: assets.lifecycle,
      departmentId: assets.departmentId,
      locationId: assets.locationId,
      room: assets.room,
      openGatePassId: assets.openGatePassId,
      openTransferId: assets.openTransferId,
      openBreakdownCount: assets.openBreakdownCount,
      transferNumber: numberOf("asset_transfers", "open_transfer_id", "transfer_number"),
      passNumber: numberOf("gate_passes", "open_gate_pass_id", "pass_number"),
    })
    .from(assets)
    .where(db.ofOwner(assets, and(inArray(assets.id, among(ids)), isNull(assets.deletedAt))))
    .limit(ids.length || 1);
export type Device = Pick<
  Row<typeof assets>,
  | "id"
  | "assetCode"
  | "name"
  | "lifecycle"
  | "departmentId"
  | "locationId"
  | "room"
  | "openGatePassId"
  | "openTransferId"
  | "openBreakdownCount"
> & { transferNumber: string | null; passNumber: string | null };

/**
 * Why a device cannot go on a transfer, as a sentence that names it; null when it can.
 * @param transferId the transfer that may hold it already
 */
export function whyStays(device: Device, transferId: string | null = null): string | null {
  const { assetCode, lifecycle, openGatePassId, openTransferId, transferNumber, passNumber } =
    device;
  if (lifecycle === "condemned" || lifecycle === "disposed")
    return `${assetCode} is ${assetRules.states[lifecycle].toLowerCase()}`;
  if (openTransferId && openTransferId !== transferId)
    return transferNumber
      ? `${assetCode} is already in transfer ${transferNumber}`
      : `${assetCode} is already in a transfer`;
  if (openGatePassId)
    return passNumber
      ? `${assetCode} is out on gate pass ${passNumber}`
      : `${assetCode} is out on a gate pass`;
  return null;
}

/** What holds in the batch of every device that goes on a transfer: it is there, at this Location, and free. */
export const isFree = (departmentId: string, transferId: string): SQL =>
  and(
    eq(assets.departmentId, departmentId),
    isNull(assets.deletedAt),
    isNull(assets.openGatePassId),
    sql`(${assets.openTransferId} is null or ${assets.openTransferId} = ${transferId})`,
    sql`${assets.lifecycle} not in ('condemned', 'disposed')`,
  )!;

/** The accessories of devices that can go along, as a statement. */
export const accessoriesOf = (db: ReadingDb, assetIds: readonly string[]) =>
  db
    .select({
      id: assetAccessories.id,
      assetId: assetAccessories.assetId,
      name: assetAccessories.name,
      serialNo: assetAccessories.serialNo,
      qty: assetAccessories.qty,
    })
    .from(assetAccessories)
    .where(
      db.ofOwner(
        assetAccessories,
        and(
          inArray(assetAccessories.assetId, among(assetIds)),
          isNull(assetAccessories.archivedAt),
        ),
      ),
    )
    .limit(MOST_ACCESSORIES);
const MOST_ACCESSORIES = 500;
