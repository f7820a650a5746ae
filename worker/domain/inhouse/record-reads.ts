/** What an in-house calibration is about and reckoned from, as statements of one read. */
import { type SQL, sql } from "drizzle-orm";
import {
  assets,
  measurementSets,
  procedures,
  procedureVersions,
  inhouseCalibrations as table,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import {
  limitsQuery,
  type MeasurementOf,
  procedureOf,
  rulesQuery,
  type StartingWith,
  standardReads,
  standardsQuery,
  versionOf,
} from "../measurement/reads.ts";

type Column =
  | ("measurement_set_id" | "asset_id" | "performed_on" | "decision_rule_id" | "technician_id")
  | ("verified_by" | "closed_by" | "due_occurrence_id" | "service_report_id")
  | "certificate_report_id";
/** A column of the calibration, for the statements that go with it. */
export const own = (db: ReadingDb, id: string | null, column: Column): SQL =>
  sql`(select ${sql.raw(`"named"."${column}"`)} from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`;

const measurementOf = (db: ReadingDb, id: string): MeasurementOf => ({
  set: own(db, id, "measurement_set_id"),
  from: own(db, id, "performed_on"),
  to: own(db, id, "performed_on"),
  rule: own(db, id, "decision_rule_id"),
});

/** What an in-house calibration is about, as statements of one read. */
export const headReads = (db: ReadingDb, id: string) => {
  const { set } = measurementOf(db, id);
  return [
    db.byId(table, id),
    db.byId(measurementSets, set),
    db.byId(procedureVersions, versionOf(db, set)),
    db.byId(procedures, procedureOf(db, set)),
    db.byId(assets, own(db, id, "asset_id")),
  ] as const;
};
export type HeadRead = StartingWith<ReturnType<typeof headReads>>;

/** What a copy of its measurement is made of, as statements of a move's read. */
export const copyReads = (db: ReadingDb, id: string) =>
  [...headReads(db, id), standardsQuery(db, measurementOf(db, id))] as const;

/** Everything that it is reckoned from, as statements of one read. */
export const recordReads = (db: ReadingDb, id: string) => {
  const of = measurementOf(db, id);
  return [
    ...headReads(db, id),
    ...standardReads(db, of),
    rulesQuery(db, of),
    limitsQuery(db, of),
  ] as const;
};
export type RecordRead = StartingWith<ReturnType<typeof recordReads>>;
