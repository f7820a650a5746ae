import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { measurementStandards } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

/** Whether a standard is among those of a measurement. @param set the column that names the measurement */
export const measuredWith = (db: ReadingDb, set: SQLiteColumn, calibratorId: string): SQL =>
  sql`exists (select 1 from ${measurementStandards} where ${db.ofOwner(
    measurementStandards,
    and(
      eq(measurementStandards.measurementSetId, set),
      eq(measurementStandards.calibratorId, calibratorId),
    ),
  )})`;
