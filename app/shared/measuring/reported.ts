import type { PointFlag, PointResult } from "../metrology/point.ts";
import type { EvaluatedLine } from "./evaluated.ts";
import type { Dataset } from "./measured.ts";

/** What a record keeps of a line for lists and reviews: what is printed, and what decided. */
export type ReportedLine = {
  parameter: string;
  line: string;
  dataset: Dataset;
  value: string | null;
  error: string | null;
  u: string | null;
  k: string | null;
  lower: string | null;
  upper: string | null;
  verdict: PointResult["verdict"];
  flags: readonly PointFlag[];
};

export const reportedLine = ({
  parameter,
  line,
  dataset,
  result,
}: EvaluatedLine): ReportedLine => ({
  ...{ parameter: parameter.key, line: line.key, dataset },
  value: result.value_reported,
  error: result.error_reported,
  u: result.u_reported,
  ...{ k: result.k, lower: result.lower, upper: result.upper },
  ...{ verdict: result.verdict, flags: result.flags },
});
