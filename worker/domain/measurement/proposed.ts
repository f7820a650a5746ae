import { type SQL, sql } from "drizzle-orm";
import type { ProcedureContent } from "#app/shared/calibration/procedure-content.ts";
import { pick } from "#app/shared/pick.ts";
import { calibrators, measurementStandards } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { type ChosenStandard, MOST_STANDARDS } from "./standards.ts";

/** Standards that may be used on a day: in service and in date. */
const usableOn = (on: string) =>
  sql`${calibrators.status} = 'in_service' and ${calibrators.deletedAt} is null and ${calibrators.archivedAt} is null and ${calibrators.dueOn} >= ${on}`;

/** Those standards of an earlier measurement that may be used on a day, as a statement of a read. */
export const formerStandards = (db: ReadingDb, set: SQL, on: string) =>
  db
    .select({
      role: measurementStandards.role,
      ...pick(calibrators, ["id", "roleCodes", "calibratorNo", "name", "serialNo"]),
    })
    .from(measurementStandards)
    .innerJoin(calibrators, pointsTo(measurementStandards.calibratorId, calibrators))
    .where(
      db.ofOwner(
        measurementStandards,
        sql`${measurementStandards.measurementSetId} = ${set} and ${usableOn(on)}`,
      ),
    )
    .orderBy(measurementStandards.sort, measurementStandards.id)
    .limit(MOST_STANDARDS);

/** So many standards in service are looked through for those that a procedure asks for. */
const MOST_LOOKED = 500;
/** Standards in service and in date that can stand for a role, those that stay in date longest first. */
export const proposedQuery = (db: CompanyDb, on: string) =>
  db
    .select(pick(calibrators, ["id", "roleCodes", "calibratorNo", "name", "serialNo"]))
    .from(calibrators)
    .where(db.ofOwner(calibrators, usableOn(on)))
    .orderBy(sql`${calibrators.dueOn} desc`, calibrators.id)
    .limit(MOST_LOOKED);

type Offered = { id: string; roleCodes: string[] };
/** The standards that a procedure's roles ask for, as far as there are such: those of the earlier certificate first. */
export const proposedFor = (
  { roles }: Pick<ProcedureContent, "roles">,
  former: readonly (Offered & { role: string })[],
  offered: readonly Offered[],
): ChosenStandard[] =>
  roles.flatMap(({ role, count }) => {
    const own = former.filter((one) => one.role === role);
    const others = offered.filter(
      (one) => one.roleCodes.includes(role) && !own.some(({ id }) => id === one.id),
    );
    return [...own, ...others]
      .slice(0, Math.max(1, count, own.length))
      .map(({ id: calibratorId }) => ({ calibratorId, role }));
  });
