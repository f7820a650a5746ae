import type { Conformity } from "../certificates/document.ts";
import type { EvaluatedCheck } from "./checks.ts";
import { type EvaluatedLine, hasReadings } from "./evaluated.ts";
import type { Dataset } from "./measured.ts";

/** From the worst: what a certificate says as a whole is what its worst line says. */
const worstFirst = ["fail", "conditional_fail", "conditional_pass", "pass"] as const;

/** The worst of several verdicts; what states nothing does not count. */
export const worstOf = (verdicts: readonly string[]): Conformity =>
  worstFirst.find((verdict) => verdicts.includes(verdict)) ?? "not_stated";

/** Whether a line belongs to a set of readings; what was not adjusted belongs to both. */
const belongsTo = (dataset: Dataset, adjusted: readonly string[], line: EvaluatedLine): boolean =>
  line.dataset === dataset ||
  (line.dataset === "as_found" && !adjusted.includes(line.parameter.key));

/** What the lines of a set of readings and the checks say together. */
export function conformityOf(
  lines: readonly EvaluatedLine[],
  checks: readonly EvaluatedCheck[],
  adjusted: readonly string[],
  dataset: Dataset,
): Conformity {
  const judged = lines.filter(
    (line) => line.notMeasured === null && belongsTo(dataset, adjusted, line),
  );
  return worstOf([
    ...judged.map(({ result }) => result.verdict),
    ...checks.map(({ verdict }) => verdict),
  ]);
}

/** The device as it was found, where anything was adjusted; null where nothing was, or nothing was read before. */
export function asFoundConformity(
  lines: readonly EvaluatedLine[],
  adjusted: readonly string[],
): Conformity | null {
  const before = lines.filter(
    ({ dataset, typed, notMeasured }) =>
      dataset === "as_found" && notMeasured === null && hasReadings(typed),
  );
  if (adjusted.length === 0 || !before.some(({ parameter }) => adjusted.includes(parameter.key)))
    return null;
  return worstOf(before.map(({ result }) => result.verdict));
}
