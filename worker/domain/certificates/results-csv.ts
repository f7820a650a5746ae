/** The results of a certificate as a CSV, a row for each line in each of its sets. */
import type {
  CertificateDocument,
  CertificateLine,
  CertificateParameter,
  CertificateResult,
  Conformity,
} from "#app/shared/certificates/document.ts";
import { BOM, csvRow, figureCell } from "#app/shared/measuring/figure-cell.ts";
import { type Dataset, datasets, datasetWords, linesIn, type SetLine } from "./datasets.ts";
import { symbolOf } from "./dcc-units.ts";
import { reportedAcceptance, reportedGuard, reportedK, reportedLimit } from "./reported.ts";

const verdictWords: Readonly<Record<Conformity, string>> = {
  pass: "Pass",
  conditional_pass: "Conditional pass",
  conditional_fail: "Conditional fail",
  fail: "Fail",
  not_stated: "Not stated",
};
const directionWords = { up: "Up", down: "Down" } as const;

type Row = {
  no: number;
  certificate: string;
  parameter: CertificateParameter;
  set: Dataset;
  line: CertificateLine;
  result: CertificateResult | null;
};
type Text = string | null | undefined;

const readings = (all: readonly string[] | undefined) => all?.join("; ");
/** The columns in their order, with what a row has in each. */
const columns: Readonly<Record<string, (row: Row) => Text>> = {
  Certificate: ({ certificate }) => certificate,
  Number: ({ no }) => String(no),
  Parameter: ({ parameter }) => parameter.name,
  Nominal: ({ line }) => line.nominal,
  Direction: ({ line }) => line.direction && directionWords[line.direction],
  Conditions: ({ line }) =>
    line.conditions.map(({ name, value }) => `${name}: ${value}`).join("; "),
  "Set of results": ({ set }) => datasetWords[set],
  "Readings of the device": ({ result }) => readings(result?.indications),
  "Readings of the standard": ({ result }) => readings(result?.references),
  Value: ({ result }) => result?.value_reported,
  Error: ({ result }) => result?.error_reported,
  U: ({ result }) => result?.u_reported,
  k: ({ result }) => result && reportedK(result),
  Tolerance: ({ line }) => line.tolerance,
  "Lower limit": ({ result }) => result && reportedLimit(result.lower),
  "Upper limit": ({ result }) => result && reportedLimit(result.upper),
  "Guard band": ({ result }) => result && reportedGuard(result),
  "Lower limit of acceptance": ({ result }) => result && reportedAcceptance(result).lower,
  "Upper limit of acceptance": ({ result }) => result && reportedAcceptance(result).upper,
  Rule: ({ line }) => line.rule,
  Verdict: ({ result }) => result && verdictWords[result.verdict],
  Unit: ({ parameter }) => symbolOf(parameter.unit),
  "In scope": ({ line }) => (line.in_scope ? "Yes" : "No"),
  "Not measured": ({ line }) => line.not_measured,
};

/** A parameter's lines, each with its sets after one another. */
function rowsOf(parameter: CertificateParameter): (SetLine & { set: Dataset })[] {
  const told = datasets.flatMap((set) => linesIn(parameter, set).map((one) => ({ ...one, set })));
  return parameter.lines.flatMap((line) => told.filter((one) => one.line === line));
}

/**
 * A CSV in UTF-8 with its mark. Figures are the reported ones, readings as they were typed, each in the unit of its row; a line that was not
 * measured has a row that tells why.
 */
export function certificateCsv({ content, issue }: CertificateDocument): string {
  const lines = content.parameters.flatMap((parameter) => parameter.lines);
  const rows = content.parameters.flatMap((parameter) =>
    rowsOf(parameter).map((row) => ({
      ...{ ...row, parameter, certificate: issue.certificate_no },
      no: lines.indexOf(row.line) + 1,
    })),
  );
  const body = rows.map((row) =>
    csvRow(Object.values(columns).map((column) => figureCell(column(row)))),
  );
  return BOM + csvRow(Object.keys(columns).map(figureCell)) + body.join("");
}
