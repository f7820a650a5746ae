/** What a certificate is about and reckoned from, as statements of one read. */
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  calibratorCertificates,
  calibratorRanges,
  calibrators,
  cmcEntries,
  consumerSites,
  consumers,
  contractReviews,
  decisionRules,
  machineModels,
  machines,
  measurementSets,
  measurementStandards,
  procedures,
  procedureVersions,
  safetyLimits,
  certificateReports as table,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results, Statement } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";

const MOST = { standards: 30, ranges: 400, rules: 100, scope: 500, limits: 300 } as const;
/** Certificates of a standard whose corrections tell its drift. */
const YEARS = 12;

type Column =
  | ("measurement_set_id" | "machine_id" | "consumer_id" | "consumer_site_id")
  | ("cal_start_on" | "cal_end_on" | "decision_rule_id");
/** A column of the certificate, for the statements that go with it. */
const own = (db: ReadingDb, id: string, column: Column): SQL =>
  sql`(select ${sql.raw(`"named"."${column}"`)} from ${table} as "named" where "named"."company_id" = ${db.companyId} and "named"."id" = ${id})`;
const versionOf = (db: ReadingDb, id: string): SQL =>
  sql`(select "its"."procedure_version_id" from ${measurementSets} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${own(db, id, "measurement_set_id")})`;
const modelOf = (db: ReadingDb, id: string): SQL =>
  sql`(select "its"."machine_model_id" from ${machines} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${own(db, id, "machine_id")})`;
const procedureOf = (db: ReadingDb, id: string): SQL =>
  sql`(select "its"."procedure_id" from ${procedureVersions} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${versionOf(db, id)})`;
const contentOf = (db: ReadingDb, id: string): SQL =>
  sql`(select "its"."content" from ${procedureVersions} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${versionOf(db, id)})`;

const ofSet = (db: ReadingDb, id: string) =>
  db.ofOwner(
    measurementStandards,
    eq(measurementStandards.measurementSetId, own(db, id, "measurement_set_id")),
  );

/** Whether a standard was out of use on some day of the work: by an event of these days, or by the last one before them. */
const heldDuring = (db: ReadingDb, id: string) => {
  const out = sql`in ('quarantined', 'damaged', 'retired')`;
  const events = sql`from "calibrator_events" as "e" where "e"."company_id" = ${db.companyId} and "e"."calibrator_id" = "measurement_standards"."calibrator_id"`;
  return sql<number>`(exists (select 1 ${events} and "e"."on_day" between ${own(db, id, "cal_start_on")} and ${own(db, id, "cal_end_on")} and "e"."status" ${out})
    or coalesce((select "e"."status" ${events} and "e"."on_day" < ${own(db, id, "cal_start_on")} order by "e"."on_day" desc, "e"."id" desc limit 1) ${out}, 0))`.as(
    "held_during",
  );
};

/** The standards of a certificate's measurement, as a statement of a read. */
export const standardsQuery = (db: ReadingDb, id: string) =>
  db
    .select({
      ...pick(measurementStandards, [
        ...(["calibratorId", "calibratorCertificateId", "role", "sort"] as const),
        ...(["certificateNo", "dueOn", "route"] as const),
      ]),
      ...pick(calibrators, ["calibratorNo", "name", "serialNo", "manufacturer", "model", "status"]),
      heldDuring: heldDuring(db, id),
    })
    .from(measurementStandards)
    .innerJoin(calibrators, pointsTo(measurementStandards.calibratorId, calibrators))
    .where(ofSet(db, id))
    .orderBy(measurementStandards.sort, measurementStandards.id)
    .limit(MOST.standards);

const certificatesQuery = (db: ReadingDb, id: string) =>
  db
    .select(
      pick(calibratorCertificates, [
        ...(["id", "certificateNo", "issuedBy", "accreditationBody", "accreditationNo"] as const),
        ...(["route", "calibratedOn", "dueOn", "validFrom", "validUntil", "status"] as const),
      ]),
    )
    .from(measurementStandards)
    .innerJoin(
      calibratorCertificates,
      pointsTo(measurementStandards.calibratorCertificateId, calibratorCertificates),
    )
    .where(ofSet(db, id))
    .limit(MOST.standards);

const rangeColumns = pick(calibratorRanges, [
  ...(["id", "calibratorCertificateId", "calibratorId", "parameter", "quantity", "unit"] as const),
  ...(["rangeLo", "rangeHi", "resolution", "uKind", "uAbs", "uPct", "uEquation", "uK"] as const),
  ...(["specAbs", "specPct", "driftKind", "driftValue", "correction"] as const),
  ...(["correctionEquation", "points"] as const),
]);
const rangesQuery = (db: ReadingDb, id: string) =>
  db
    .select(rangeColumns)
    .from(measurementStandards)
    .innerJoin(
      calibratorRanges,
      and(
        eq(calibratorRanges.companyId, measurementStandards.companyId),
        eq(calibratorRanges.calibratorCertificateId, measurementStandards.calibratorCertificateId),
      ),
    )
    .where(ofSet(db, id))
    .limit(MOST.ranges);

