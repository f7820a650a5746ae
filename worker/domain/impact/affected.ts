/** Which certificates and in-house calibrations rest on a standard, and what of their results the shift is held against. */
import { type SQL, sql } from "drizzle-orm";
import type { CompanyDb } from "../../db/company-db.ts";

/** A review holds so many certificates and in-house calibrations together, the latest of them. */
export const MOST_LINES = 2_000;
/** Standards of our own that are looked through between a standard and a consumer's certificate. */
const MOST_DEPTH = 25;
/** Uses of standards that are looked through. */
const MOST_USES = 10_000;
const MOST_VERSIONS = 300;

/** Certificates that were issued: also one that was voided later may have calibrated a standard of our own. */
const issued = sql.raw(`"r"."certificate_no" is not null and "r"."cal_end_on" > `);

/** In-house calibrations that were verified: what is a draft is still measured. */
const verified = sql.raw(`"i"."status" in ('verified', 'closed') and "i"."performed_on" > `);

/** What was measured with the standards "m": a certificate, or an in-house calibration. A measurement is of one of them. */
const measuredWith = (db: CompanyDb, sinceOn: string): SQL =>
  sql`left join "certificate_reports" as "r" on "r"."company_id" = ${db.companyId} and "r"."measurement_set_id" = "m"."measurement_set_id" and ${issued}${sinceOn}
    left join "inhouse_calibrations" as "i" on "i"."company_id" = ${db.companyId} and "i"."measurement_set_id" = "m"."measurement_set_id" and ${verified}${sinceOn}`;
const isOfRecord = sql.raw(`("r"."id" is not null or "i"."id" is not null)`);

/**
 * The certificates and in-house calibrations of work after a day that rest on a standard, over certificates of our own for standards of our
 * own, each with the roles in which the standards stood. Work of before that day was done with a good standard, and so was all that rests
 * on it. Uses of standards are walked once for both kinds.
 */
const withAffected = (db: CompanyDb, calibratorId: string, sinceOn: string): SQL =>
  sql`with recursive "affected" ("certificate", "inhouse", "set", "depth", "role") as (
    select "r"."id", "i"."id", "m"."measurement_set_id", 1, "m"."role" from "measurement_standards" as "m" ${measuredWith(db, sinceOn)}
      where "m"."company_id" = ${db.companyId} and "m"."calibrator_id" = ${calibratorId} and ${isOfRecord}
    union
    select "r"."id", "i"."id", "m"."measurement_set_id", "affected"."depth" + 1, "m"."role" from "affected"
      cross join "calibrator_certificate_sources" as "c" cross join "measurement_standards" as "m" ${measuredWith(db, sinceOn)}
      where "affected"."depth" < ${sql.raw(String(MOST_DEPTH))} and "affected"."certificate" is not null
        and "c"."company_id" = ${db.companyId} and "c"."certificate_report_id" = "affected"."certificate"
        and "m"."company_id" = ${db.companyId} and "m"."calibrator_certificate_id" = "c"."calibrator_certificate_id" and ${isOfRecord}
    limit ${sql.raw(String(MOST_USES))})`;

/** A record that rests on the standard, with what its results were judged by. */
export type Affected = {
  id: string;
  decisionRuleId: string | null;
  versionId: string;
  depth: number;
  /** JSON: a list of words. */
  roles: string;
  /** JSON: a list of the lists that `keptOf` reads. */
  results: string | null;
};
/** A certificate that rests on the standard, or an in-house calibration with its device. */
export type AffectedRecord = Affected &
  (
    | { kind: "certificate"; number: string }
    | {
        kind: "inhouse";
        number: string;
        assetId: string;
        assetCode: string;
        assetName: string;
        performedOn: string;
        outcome: "pass" | "fail" | "limited" | "not_tested" | null;
      }
  );

const kept = ["parameter", "line", "value", "u", "k", "lower", "upper", "verdict"] as const;
const fields = sql.raw(kept.map((name) => `"l"."value" ->> '${name}'`).join(", "));

/** The affected certificates that are in force or superseded, and the in-house calibrations: the latest of them, one more than a review holds. */
export const affectedBy = (db: CompanyDb, calibratorId: string, sinceOn: string) =>
  db.rows<AffectedRecord>(sql`${withAffected(db, calibratorId, sinceOn)}
    select iif("i"."id" is null, 'certificate', 'inhouse') as "kind", "one"."id", coalesce("r"."certificate_no", "i"."inhouse_no") as "number",
      coalesce("r"."decision_rule_id", "i"."decision_rule_id") as "decisionRuleId", "s"."procedure_version_id" as "versionId",
      "one"."depth", "one"."roles", (select json_group_array(json_array(${fields})) from json_each("s"."results") as "l") as "results",
      "a"."id" as "assetId", "a"."asset_code" as "assetCode", "a"."name" as "assetName", "i"."performed_on" as "performedOn", "i"."outcome"
    from (select coalesce("certificate", "inhouse") as "id", "certificate", "inhouse", "set", min("depth") as "depth",
        json_group_array(distinct "role") as "roles" from "affected" group by "certificate", "inhouse") as "one"
      cross join "measurement_sets" as "s"
      left join "certificate_reports" as "r" on "r"."company_id" = ${db.companyId} and "r"."id" = "one"."certificate"
      left join "inhouse_calibrations" as "i" on "i"."company_id" = ${db.companyId} and "i"."id" = "one"."inhouse"
      left join "assets" as "a" on "a"."company_id" = ${db.companyId} and "a"."id" = "i"."asset_id"
    where "s"."company_id" = ${db.companyId} and "s"."id" = "one"."set" and ("i"."id" is not null or "r"."status" in ('issued', 'superseded'))
    order by "one"."id" desc limit ${sql.raw(String(MOST_LINES + 1))}`);

/** What a procedure says of its parameters, as `parametersIn` reads it. */
export type AffectedVersion = { id: string; parameters: string };

/** The parameters of the procedures by which what is affected was measured. */
export const versionsOf = (db: CompanyDb, calibratorId: string, sinceOn: string) =>
  db.rows<AffectedVersion>(sql`${withAffected(db, calibratorId, sinceOn)}
    select "v"."id", (select json_group_array(json_array("p"."value" ->> 'key', "p"."value" ->> 'name', "p"."value" ->> 'unit',
        "p"."value" ->> 'role', "p"."value" ->> 'setting', json((select json_group_array(json_array("q"."value" ->> 'key', "q"."value" ->> 'nominal',
          "q"."value" ->> 'pctOfRange', "q"."value" ->> 'decisionRuleId')) from json_each("p"."value", '$.points') as "q"))))
      from json_each("v"."content", '$.parameters') as "p") as "parameters"
    from "procedure_versions" as "v" where "v"."company_id" = ${db.companyId}
      and "v"."id" in (select "s"."procedure_version_id" from "affected" cross join "measurement_sets" as "s"
        where "s"."company_id" = ${db.companyId} and "s"."id" = "affected"."set")
    limit ${sql.raw(String(MOST_VERSIONS))}`);

type Text = string | null;
/** A kept result as its list has it. */
export type Kept = [
  parameter: string,
  line: string,
  value: Text,
  u: Text,
  k: Text,
  lower: Text,
  upper: Text,
  verdict: string,
];
export type VersionPoint = [key: string, nominal: Text, pctOfRange: Text, decisionRuleId: Text];
export type VersionParameter = [
  key: string,
  name: string,
  unit: string,
  role: Text,
  setting: string,
  points: VersionPoint[],
];
