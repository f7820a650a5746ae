import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { stockItems, stores as table } from "#drizzle/tenant/index.ts";
import { departments } from "./departments.ts";
import { flag, optionalId, optionalText, text } from "./fields.ts";
import { resource } from "./resource.ts";

export const stores = resource({
  name: "store",
  label: "Store",
  permissions: { view: "view-store", create: "create-store", edit: "edit-store", delete: "delete-store" },
  table,
  input: z.strictObject({ name: text("Name", 100), code: optionalText(20, "Code"), departmentId: optionalId(), isDefault: flag() }),
  title: (row) => row.name,
  search: [table.name, table.code],
  sorts: { name: table.name },
  references: { departmentId: { table: departments.table, label: "Location" } },
  also: (db, id, { isDefault }) =>
    isDefault ? [db.updating(table, and(eq(table.isDefault, true), ne(table.id, id))!, { isDefault: false })] : [],
  usedBy: [{ table: stockItems, column: stockItems.storeId, things: "stock items" }],
});
