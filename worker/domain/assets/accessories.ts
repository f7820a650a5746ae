import { and, eq, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { assets, stockItems, assetAccessories as table } from "#drizzle/tenant/index.ts";
import { conflict, invalid, isRefusal } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { always, flag, id, optionalMultiline } from "../entity/fields.ts";
import { namedBy } from "../lists/more-columns.ts";
import { countsOnce, ofAccessory, once } from "./accessory-input.ts";

/** The one that takes an accessory's place, whether it comes from stock, and why. */
export const replaceInput = z
  .strictObject({ ...ofAccessory, fromStock: flag(), reason: optionalMultiline(500, "Reason") })
  .refine(countsOnce, once)
  .refine(({ fromStock, stockItemId }) => !fromStock || stockItemId, {
    path: ["stockItemId"],
    message: "Choose the spare to take from stock",
    ...always,
  });

export const accessoryEntity = entity({
  table,
  noun: ["accessory", "accessories"],
  permissions: {
    view: "view-asset",
    create: "edit-asset",
    edit: "edit-asset",
    delete: "edit-asset",
  },
  input: z
    .strictObject({ assetId: id("Asset is required"), ...ofAccessory })
    .refine(countsOnce, once),
  list: {
    sorts: { added: table.id, name: table.name },
    filters: { asset: (asset) => eq(table.assetId, asset) },
    more: { stockItemName: namedBy(stockItems, stockItems.name, table.stockItemId) },
  },
  sheet: {
    assetId: {
      label: "Asset code",
      example: "AST-00001",
      like: "asset code assetno assetid equipmentid tag",
    },
    name: {
      example: "SpO2 sensor",
      hint: "Without a serial number it is known by its name.",
      like: "accessory accessoryname item description",
    },
    kind: { example: "Sensor", like: "type" },
    partNo: { example: "M1191B", like: "partnumber sku" },
    serialNo: { like: "serial serialnumber sn" },
    qty: { example: "2", hint: "1 when it has a serial number.", like: "qty count" },
    condition: { example: "Good", like: "state status" },
    costMinor: { like: "price amount" },
    installedOn: { like: "dateofinstallation installdate" },
    warrantyEndOn: { like: "warranty warrantyuntil" },
    replaceEveryMonths: { label: "Replace every (months)", like: "replaceevery" },
    stockItemId: { like: "spare stockitem" },
    remarks: { like: "remark notes note comment comments" },
  },
  also: (db, _, { assetId }, before) => {
    if (before && before.assetId !== assetId)
      invalid({ assetId: ["An accessory stays with its asset"] });
    return [
      db.assert(
        "state",
        db.exists(
          assets,
          and(eq(assets.id, assetId), isNull(assets.deletedAt), ne(assets.lifecycle, "disposed"))!,
        ),
      ),
    ];
  },
});

/** A disposed device is read-only, and so is what belongs to it. */
export async function unlessDisposed<R>(
  session: Session,
  assetId: unknown,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await work();
  } catch (refusal) {
    if (isRefusal(refusal, 409) && typeof assetId === "string") {
      const asset = await session.authorize("edit-asset").find(assets, assetId);
      if (asset?.lifecycle === "disposed") conflict("This asset is disposed");
    }
    throw refusal;
  }
}

/** What belongs to a device: probes, cables, batteries. It is no stock. */
export const accessories = {
  ...accessoryEntity,
  create: (session: Session, input: unknown) =>
    unlessDisposed(session, (input as { assetId?: unknown } | null)?.assetId, () =>
      accessoryEntity.create(session, input),
    ),
  update: (session: Session, id: string, input: Record<string, unknown>) =>
    unlessDisposed(session, input.assetId, () => accessoryEntity.update(session, id, input)),
};
