import { z } from "zod";
import { assets, stores, departments as table, users } from "#drizzle/tenant/index.ts";
import { departmentKinds } from "#drizzle/tenant/masters.ts";
import { optionalEmail, optionalText, optionalWhole, optionalWord, text } from "./fields.ts";
import { countedFor } from "./more-columns.ts";
import { resource } from "./resource.ts";

/** Who a device belongs to; people know them as Locations. */
export const departments = resource({
  name: "department",
  label: "Location",
  permissions: { view: "view-department", create: "create-department", edit: "edit-department", delete: "delete-department" },
  table,
  input: z.strictObject({
    name: text("Name", 100),
    code: optionalText(20, "Code"),
    kind: optionalWord(departmentKinds),
    headName: optionalText(),
    headPhone: optionalText(30),
    headEmail: optionalEmail(),
    costCentre: optionalText(40),
    pmBaseMonth: optionalWhole("PM base month", 1, 12),
  }),
  title: (row) => row.name,
  search: [table.name, table.code, table.headName],
  sorts: { name: table.name },
  more: { assets: countedFor("assets.department:", table) },
  usedBy: [
    { table: assets, column: assets.departmentId, things: "assets" },
    { table: users, column: users.departmentId, things: "people" },
    { table: stores, column: stores.departmentId, things: "stores" },
  ],
});
