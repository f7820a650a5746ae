import { and, eq, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { dayIn } from "#app/shared/company-time.ts";
import { assets, stockItems, assetAccessories as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Db, Row } from "../../db/db.ts";
import { conflict, invalid, isRefusal } from "../../refusals.ts";
import type { Company, Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { always, flag, id, optionalMultiline } from "../entity/fields.ts";
import { namedBy } from "../lists/more-columns.ts";
import { countsOnce, ofAccessory, once } from "./accessory-input.ts";
import { type AccessoryChange, followAccessories, type Replaced } from "./accessory-schedules.ts";

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

/** The entity's own verbs, which also keep the schedules by which accessories are replaced. */
export const accessoriesWithSchedules = (company: Company) => {
  const today = dayIn(company.timeZone);
  const follow = (db: Db, change: AccessoryChange) =>
    followAccessories(db as CompanyDb, [change], today, company);
  return {
    ...accessoryEntity,
    adding(db: Db, id: string, values: Record<string, unknown>) {
      const { writes, activity } = accessoryEntity.adding(db, id, values);
      const after = values as Replaced;
      return { writes: [...writes, ...follow(db, { id, before: null, after })], activity };
    },
    changing(db: Db, before: Row<typeof table>, values: Record<string, unknown>) {
      const { writes, activity } = accessoryEntity.changing(db, before, values);
      const after = values as Replaced;
      const isThere = before.archivedAt === null;
      const follows = isThere ? follow(db, { id: before.id, before, after }) : [];
      return { writes: [...writes, ...follows], activity };
    },
  };
};

/** What belongs to a device: probes, cables, batteries. It is no stock. */
export const accessories = {
  ...accessoryEntity,
  create: (session: Session, input: unknown) =>
    unlessDisposed(session, (input as { assetId?: unknown } | null)?.assetId, () =>
      accessoriesWithSchedules(session.company).create(session, input),
    ),
  update: (session: Session, id: string, input: Record<string, unknown>) =>
    unlessDisposed(session, input.assetId, () =>
      accessoriesWithSchedules(session.company).update(session, id, input),
    ),
  /** A schedule that nobody has touched goes with it; another one holds it. */
  remove: (session: Session, id: string) =>
    accessoryEntity.remove(session, id, (before) => followed(session, { id, before, after: null })),
  /** Its schedule ends with it, and begins anew when it is restored. */
  archive: (session: Session, id: string, archived: boolean) =>
    accessoryEntity.archive(session, id, archived, (row) => {
      // What is so already stays so, however often and at once it is asked for.
      if ((row.archivedAt !== null) === archived) return [];
      const [before, after] = archived ? [row, null] : [null, row];
      const db = session.authorize("edit-asset");
      return [db.assertUnchanged(table, row), ...followed(session, { id, before, after })];
    }),
};

/** What follows for its schedule, in the batch of the change. */
const followed = (session: Session, change: AccessoryChange) => {
  const { company } = session;
  return followAccessories(
    session.authorize("edit-asset"),
    [change],
    dayIn(company.timeZone),
    company,
  );
};
