import { eq, type SQL, sql } from "drizzle-orm";
import { assets, categories, subCategories } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

const columns = {
  pm: ["pmMonths", "defaultPmMonths"],
  cal: ["calMonths", "defaultCalMonths"],
} as const;

/** How often a device is due for PM or calibration, in months: as it says itself, else its sub-category, else its category; null where none does. */
export function intervalOf(
  db: Pick<ReadingDb, "ofOwner">,
  service: keyof typeof columns,
): SQL<number | null> {
  const [own, name] = columns[service];
  return sql`coalesce(
    ${assets[own]},
    (select ${subCategories[name]} from ${subCategories} where ${db.ofOwner(subCategories, eq(subCategories.id, assets.subCategoryId))}),
    (select ${categories[name]} from ${categories} where ${db.ofOwner(categories, eq(categories.id, assets.categoryId))}))`;
}
