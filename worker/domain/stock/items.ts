import { and, eq } from "drizzle-orm";
import { stockItemMachineTypes, stockItems as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { conflict, invalid, isRefusal, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { itemInput, itemSheet, openingFields } from "./input.ts";
import { listItems } from "./item-list.ts";
import { changedItem, fittedItems, itemSearch, movedAside, type TypeNames } from "./item-writes.ts";

const IN_USE = "It has a quantity. Move it to the other store by Transfer.";

/** The verbs of an item; `types` are the machine types its form may name. */
const withTypes = (types: TypeNames) =>
  entity({
    table,
    noun: ["stock item", "stock items"],
    subject: "stock",
    input: itemInput,
    search: itemSearch,
    list: { sorts: { name: table.name } },
    palette: {
      group: "Stock",
      icon: "stock",
      title: ({ name, partNo }) => [name, partNo].filter(Boolean).join(" "),
      hint: ({ quantity, unit }) => `${quantity} ${unit}`,
      href: ({ id }) => `/stocks/ledger/${id}`,
    },
    sheet: itemSheet,
    offered: {
      as: "spares",
      to: ["edit-asset", "create-gate-pass"],
      where: eq(table.isActive, true),
    },
    /** An item with a quantity changes its store by a transfer only, so that both ledgers record it. */
    also: (db, id, values, before) =>
      before && values.storeId !== before.storeId
        ? [
            db.assert(
              "unreferenced",
              db.exists(table, and(eq(table.id, id), eq(table.quantity, 0))!),
            ),
          ]
        : [],
    always: (anyDb, { id, values, before }) => {
      const db = anyDb as CompanyDb;
      if (!values) return movedAside(db, id, before!);
      return before
        ? changedItem(db, id, values, before, types)
        : fittedItems(db, [{ id, values }], types);
    },
  });

/** Machine types by id, when a form names any. */
async function typesFor(session: Session, input: unknown): Promise<TypeNames> {
  const typeIds = (input as { machineTypeIds?: unknown } | null)?.machineTypeIds;
  if (!typeIds || (Array.isArray(typeIds) && !typeIds.length)) return new Map();
  return new Map((await session.catalogue.machineTypes()).map(({ id, name }) => [id, name]));
}

const verbs = withTypes(new Map());

/** Parts and consumables, one row a store. */
export const stocks = {
  ...verbs,
  list: listItems,

  async find(session: Session, id: string) {
    const db = session.authorize("view-stock");
    const [[row], types] = await db.read(
      db.byId(table, id),
      db
        .select({ id: stockItemMachineTypes.machineTypeId })
        .from(stockItemMachineTypes)
        .where(db.ofOwner(stockItemMachineTypes, eq(stockItemMachineTypes.stockItemId, id))),
    );
    if (!row) return notFound("stock item");
    return { ...row, machineTypeIds: types.map((type) => type.id) };
  },

  async create(session: Session, input: unknown) {
    return withTypes(await typesFor(session, input)).create(session, input);
  },

  async update(session: Session, id: string, values: Record<string, unknown>) {
    for (const field of openingFields)
      if (values[field] !== undefined && values[field] !== "")
        invalid({ [field]: ["The quantity of an item moves by Receive, Issue and Adjust"] });
    const rest = Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => !(openingFields as readonly string[]).includes(name),
      ),
    );
    try {
      return await withTypes(await typesFor(session, values)).update(session, id, rest);
    } catch (refusal) {
      if (isRefusal(refusal, 409) && (await refusal.clone().text()).includes("It is in use."))
        conflict(IN_USE);
      throw refusal;
    }
  },
};
