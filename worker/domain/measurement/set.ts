import { eq } from "drizzle-orm";
import type { EvaluatedLine } from "#app/shared/measuring/evaluated.ts";
import { measurementSets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { hashed } from "./hashed.ts";

type MeasurementSet = Row<typeof measurementSets>;

/** The measurement changes its state; somebody else's change of it stops the batch. */
export const settingSet = (
  db: CompanyDb,
  set: MeasurementSet,
  values: Partial<MeasurementSet>,
): Statement[] => [
  db.assertUnchanged(measurementSets, set),
  db.updating(measurementSets, eq(measurementSets.id, set.id), values),
];

/** The hash of everything that the results come to, budgets included. */
export const resultsHash = async (lines: readonly EvaluatedLine[]): Promise<string> =>
  (await hashed(lines.map(({ dataset, line, result }) => ({ dataset, line: line.key, result }))))
    .hash;
