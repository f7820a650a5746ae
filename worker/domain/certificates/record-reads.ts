/** What a certificate is about and reckoned from, as statements of one read. */
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  consumerSites,
  consumers,
  contractReviews,
  machineModels,
  machines,
  measurementSets,
  procedures,
  procedureVersions,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import {
  limitsQuery,
  type MeasurementOf,
  procedureOf,
  rulesQuery,
  type StartingWith,
  scopeQuery,
  standardReads,
  standardsQuery,
  versionOf,
} from "../measurement/reads.ts";

type Column =
  | ("measurement_set_id" | "machine_id" | "consumer_id" | "consumer_site_id")
  | ("cal_start_on" | "cal_end_on" | "decision_rule_id");
/** A column of the certificate, for the statements that go with it. */
const own = (db: ReadingDb, id: string, column: Column): SQL =>
  sql`(select ${sql.raw(`"named"."${column}"`)} from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`;
/** The measurement of a certificate, as SQL of its id. */
export const ownSet = (db: ReadingDb, id: string): SQL => own(db, id, "measurement_set_id");
const modelOf = (db: ReadingDb, id: string): SQL =>
  sql`(select "its"."machine_model_id" from ${machines} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${own(db, id, "machine_id")})`;
/** What a certificate names of its measurement. */
const measurementOf = (db: ReadingDb, id: string): MeasurementOf => ({
  set: own(db, id, "measurement_set_id"),
  from: own(db, id, "cal_start_on"),
  to: own(db, id, "cal_end_on"),
  rule: own(db, id, "decision_rule_id"),
});

const reviewQuery = (db: ReadingDb, id: string) =>
  db
    .select(pick(contractReviews, ["decisionRuleId", "intervalAgreed", "reviewedOn"]))
    .from(contractReviews)
    .where(
      db.ofOwner(
        contractReviews,
        and(
          eq(contractReviews.consumerId, own(db, id, "consumer_id")),
          isNull(contractReviews.deletedAt),
        ),
      ),
    )
    .orderBy(desc(contractReviews.reviewedOn), desc(contractReviews.id))
    .limit(1);

/** What a certificate is about, as statements of one read. */
export const headReads = (db: ReadingDb, id: string) =>
  [
    db.byId(table, id),
    db.byId(measurementSets, own(db, id, "measurement_set_id")),
    db.byId(procedureVersions, versionOf(db, own(db, id, "measurement_set_id"))),
    db.byId(procedures, procedureOf(db, own(db, id, "measurement_set_id"))),
    db.byId(machines, own(db, id, "machine_id")),
    db.byId(machineModels, modelOf(db, id)),
    db.byId(consumers, own(db, id, "consumer_id")),
    db.byId(consumerSites, own(db, id, "consumer_site_id")),
  ] as const;
export type HeadRead = StartingWith<ReturnType<typeof headReads>>;

/** What a copy of a certificate's measurement is made of, as statements of a move's read. */
export const copyReads = (db: ReadingDb, id: string) =>
  [...headReads(db, id), standardsQuery(db, measurementOf(db, id))] as const;

/** Everything that a certificate is reckoned from, as statements of one read. */
export const recordReads = (db: ReadingDb, id: string) => {
  const of = measurementOf(db, id);
  return [
    ...headReads(db, id),
    reviewQuery(db, id),
    ...standardReads(db, of),
    rulesQuery(db, of),
    scopeQuery(db, of),
    limitsQuery(db, of),
  ] as const;
};
export type RecordRead = StartingWith<ReturnType<typeof recordReads>>;
