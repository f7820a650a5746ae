import { eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { pick } from "#app/shared/pick.ts";
import {
  calibratorCertificates,
  calibrators,
  measurementStandards,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { invalid, notFound } from "../../refusals.ts";
import { id, text } from "../entity/fields.ts";

/** So many standards a measurement has at most. */
export const MOST_STANDARDS = 20;

/** A standard as a form chooses it: what it is, and as what it is used. */
const chosenStandard = z.strictObject({
  calibratorId: id("Choose a calibrator", "Calibrator"),
  role: text("Role", 60),
});
export type ChosenStandard = z.output<typeof chosenStandard>;
export const chosenStandards = z
  .array(chosenStandard, "Standards must be a list")
  .max(MOST_STANDARDS, `At most ${MOST_STANDARDS} are kept`);

const settled = sql.raw("('accepted', 'superseded')");
const orWaiting = sql.raw("('accepted', 'superseded', 'entered')");

/**
 * The accepted certificate of a standard that was in force on a day, as SQL of its id: else the one that was accepted later.
 * @param waits where there is none, one that waits for acceptance
 */
const inForceOn = (db: CompanyDb, calibratorId: SQL, on: string, waits = false) =>
  sql`(select "c"."id" from "calibrator_certificates" as "c" where "c"."company_id" = ${db.companyId} and "c"."calibrator_id" = ${calibratorId}
    and "c"."status" in ${waits ? orWaiting : settled} and "c"."calibrated_on" <= ${on}
    order by "c"."status" = 'entered', coalesce("c"."valid_from", "c"."calibrated_on") <= ${on} desc, "c"."calibrated_on" desc, "c"."id" desc limit 1)`;

/** Standards with their certificates of a day, as statements of a read. @param waits also those that wait for acceptance */
export const standardsOn = (db: CompanyDb, ids: readonly string[], on: string, waits = false) =>
  [
    db
      .select(pick(calibrators, ["id", "calibratorNo", "name", "serialNo", "status"]))
      .from(calibrators)
      .where(
        db.ofOwner(
          calibrators,
          sql`${calibrators.id} in ${among(ids)} and ${calibrators.deletedAt} is null`,
        ),
      )
      .limit(MOST_STANDARDS),
    db
      .select(pick(calibratorCertificates, ["id", "calibratorId"]))
      .from(calibratorCertificates)
      .where(
        db.ofOwner(
          calibratorCertificates,
          sql`${calibratorCertificates.id} in (select ${inForceOn(db, sql.raw('"one"."value"'), on, waits)} from json_each(${JSON.stringify(ids)}) as "one")`,
        ),
      )
      .limit(MOST_STANDARDS),
  ] as const;

type Found = { id: string; calibratorNo: string; name: string; serialNo: string | null };

/** What the certificates say that are named, beside them. */
const sayingCertificates = (db: CompanyDb, measurementSetId: string): Statement =>
  db.run(sql`update ${measurementStandards} set "certificate_no" = "k"."certificate_no", "due_on" = "k"."due_on", "route" = "k"."route"
    from "calibrator_certificates" as "k" where ${db.ofOwner(measurementStandards, eq(measurementStandards.measurementSetId, measurementSetId))}
      and "k"."company_id" = ${db.companyId} and "k"."id" = ${measurementStandards.calibratorCertificateId}`);

/**
 * The rows of a measurement's standards, each with its certificate of the day.
 * @param found their certificates too, where they were read; else they are looked up inside the batch
 * @throws Response 404 for a standard that is not the company's
 */
export function standardRows(
  db: CompanyDb,
  measurementSetId: string,
  chosen: readonly ChosenStandard[],
  found: {
    calibrators: readonly Found[];
    certificates?: readonly { id: string; calibratorId: string }[];
    on: string;
  },
): Statement[] {
  const { certificates, on } = found;
  const certificateOf = (calibratorId: string) =>
    certificates
      ? (certificates.find((one) => one.calibratorId === calibratorId)?.id ?? null)
      : inForceOn(db, sql`${calibratorId}`, on);
  const rows = chosen.map(({ calibratorId, role }, sort) => {
    const calibrator = found.calibrators.find(({ id: one }) => one === calibratorId);
    const { calibratorNo, name, serialNo } = calibrator ?? notFound("calibrator");
    return db.inserting(measurementStandards, {
      ...{ measurementSetId, calibratorId, role, sort, calibratorNo, name, serialNo },
      calibratorCertificateId: certificateOf(calibratorId),
    });
  });
  return rows.length > 0 ? [...rows, sayingCertificates(db, measurementSetId)] : [];
}

/** Takes the standards of a measurement away. */
export const removingStandards = (db: CompanyDb, measurementSetId: string): Statement =>
  db.removing(measurementStandards, eq(measurementStandards.measurementSetId, measurementSetId));

/** Refuses a standard that is chosen twice in one role. @throws Response 422 */
export function refuseTwice(chosen: readonly ChosenStandard[]): void {
  const seen = new Set<string>();
  for (const { calibratorId, role } of chosen) {
    const key = `${role} ${calibratorId}`;
    if (seen.has(key)) invalid({ standards: ["A standard is chosen twice in one role"] });
    seen.add(key);
  }
}
