import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  flag,
  inCompany,
  json,
  living,
  nocase,
  type OwnedTarget,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { assets } from "./assets.ts";

/** Devices beside one another over a period; what is compared is computed when it is shown. */
export const assetComparisons = sqliteTable(
  "asset_comparisons",
  {
    ...owned,
    name: nocase().notNull(),
    periodFrom: day().notNull(),
    periodTo: day().notNull(),
    metrics: json<string[]>().notNull(),
    /** Its devices as they were called when it was saved, for lists. */
    assetCodes: json<string[]>().notNull().default([]),
    isShared: flag(),
    deletedAt: integer(),
  },
  (t) => [
    ownedKey(t),
    index("asset_comparisons_by_owner").on(t.companyId, t.createdBy, t.name),
    index("asset_comparisons_by_name").on(t.companyId, t.name, t.id).where(living),
    check("asset_comparisons_period_in_order", sql`${t.periodTo} >= ${t.periodFrom}`),
    ...whole("asset_comparisons", t.version),
  ],
);

export const assetComparisonAssets = sqliteTable(
  "asset_comparison_assets",
  {
    ...bare,
    comparisonId: uncounted(text().notNull(), "a line of the comparison"),
    assetId: uncounted(text().notNull(), "a comparison shows a device without using it"),
    position: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.comparisonId, () => assetComparisons),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    uniqueIndex("asset_comparison_assets_pair").on(t.companyId, t.comparisonId, t.assetId),
    index("asset_comparison_assets_by_asset").on(t.companyId, t.assetId),
  ],
);
