/** The sets of results that a certificate has: before and after an adjustment, or one alone. */
import type {
  CertificateContent,
  CertificateLine,
  CertificateParameter,
  CertificateResult,
} from "#app/shared/certificates/document.ts";

export const datasets = ["as_found", "as_left", "single"] as const;
export type Dataset = (typeof datasets)[number];

export const datasetWords: Readonly<Record<Dataset, string>> = {
  as_found: "As found",
  as_left: "As left",
  single: "Results",
};

/** A line in a set, with its result; null where it was not measured, or where nothing came of it. */
export type SetLine = { line: CertificateLine; result: CertificateResult | null };

const setsOf = ({ adjusted }: CertificateParameter): readonly Dataset[] =>
  adjusted ? ["as_found", "as_left"] : ["single"];

/** The lines of a parameter in a set. A line that was not measured is told once, in the last set of its parameter. */
export function linesIn(parameter: CertificateParameter, set: Dataset): SetLine[] {
  const sets = setsOf(parameter);
  if (!sets.includes(set)) return [];
  return parameter.lines.flatMap((line) => {
    const result = set === "as_left" ? line.as_left : line.as_found;
    const isTold = result !== null || (line.not_measured !== null && set === sets.at(-1));
    return isTold ? [{ line, result }] : [];
  });
}

/** The sets that have a line, in their order. */
export const datasetsOf = ({ parameters }: CertificateContent): Dataset[] =>
  datasets.filter((set) => parameters.some((parameter) => linesIn(parameter, set).length > 0));
