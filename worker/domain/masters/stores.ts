import { and, eq, gt, isNull, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { stockItems, stores as table, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { flag, optionalId, optionalText, text } from "../entity/fields.ts";
import { resource } from "../entity/resource.ts";
import { namedBy } from "../lists/more-columns.ts";
import { STOCK_ITEMS, STOCK_VALUE } from "../stock/value.ts";
import { departments } from "./departments.ts";

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

const MOST = 1000;
const holding = (id: string) =>
  and(eq(stockItems.storeId, id), isNull(stockItems.deletedAt), gt(stockItems.quantity, 0))!;

/** A counter of the store, as a column of the list. */
const counter = (prefix: string, name: string): SQL.Aliased<number> => {
  const value =
    sql.raw(`coalesce((select "value" from "counters" where "counters"."company_id" = "stores"."company_id"
    and "counters"."id" = '${prefix}' || "stores"."id"), 0)`);
  return sql<number>`${value}`.as(name);
};

const verbs = resource({
  name: "store",
  label: "Store",
  permissions: {
    view: "view-store",
    create: "create-store",
    edit: "edit-store",
    delete: "delete-store",
  },
  table,
  input: z.strictObject({
    name: text("Name", 100),
    code: optionalText(20, "Code"),
    departmentId: optionalId(),
    keeperUserId: optionalId(),
    isDefault: flag(),
  }),
  title: (row) => row.name,
  search: "store",
  sorts: { name: table.name },
  more: {
    items: counter(STOCK_ITEMS, "items"),
    valueMinor: counter(STOCK_VALUE, "value_minor"),
    departmentName: namedBy(departments.table, departments.table.name, table.departmentId),
    keeperName: namedBy(users, users.name, table.keeperUserId),
  },
  references: {
    departmentId: { table: departments.table, label: "Location" },
    keeperUserId: { table: users, label: "Keeper" },
  },
  also: (db, id, { isDefault }) =>
    isDefault
      ? [
          db.updating(table, and(eq(table.isDefault, true), ne(table.id, id))!, {
            isDefault: false,
          }),
        ]
      : [],
  always: (db) => oneDefault(db as CompanyDb),
});

/** Where parts are kept. */
export const stores = {
  ...verbs,

  /** A store is archived only at zero quantity. @throws Response 409 saying how many items still have one */
  async archive(
    session: AnySession,
    id: string,
    archived: boolean,
  ): Promise<Answer<{ id: string }>> {
    if (!archived) return verbs.archive(session, id, false);
    const db = (session as Session).authorize("edit-store");
    const [[store], [held]] = await db.read(
      db
        .select()
        .from(table)
        .where(db.mine(table, and(eq(table.id, id), isNull(table.deletedAt))))
        .limit(1),
      db
        .select({ n: sql<number>`count(*)`.as("n") })
        .from(
          sql`(select 1 from ${stockItems} where ${db.mine(stockItems, holding(id))} limit ${sql.raw(String(MOST + 1))})`,
        ),
    );
    if (!store) return notFound("store");
    const n = held?.n ?? 0;
    const many = n > MOST ? "1,000+" : n;
    if (n)
      conflict(`${many} stock items in it still have a quantity. Bring them to zero first.`, {
        uses: n,
        things: "stock items",
      });
    return db.commit({
      writes: [
        db.assert("unreferenced", sql`not ${db.exists(stockItems, holding(id))}`),
        db.updating(table, eq(table.id, id), { archivedAt: Date.now() }),
        ...oneDefault(db),
      ],
      activity: { action: "archive.store", kind: "store", id, label: store.name },
      answer: { status: 200, message: "Store archived", data: { id } },
    });
  },

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
