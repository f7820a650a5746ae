import { and, eq } from "drizzle-orm";
import {
  stockItemMachineTypes,
  stores,
  stockItems as table,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { resource } from "../entity/resource.ts";
import { itemInput, openingFields } from "./input.ts";
import { listItems } from "./item-list.ts";
import { changedItem, madeItems, movedAside, type TypeNames } from "./item-writes.ts";

const IN_USE = "It has a quantity. Move it to the other store by Transfer.";

/** The verbs of an item; `types` are the machine types its form may name. */
const entity = (types: TypeNames) =>
  resource({
    name: "stock_item",
    label: "Stock item",
    permissions: {
      view: "view-stock",
      create: "create-stock",
      edit: "edit-stock",
      delete: "delete-stock",
    },
    table,
    input: itemInput,
    title: (row) => row.name,
    search: "stock_item",
    sorts: { name: table.name },
    references: {
      storeId: { table: stores, label: "Store" },
      vendorId: { table: vendors, label: "Vendor" },
    },
    /** Where there is a quantity, it goes to another store by a transfer, so that both ledgers tell of it. */
    also: (db, id, values, before) =>
      before && values.storeId !== before.storeId
        ? [
            db.assert(
              "unreferenced",
              db.exists(table, and(eq(table.id, id), eq(table.quantity, 0))!),
            ),
          ]
        : [],
    always: (anyDb, { id, values, before, gone }) => {
      const db = anyDb as CompanyDb;
      if (!values) return movedAside(db, id, before!, Boolean(gone));
      return before
        ? changedItem(db, id, values, before, types)
        : madeItems(db, [{ id, values }], types);
    },
  });

/** Machine types by id, when a form names any. */
async function typesFor(session: AnySession, input: unknown): Promise<TypeNames> {
  const asked = (input as { machineTypeIds?: unknown } | null)?.machineTypeIds;
  if (!asked || (Array.isArray(asked) && !asked.length)) return new Map();
  return new Map(
    (await (session as Session).catalogue.machineTypes()).map(({ id, name }) => [id, name]),
  );
}

const verbs = entity(new Map());

/** Parts and consumables, one row a store. */
export const stocks = {
  ...verbs,
  list: listItems,

  async find(session: AnySession, id: string) {
    const db = (session as Session).authorize("view-stock");
    const [[row], types] = await db.read(
      db
        .select()
        .from(table)
        .where(db.mine(table, eq(table.id, id)))
        .limit(1),
      db
        .select({ id: stockItemMachineTypes.machineTypeId })
        .from(stockItemMachineTypes)
        .where(db.mine(stockItemMachineTypes, eq(stockItemMachineTypes.stockItemId, id))),
    );
    return row && !row.deletedAt
      ? { ...row, machineTypeIds: types.map((type) => type.id) }
      : notFound("stock_item");
  },

  async create(session: AnySession, input: unknown) {
    return entity(await typesFor(session, input)).create(session, input);
  },

  async update(session: AnySession, id: string, values: Record<string, unknown>) {
    for (const field of openingFields)
      if (values[field] !== undefined && values[field] !== "")
        invalid({ [field]: ["The quantity of an item moves by Receive, Issue and Adjust"] });
    const rest = Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => !(openingFields as readonly string[]).includes(name),
      ),
    );
    try {
      return await entity(await typesFor(session, values)).update(session, id, rest);
    } catch (refusal) {
      if (
        refusal instanceof Response &&
        refusal.status === 409 &&
        (await refusal.clone().text()).includes("It is in use.")
      )
        conflict(IN_USE);
      throw refusal;
    }
  },
};
