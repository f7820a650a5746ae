import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { bare, inCompany, json, type OwnedTarget, ownedKey, uncounted, whole } from "../columns.ts";
import { departments } from "./masters.ts";

/** What a value of a dimension counted: a number, twelve of a year, or for each of its months a list. */
export type Figures = Record<string, Record<string, number | (number | readonly number[])[]>>;

/**
 * Figures as a morning counted them from the records. The id is the period, the dimension and the Location:
 * `2026:category:{department}`, `now:all:` for the whole company, `2026-11:asset:` and `2026:asset:` for what each device had in a month and in the year.
 */
export const statistics = sqliteTable(
  "statistics",
  {
    ...bare,
    /** The Location whose devices are counted; null for all. */
    departmentId: uncounted(text(), "counts devices; they are asked themselves"),
    /** By the value of the dimension, then by the metric. */
    figures: json<Figures>().notNull(),
    countedAt: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.departmentId, (): OwnedTarget => departments),
    ...whole("statistics", t.countedAt),
  ],
);
