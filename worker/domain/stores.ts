import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { stockItems, stores as table, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../db/company-db.ts";
import { conflict } from "../refusals.ts";
import type { AnySession, Session } from "../session.ts";
import { departments } from "./departments.ts";
import { flag, optionalId, optionalText, text } from "./fields.ts";
import { namedBy } from "./more-columns.ts";
import { resource } from "./resource.ts";

const living = sql`"deleted_at" is null and "archived_at" is null`;

/** Exactly one store is the default while there is any: an archived one stops being it, else the oldest is. */
const oneDefault = (db: CompanyDb) => [
  db.updating(table, sql`${table.isDefault} = 1 and ${table.archivedAt} is not null`, { isDefault: false }),
  db.run(sql`update ${table} set "is_default" = 1 where ${table.companyId} = ${db.companyId}
    and ${table.id} = (select min("id") from "stores" where "company_id" = ${db.companyId} and ${living})
    and not exists (select 1 from "stores" where "company_id" = ${db.companyId} and "is_default" = 1 and "deleted_at" is null)`),
];

const verbs = resource({
  name: "store",
  label: "Store",
  permissions: { view: "view-store", create: "create-store", edit: "edit-store", delete: "delete-store" },
  table,
  input: z.strictObject({
    name: text("Name", 100),
    code: optionalText(20, "Code"),
    departmentId: optionalId(),
    keeperUserId: optionalId(),
    isDefault: flag(),
  }),
  title: (row) => row.name,
  search: [table.name, table.code],
  sorts: { name: table.name },
  more: {
    departmentName: namedBy(departments.table, departments.table.name, table.departmentId),
    keeperName: namedBy(users, users.name, table.keeperUserId),
  },
  references: { departmentId: { table: departments.table, label: "Location" }, keeperUserId: { table: users, label: "Keeper" } },
  also: (db, id, { isDefault }) =>
    isDefault ? [db.updating(table, and(eq(table.isDefault, true), ne(table.id, id))!, { isDefault: false })] : [],
  always: (db) => oneDefault(db as CompanyDb),
  usedBy: [{ table: stockItems, column: stockItems.storeId, things: "stock items" }],
});

const holding = (id: string) => and(eq(stockItems.storeId, id), isNull(stockItems.deletedAt), gt(stockItems.quantity, 0))!;

/** Where parts are kept. */
export const stores = {
  ...verbs,

  /** A store is archived only at zero quantity. @throws Response 409 saying how many items still have one */
  async archive(session: AnySession, id: string, archived: boolean) {
    if (!archived) return verbs.archive(session, id, false);
    const db = (session as Session).authorize("edit-store");
    const [[held]] = await db.read(
      db
        .select({ n: sql<number>`count(*)`.as("n") })
        .from(stockItems)
        .where(db.mine(stockItems, holding(id))),
    );
    if (held?.n)
      conflict(`${held.n} stock items in it still have a quantity. Bring them to zero first.`, { uses: held.n, things: "stock items" });
    return verbs.archive(session, id, true);
  },
};
