import { and, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { countText } from "#app/shared/numbers.ts";
import { departments, stockItems, stores as table, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Db } from "../../db/db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { AnySession } from "../../session.ts";
import { entity, opened } from "../entity/entity.ts";
import { flag, optionalId, optionalText, text } from "../entity/fields.ts";
import { usable } from "../entity/references.ts";
import type { UseOf } from "../entity/uses.ts";
import { countedFor, namedBy } from "../lists/more-columns.ts";
import { STOCK_ITEMS, STOCK_VALUE } from "../stock/value.ts";

const living = sql`"deleted_at" is null and "archived_at" is null`;

/** Keeps exactly one default store: an archived one loses the mark, and without one the oldest store gets it. */
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
  things: "stock items",
  where: and(eq(stockItems.storeId, id), isNull(stockItems.deletedAt), gt(stockItems.quantity, 0))!,
  href: null,
});

/** A counter of the store, as a column of the list. */
const counter = (prefix: `${string}:`, name: string): SQL.Aliased<number> =>
  sql<number>`coalesce(${countedFor(prefix, table).sql}, 0)`.as(name);

/** Takes the default mark from every other store. */
const noOtherDefault = (db: Db, id: string) =>
  db.updating(table, and(eq(table.isDefault, true), ne(table.id, id))!, { isDefault: false });

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
  also: (db, id, { isDefault }) => (isDefault ? [noOtherDefault(db, id)] : []),
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
    const db = opened(session, "edit-store");
    const [[store]] = await db.read(db.byId(table, id));
    if (!store) return notFound("store");
    if (store.archivedAt) conflict(`${store.name} is archived. Restore it first.`);
    return db.commit({
      writes: [
        db.assert("state", db.exists(table, and(eq(table.id, id), usable(table))!)),
        noOtherDefault(db, id),
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
