import { z } from "zod";
import { assets, subCategories, categories as table } from "#drizzle/tenant/index.ts";
import { criticalities, depreciationMethods } from "#drizzle/words.ts";
import { optionalText, optionalWhole, optionalWord, text } from "./fields.ts";
import { countedFor } from "./more-columns.ts";
import { resource } from "./resource.ts";

/** Kinds of equipment. */
export const categories = resource({
  name: "category",
  label: "Category",
  permissions: { view: "view-category", create: "create-category", edit: "edit-category", delete: "delete-category" },
  table,
  input: z.strictObject({
    name: text("Name", 80),
    code: optionalText(20, "Code"),
    description: optionalText(2000),
    defaultCriticality: optionalWord(criticalities),
    defaultPmMonths: optionalWhole("PM interval", 1, 120),
    defaultCalMonths: optionalWhole("Calibration interval", 1, 120),
    defaultDepMethod: optionalWord(depreciationMethods),
    defaultLifeMonths: optionalWhole("Useful life", 1, 1200),
  }),
  title: (row) => row.name,
  search: [table.name, table.code],
  sorts: { name: table.name },
  more: { assets: countedFor("assets.category:", table) },
  usedBy: [
    { table: assets, column: assets.categoryId, things: "assets" },
    { table: subCategories, column: subCategories.categoryId, things: "sub-categories" },
  ],
});