/** Ranges of earlier certificates of those standards whose budgets take drift from history, the newest first. */
const historyQuery = (db: ReadingDb, id: string) => {
  const asks = sql`exists (select 1 from "calibrator_ranges" as "r" where "r"."company_id" = ${db.companyId}
    and "r"."calibrator_certificate_id" = "measurement_standards"."calibrator_certificate_id" and "r"."drift_kind" = 'from_history')`;
  const latest = sql`(select "c"."id" from "calibrator_certificates" as "c" where "c"."company_id" = ${db.companyId}
    and "c"."calibrator_id" = "measurement_standards"."calibrator_id" and "c"."status" in ('accepted', 'superseded')
    and "c"."calibrated_on" <= (select "k"."calibrated_on" from "calibrator_certificates" as "k" where "k"."company_id" = ${db.companyId} and "k"."id" = "measurement_standards"."calibrator_certificate_id")
    order by "c"."calibrated_on" desc, "c"."id" desc limit ${sql.raw(String(YEARS))})`;
  return db
    .select({
      ...pick(calibratorRanges, ["calibratorId", "parameter", "unit", "points"]),
      ...pick(calibratorCertificates, ["calibratedOn", "certificateNo"]),
      certificateId: calibratorCertificates.id,
    })
    .from(measurementStandards)
    .innerJoin(
      calibratorCertificates,
      and(
        eq(calibratorCertificates.companyId, measurementStandards.companyId),
        sql`${calibratorCertificates.id} in ${latest}`,
      ),
    )
    .innerJoin(
      calibratorRanges,
      and(
        eq(calibratorRanges.companyId, calibratorCertificates.companyId),
        eq(calibratorRanges.calibratorCertificateId, calibratorCertificates.id),
      ),
    )
    .where(and(ofSet(db, id), asks))
    .orderBy(desc(calibratorCertificates.calibratedOn), desc(calibratorCertificates.id))
    .limit(MOST.ranges);
};

/** The decision rules that a certificate or a point of its procedure names, the archived too: a record keeps what it names. */
const rulesQuery = (db: ReadingDb, id: string) =>
  db
    .select(
      pick(decisionRules, [
        ...(["id", "code", "name", "kind", "guardFactor", "riskLimit"] as const),
        ...(["certificateText", "minTur"] as const),
      ]),
    )
    .from(decisionRules)
    .where(
      db.ofOwner(
        decisionRules,
        and(
          isNull(decisionRules.deletedAt),
          sql`${decisionRules.id} in (select ${own(db, id, "decision_rule_id")} union select "point"."value" ->> 'decisionRuleId' from json_each(${contentOf(db, id)}, '$.parameters') as "one", json_each("one"."value", '$.points') as "point")`,
        ),
      ),
    )
    // No index of names: the few are looked up by their ids.
    .orderBy(sql`+${decisionRules.name}`)
    .limit(MOST.rules);

const scopeQuery = (db: ReadingDb, id: string) =>
  db
    .select(
      pick(cmcEntries, [
        ...(["parameter", "unit", "rangeLo", "rangeHi", "cmcAbs", "cmcPct"] as const),
        ...(["place", "validFrom", "validUntil"] as const),
      ]),
    )
    .from(cmcEntries)
    .where(
      db.ofOwner(
        cmcEntries,
        and(
          isNull(cmcEntries.deletedAt),
          isNull(cmcEntries.archivedAt),
          sql`${cmcEntries.parameter} in (select "one"."value" ->> 'name' from json_each(${contentOf(db, id)}, '$.parameters') as "one")`,
        ),
      ),
    )
    .limit(MOST.scope);

const limitsQuery = (db: ReadingDb, id: string) =>
  db
    .select()
    .from(safetyLimits)
    .where(
      db.ofOwner(
        safetyLimits,
        and(
          sql`${safetyLimits.standard} = (${contentOf(db, id)} ->> '$.safety.standard')`,
          isNull(safetyLimits.deletedAt),
          sql`+${safetyLimits.archivedAt} is null`,
        ),
      ),
    )
    .limit(MOST.limits);

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

/** What a read answers whose first statements are these. */
export type StartingWith<Q extends readonly Statement[]> = readonly [...Results<Q>, ...unknown[]];

/** What a certificate is about, as statements of one read. */
export const headReads = (db: ReadingDb, id: string) =>
  [
    db.byId(table, id),
    db.byId(measurementSets, own(db, id, "measurement_set_id")),
    db.byId(procedureVersions, versionOf(db, id)),
    db.byId(procedures, procedureOf(db, id)),
    db.byId(machines, own(db, id, "machine_id")),
    db.byId(machineModels, modelOf(db, id)),
    db.byId(consumers, own(db, id, "consumer_id")),
    db.byId(consumerSites, own(db, id, "consumer_site_id")),
  ] as const;
export type HeadRead = StartingWith<ReturnType<typeof headReads>>;

/** Everything that a certificate is reckoned from, as statements of one read. */
export const recordReads = (db: ReadingDb, id: string) =>
  [
    ...headReads(db, id),
    reviewQuery(db, id),
    standardsQuery(db, id),
    certificatesQuery(db, id),
    rangesQuery(db, id),
    historyQuery(db, id),
    rulesQuery(db, id),
    scopeQuery(db, id),
    limitsQuery(db, id),
  ] as const;
export type RecordRead = StartingWith<ReturnType<typeof recordReads>>;
