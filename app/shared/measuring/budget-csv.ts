import { type DistributionWord, distributionWords } from "../calibration/procedure-words.ts";
import { units } from "../metrology/units.ts";
import type { EvaluatedLine } from "./evaluated.ts";
import { BOM, csvRow, figureCell } from "./figure-cell.ts";

const heads = ["Component", "Symbol", "Distribution", "u", "c", "ν", "Share of variance", "Unit"];

/** The budget of a line as a CSV in UTF-8 with its mark: a row for each component, then each step to U. Figures are those of the engine, not rounded. */
export function budgetCsv({ parameter, result }: EvaluatedLine): string {
  const { symbol } = units[parameter.unit];
  const components = result.budget.map((line) => [
    ...[line.name, line.symbol],
    distributionWords[line.distribution as DistributionWord] ?? line.distribution,
    ...[line.u, line.sensitivity, line.dof ?? "∞", line.share, symbol],
  ]);
  const steps: [string, string | null, string][] = [
    ["Combined standard uncertainty", result.u_c, symbol],
    ["Effective degrees of freedom", result.nu_eff ?? "∞", ""],
    ["Coverage probability", result.p, ""],
    ["Coverage factor k", result.k, ""],
    ["Expanded uncertainty U", result.u_raw, symbol],
    ["CMC", result.cmc, symbol],
    ["U as reported", result.u_reported, symbol],
    ["Value as reported", result.value_reported, symbol],
  ];
  const rows = [
    heads,
    ...components,
    ...steps.flatMap(([name, value, unit]) =>
      value === null ? [] : [[name, "", "", value, "", "", "", unit]],
    ),
  ];
  return BOM + rows.map((row) => csvRow(row.map(figureCell))).join("");
}
