/** What a measurement is reckoned from, as statements of one read: whatever its record is. */
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  calibratorCertificates,
  calibratorRanges,
  calibrators,
  cmcEntries,
  decisionRules,
  measurementSets,
  measurementStandards,
  procedureVersions,
  safetyLimits,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results, Statement } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";

const MOST = { standards: 30, ranges: 400, rules: 100, scope: 500, limits: 300 } as const;
/** Certificates of a standard whose corrections tell its drift. */
const YEARS = 12;

/** What a record names of its measurement, as SQL of its values. */
export type MeasurementOf = { set: SQL; from: SQL; to: SQL; rule: SQL };

export const versionOf = (db: ReadingDb, set: SQL): SQL =>
  sql`(select "its"."procedure_version_id" from ${measurementSets} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${set})`;
export const procedureOf = (db: ReadingDb, set: SQL): SQL =>
  sql`(select "its"."procedure_id" from ${procedureVersions} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${versionOf(db, set)})`;
const contentOf = (db: ReadingDb, set: SQL): SQL =>
  sql`(select "its"."content" from ${procedureVersions} as "its" where "its"."company_id" = ${db.companyId} and "its"."id" = ${versionOf(db, set)})`;

const ofSet = (db: ReadingDb, set: SQL) =>
  db.ofOwner(measurementStandards, eq(measurementStandards.measurementSetId, set));

/** Whether a standard was out of use on some day of the work: by an event of these days, or by the last one before them. */
const heldDuring = (db: ReadingDb, { from, to }: MeasurementOf) => {
  const out = sql`in ('quarantined', 'damaged', 'retired')`;
  const events = sql`from "calibrator_events" as "e" where "e"."company_id" = ${db.companyId} and "e"."calibrator_id" = "measurement_standards"."calibrator_id"`;
  return sql<number>`(exists (select 1 ${events} and "e"."on_day" between ${from} and ${to} and "e"."status" ${out})
    or coalesce((select "e"."status" ${events} and "e"."on_day" < ${from} order by "e"."on_day" desc, "e"."id" desc limit 1) ${out}, 0))`.as(
    "held_during",
  );
};

/** The standards of a measurement, as a statement of a read. */
export const standardsQuery = (db: ReadingDb, of: MeasurementOf) =>
  db
    .select({
      ...pick(measurementStandards, [
        ...(["calibratorId", "calibratorCertificateId", "role", "sort"] as const),
        ...(["certificateNo", "dueOn", "route"] as const),
      ]),
      ...pick(calibrators, ["calibratorNo", "name", "serialNo", "manufacturer", "model", "status"]),
      heldDuring: heldDuring(db, of),
    })
    .from(measurementStandards)
    .innerJoin(calibrators, pointsTo(measurementStandards.calibratorId, calibrators))
    .where(ofSet(db, of.set))
    .orderBy(measurementStandards.sort, measurementStandards.id)
    .limit(MOST.standards);

const certificatesQuery = (db: ReadingDb, { set }: MeasurementOf) =>
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
    .where(ofSet(db, set))
    .limit(MOST.standards);

const rangeColumns = pick(calibratorRanges, [
  ...(["id", "calibratorCertificateId", "calibratorId", "parameter", "quantity", "unit"] as const),
  ...(["rangeLo", "rangeHi", "resolution", "uKind", "uAbs", "uPct", "uEquation", "uK"] as const),
  ...(["specAbs", "specPct", "driftKind", "driftValue", "correction"] as const),
  ...(["correctionEquation", "points"] as const),
]);
const rangesQuery = (db: ReadingDb, { set }: MeasurementOf) =>
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
    .where(ofSet(db, set))
    .limit(MOST.ranges);

/** Ranges of earlier certificates of those standards whose budgets take drift from history, the newest first. */
const historyQuery = (db: ReadingDb, { set }: MeasurementOf) => {
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
    .where(and(ofSet(db, set), asks))
    .orderBy(desc(calibratorCertificates.calibratedOn), desc(calibratorCertificates.id))
    .limit(MOST.ranges);
};

/** The decision rules that a record or a point of its procedure names, the archived too: a record keeps what it names. */
export const rulesQuery = (db: ReadingDb, { set, rule }: MeasurementOf) =>
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
          sql`${decisionRules.id} in (select ${rule} union select "point"."value" ->> 'decisionRuleId' from json_each(${contentOf(db, set)}, '$.parameters') as "one", json_each("one"."value", '$.points') as "point")`,
        ),
      ),
    )
    // No index of names: the few are looked up by their ids.
    .orderBy(sql`+${decisionRules.name}`)
    .limit(MOST.rules);

export const scopeQuery = (db: ReadingDb, { set }: MeasurementOf) =>
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
          sql`${cmcEntries.parameter} in (select "one"."value" ->> 'name' from json_each(${contentOf(db, set)}, '$.parameters') as "one")`,
        ),
      ),
    )
    .limit(MOST.scope);

export const limitsQuery = (db: ReadingDb, { set }: MeasurementOf) =>
  db
    .select()
    .from(safetyLimits)
    .where(
      db.ofOwner(
        safetyLimits,
        and(
          sql`${safetyLimits.standard} = (${contentOf(db, set)} ->> '$.safety.standard')`,
          isNull(safetyLimits.deletedAt),
          sql`+${safetyLimits.archivedAt} is null`,
        ),
      ),
    )
    .limit(MOST.limits);

/** What a read answers whose first statements are these. */
export type StartingWith<Q extends readonly Statement[]> = readonly [...Results<Q>, ...unknown[]];

/** Who measures with what, as statements of one read: the standards, their certificates and ranges, and what their drift is told by. */
export const standardReads = (db: ReadingDb, of: MeasurementOf) =>
  [
    standardsQuery(db, of),
    certificatesQuery(db, of),
    rangesQuery(db, of),
    historyQuery(db, of),
  ] as const;
export type StandardRead = Results<ReturnType<typeof standardReads>>;
