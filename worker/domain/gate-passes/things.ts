import { and, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { openCalls } from "#app/shared/flows/service-calls.ts";
import { pick } from "#app/shared/pick.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import {
  assetAccessories,
  assets,
  assetTransfers,
  breakdowns,
  gatePasses,
  gatePassLines,
  stockItems,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Results, Row, Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { PassInput } from "./input.ts";

const idsOf = (values: PassInput, key: "assetId" | "stockItemId") =>
  values.lines.flatMap((line) => line[key] ?? []);
export const deviceIds = (values: PassInput) => idsOf(values, "assetId");

/** Ids as a set of rows. */
export const idSet = (ids: readonly string[]): SQL =>
  sql`(select "value" as "id" from json_each(${JSON.stringify(ids)}))`;

/** The passes and transfers that hold the devices of a set, by the device; also such that the person does not see. */
export const holdersOf = (db: CompanyDb, ids: SQL) => {
  const whole = (table: SQLiteTable) =>
    acrossLocations(table, "what is unique or in use is so in the whole company");
  return db.rows<{
    assetId: string;
    passId: string | null;
    number: string;
    status: string | null;
    isSale: number;
  }>(
    sql`select ${gatePassLines.assetId} as "assetId", ${gatePasses.id} as "passId", ${gatePasses.number} as "number", ${gatePasses.status} as "status",
      ${gatePasses.kind} = 'non_returnable' and ${gatePasses.purpose} = 'condemn_sale' as "isSale"
      from ${ids} as "asked"
      cross join ${whole(gatePassLines)} on ${gatePassLines.companyId} = ${db.companyId}
        and ${gatePassLines.assetId} = "asked"."id" and ${gatePassLines.assetId} is not null and ${gatePassLines.isOpen} = 1
      cross join ${whole(gatePasses)} on ${gatePasses.companyId} = ${db.companyId} and ${gatePasses.id} = ${gatePassLines.gatePassId}
      union all
      select ${assets.id}, null, ${assetTransfers.number}, null, 0 from ${ids} as "asked"
      cross join ${assets} on ${assets.companyId} = ${db.companyId} and ${assets.id} = "asked"."id"
      cross join ${whole(assetTransfers)} on ${assetTransfers.companyId} = ${db.companyId} and ${assetTransfers.id} = ${assets.openTransferId}`,
  );
};

/** What a pass names, as statements of one read. */
export const thingsQueries = (db: CompanyDb, values: PassInput) =>
  [
    db
      .select(pick(assets, ["id", "assetCode", "name", "serialNo", "lifecycle", "departmentId"]))
      .from(assets)
      .where(
        db.ofOwner(
          assets,
          and(inArray(assets.id, among(deviceIds(values))), isNull(assets.deletedAt)),
        ),
      ),
    holdersOf(db, idSet(deviceIds(values))),
    db
      .select(pick(stockItems, ["id", "name", "partNo", "archivedAt"]))
      .from(stockItems)
      .where(
        db.ofOwner(
          stockItems,
          and(
            inArray(stockItems.id, among(idsOf(values, "stockItemId"))),
            isNull(stockItems.deletedAt),
          ),
        ),
      ),
    db
      .select(pick(assetAccessories, ["id", "assetId"]))
      .from(assetAccessories)
      .where(
        db.ofOwner(
          assetAccessories,
          inArray(assetAccessories.id, among(values.lines.flatMap((line) => line.accessoryIds))),
        ),
      ),
    db.byId(vendors, values.vendorId ?? ""),
    db.byId(breakdowns, values.breakdownId ?? ""),
    db.byId(assetTransfers, values.transferId ?? ""),
  ] as const;
export type Things = Results<ReturnType<typeof thingsQueries>>;
export type Device = Things[0][number];

export const titleOf = ({ assetCode, name }: Pick<Row<typeof assets>, "assetCode" | "name">) =>
  `${assetCode} ${name}`;

/**
 * Proves what a pass names.
 * @param own the pass itself, whose lines hold its devices already
 * @returns messages by field @throws Response 404 for an id that is not the company's, 409 for a device that is elsewhere
 */
export function proveThings(values: PassInput, things: Things, own: string | null): FieldErrors {
  const [devices, holders, items, accessories, [vendor], [call], [transfer]] = things;
  if (values.vendorId && !vendor) notFound("vendor");
  if (values.breakdownId && !call) notFound("call");
  if (values.transferId && !transfer) notFound("transfer");
  const errors: FieldErrors = {};
  if (vendor?.archivedAt) errors.vendorId = ["Vendor is archived or was deleted"];
  if (call && !deviceIds(values).includes(call.assetId))
    errors.breakdownId = ["The call is about an asset that is not on this pass"];
  else if (call && !(openCalls as readonly string[]).includes(call.status))
    errors.breakdownId = ["The call is closed"];
  for (const [at, line] of values.lines.entries()) {
    const { assetId, stockItemId, serialNo, accessoryIds } = line;
    const device = devices.find(({ id }) => id === assetId);
    const item = items.find(({ id }) => id === stockItemId);
    if (assetId && !device) notFound("asset");
    if (stockItemId && !item) notFound("stock item");
    if (item?.archivedAt) errors[`lines.${at}.stockItemId`] = [`${item.name} is archived`];
    if (device && !serialNo && !device.serialNo)
      errors[`lines.${at}.serialNo`] = ["Serial no is required"];
    for (const id of accessoryIds) {
      const accessory = accessories.find((one) => one.id === id);
      if (!accessory) notFound("accessory");
      if (accessory!.assetId !== assetId)
        errors[`lines.${at}.accessoryIds`] = ["The accessory belongs to another asset"];
    }
  }
  refuseHeld(devices, holders, values.purpose, own);
  return errors;
}

export type Holders = Things[1];
type Purpose = PassInput["purpose"];

/** @throws Response 409 naming the device that cannot go out, and what holds it */
export function refuseHeld(
  devices: readonly Device[],
  holders: Holders,
  purpose: Purpose,
  own: string | null,
) {
  for (const device of devices) {
    const title = titleOf(device);
    const isSold = purpose === "condemn_sale" && own && device.lifecycle === "disposed";
    if (device.lifecycle === "disposed" && !isSold) conflict(`${title} is disposed`);
    if (purpose === "condemn_sale" && !isSold && device.lifecycle !== "condemned")
      conflict(`${title} is not condemned. Condemn it before it is sold.`);
    const holder = holders.find(
      ({ assetId, passId }) => assetId === device.id && (passId === null || passId !== own),
    );
    if (!holder) continue;
    const { passId, number, status } = holder;
    if (passId === null) conflict(`${title} is already in transfer ${number}`);
    conflict(
      status === "out" || status === "partially_returned"
        ? `${title} is already out on ${number}`
        : `${title} is already on ${number}`,
    );
  }
}

/**
 * The batch stops here unless devices may leave: living, not disposed, not out, not in a transfer.
 * @param isWritten the pass names them already: what is sold may be disposed of before it is fetched
 */
export function assertFree(
  db: CompanyDb,
  ids: readonly string[],
  purpose: Purpose,
  isWritten: boolean,
): Statement[] {
  if (!ids.length) return [];
  const free = and(
    inArray(assets.id, among(ids)),
    isNull(assets.deletedAt),
    isNull(assets.openGatePassId),
    isNull(assets.openTransferId),
    purpose === "condemn_sale"
      ? inArray(assets.lifecycle, isWritten ? ["condemned", "disposed"] : ["condemned"])
      : ne(assets.lifecycle, "disposed"),
  );
  return [
    db.assert(
      "state",
      sql`(select count(*) from ${assets} where ${db.ofOwner(assets, free)}) = cast(${ids.length} as integer)`,
    ),
  ];
}
