import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { bare, oneOf, ownedKey } from "../columns.ts";

export const sampleKinds = [
  "call",
  "machine",
  "machine_model",
  "procedure",
  "calibrator",
  "consumer",
  "stock_item",
  "store",
  "asset",
  "vendor",
  "category",
  "department",
] as const;
export type SampleKind = (typeof sampleKinds)[number];

/**
 * Which records were made to try the product with; the id is the record's. A row is written before its record, so that no record of the
 * company's own becomes one; triggers see to that. What is append-only for all other records may go with one that is noted here.
 */
export const sampleRows = sqliteTable(
  "sample_rows",
  { ...bare, kind: text({ enum: sampleKinds }).notNull() },
  (t) => [ownedKey(t), oneOf("sample_rows_kind_known", t.kind, sampleKinds)],
);
