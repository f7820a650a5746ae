import { and, eq } from "drizzle-orm";
import { stockItemMachineTypes, stockItems as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
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
    offered: { as: "spares", to: ["edit-asset"], where: eq(table.isActive, true) },
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
    always: (anyDb, { id, values, before }) => {
      const db = anyDb as CompanyDb;
      if (!values) return movedAside(db, id, before!);
      return before
        ? changedItem(db, id, values, before, types)
        : fittedItems(db, [{ id, values }], types);
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

const verbs = withTypes(new Map());

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
        .where(db.ofOwner(table, eq(table.id, id)))
        .limit(1),
      db
        .select({ id: stockItemMachineTypes.machineTypeId })
        .from(stockItemMachineTypes)
        .where(db.ofOwner(stockItemMachineTypes, eq(stockItemMachineTypes.stockItemId, id))),
    );
    return row && !row.deletedAt
      ? { ...row, machineTypeIds: types.map((type) => type.id) }
      : notFound("stock item");
  },

  async create(session: AnySession, input: unknown) {
    return withTypes(await typesFor(session, input)).create(session, input);
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
      return await withTypes(await typesFor(session, values)).update(session, id, rest);
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
