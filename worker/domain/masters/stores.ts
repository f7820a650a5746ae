import { and, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { departments, stockItems, stores as table, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { flag, optionalId, optionalText, text } from "../entity/fields.ts";
import { countText, type UseOf } from "../entity/uses.ts";
import { namedBy } from "../lists/more-columns.ts";
import { STOCK_ITEMS, STOCK_VALUE } from "../stock/value.ts";

const living = sql`"deleted_at" is null and "archived_at" is null`;

/** Exactly one store is the default while there is any: an archived one stops being it, else the oldest is. */
const oneDefault = (db: CompanyDb) => [
  db.updating(table, sql`${table.isDefault} = 1 and ${table.archivedAt} is not null`, {
    isDefault: false,
  }),
  db.run(sql`update ${table} set "is_default" = 1 where ${table.companyId} = ${db.companyId}
    and ${table.id} = (select min("id") from "stores" where "company_id" = ${db.companyId} and ${living})
    and not exists (select 1 from "stores" where "company_id" = ${db.companyId} and "is_default" = 1 and "deleted_at" is null)`),
];

/** The items of a store that still have a quantity. */
const stocked = (id: string): UseOf => ({
  table: stockItems,
  column: stockItems.storeId,
  things: "stock items",
  where: and(eq(stockItems.storeId, id), isNull(stockItems.deletedAt), gt(stockItems.quantity, 0))!,
  href: null,
});

/** A counter of the store, as a column of the list. */
const counter = (prefix: string, name: string): SQL.Aliased<number> => {
  const value =
    sql.raw(`coalesce((select "value" from "counters" where "counters"."company_id" = "stores"."company_id"
    and "counters"."id" = '${prefix}' || "stores"."id"), 0)`);
  return sql<number>`${value}`.as(name);
};

const verbs = entity({
  table,
  noun: ["store", "stores"],
  subject: "store",
  input: z.strictObject({
    name: text("Name", 100),
    code: optionalText(20, "Code"),
    departmentId: optionalId(),
    keeperUserId: optionalId("Keeper"),
    isDefault: flag("Default"),
  }),
  list: {
    sorts: { name: table.name },
    more: {
      items: counter(STOCK_ITEMS, "items"),
      valueMinor: counter(STOCK_VALUE, "value_minor"),
      departmentName: namedBy(departments, departments.name, table.departmentId),
      keeperName: namedBy(users, users.name, table.keeperUserId),
    },
  },
  offered: { to: ["view-stock"] },
  also: (db, id, { isDefault }) =>
    isDefault
      ? [
          db.updating(table, and(eq(table.isDefault, true), ne(table.id, id))!, {
            isDefault: false,
          }),
        ]
      : [],
  always: (db) => oneDefault(db as CompanyDb),
  heldBy: (id) => ({
    uses: [stocked(id)],
    refusal: (n) =>
      `${countText(n)} stock items in it still have a quantity. Bring them to zero first.`,
  }),
});

/** Where parts are kept. */
export const stores = {
  ...verbs,

  /** Makes a store the default; the one before stops being it. @throws Response 404, 409 for an archived store */
  async setDefault(session: AnySession, id: string): Promise<Answer<{ id: string }>> {
    const db = (session as Session).authorize("edit-store");
    const store = await db.find(table, id);
    if (!store || store.deletedAt) return notFound("store");
    if (store.archivedAt) conflict(`${store.name} is archived. Restore it first.`);
    return db.commit({
      writes: [
        db.assert(
          "state",
          db.exists(
            table,
            and(eq(table.id, id), isNull(table.archivedAt), isNull(table.deletedAt))!,
          ),
        ),
        db.updating(table, and(eq(table.isDefault, true), ne(table.id, id))!, { isDefault: false }),
        db.updating(table, and(eq(table.id, id), eq(table.isDefault, false))!, { isDefault: true }),
      ],
      activity: {
        action: "update.store",
        kind: "store",
        id,
        label: store.name,
        changes: store.isDefault ? [] : [{ field: "isDefault", from: false, to: true }],
      },
      answer: { status: 200, message: `${store.name} is the default store`, data: { id } },
    });
  },
};
