import { eq, sql } from "drizzle-orm";
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
export const chosenStandard = z.strictObject({
  calibratorId: id("Choose a calibrator", "Calibrator"),
  role: text("Role", 60),
});
export type ChosenStandard = z.output<typeof chosenStandard>;

const certificateColumns = pick(calibratorCertificates, [
  ...(["id", "calibratorId", "certificateNo", "calibratedOn", "dueOn", "route"] as const),
]);
/**
 * Of each of some standards the accepted certificate that was in force on a day, as a statement of a read: else the one that was accepted later.
 * @param ids as JSON text, or SQL that answers it
 */
const certificatesOn = (db: CompanyDb, ids: readonly string[], on: string) => {
  const its = sql`(select "c"."id" from "calibrator_certificates" as "c" where "c"."company_id" = ${db.companyId} and "c"."calibrator_id" = "one"."value"
    and "c"."status" in ('accepted', 'superseded') and "c"."calibrated_on" <= ${on}
    order by coalesce("c"."valid_from", "c"."calibrated_on") <= ${on} desc, "c"."calibrated_on" desc, "c"."id" desc limit 1)`;
  return db
    .select(certificateColumns)
    .from(calibratorCertificates)
    .where(
      db.ofOwner(
        calibratorCertificates,
        sql`${calibratorCertificates.id} in (select ${its} from json_each(${JSON.stringify(ids)}) as "one")`,
      ),
    )
    .limit(MOST_STANDARDS);
};

/** Standards with their certificates of a day, as statements of a read. */
export const standardsOn = (db: CompanyDb, ids: readonly string[], on: string) =>
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
    certificatesOn(db, ids, on),
  ] as const;

type Found = {
  calibrators: readonly {
    id: string;
    calibratorNo: string;
    name: string;
    serialNo: string | null;
  }[];
  certificates: readonly {
    id: string;
    calibratorId: string;
    certificateNo: string;
    dueOn: string;
    route: string;
  }[];
};

/** The rows of a measurement's standards, each with its certificate of the day. @throws Response 404 for a standard that is not the company's */
export function standardRows(
  db: CompanyDb,
  measurementSetId: string,
  chosen: readonly ChosenStandard[],
  found: Found,
): Statement[] {
  return chosen.map(({ calibratorId, role }, sort) => {
    const calibrator = found.calibrators.find(({ id: one }) => one === calibratorId);
    const { calibratorNo, name, serialNo } = calibrator ?? notFound("calibrator");
    const certificate = found.certificates.find((one) => one.calibratorId === calibratorId);
    return db.inserting(measurementStandards, {
      ...{ measurementSetId, calibratorId, role, sort, calibratorNo, name, serialNo },
      calibratorCertificateId: certificate?.id ?? null,
      certificateNo: certificate?.certificateNo ?? null,
      dueOn: certificate?.dueOn ?? null,
      route: certificate?.route ?? null,
    });
  });
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
