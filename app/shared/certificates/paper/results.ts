import type {
  CertificateLine,
  CertificateParameter,
  CertificateResult,
  PaperContent,
} from "../document.ts";
import type { FormBlock, ResultColumn } from "../form.ts";
import {
  common,
  conditionsText,
  errorText,
  guardText,
  kText,
  limitsText,
  resultOf,
} from "./figures.ts";
import { type Cell, type Column, type Over, type Part, type Row, titled } from "./parts.ts";
import { notesOf } from "./result-notes.ts";
import { marks, type ResultTable, type Shown, type Side } from "./result-table.ts";
import { conformityWords, figure, symbolOf, withUnit } from "./words.ts";

type Block = Extract<FormBlock, { type: "table.results" }>;

const overWords: Readonly<Record<Side, string>> = {
  as_found: "As found, before adjustment",
  as_left: "As left, after adjustment",
};
/** A parameter of so few lines shares a table with others. */
const FEW = 2;

/** The tables of a block of results. @param parameters those that it shows */
export function resultTables(
  block: Block,
  parameters: readonly CertificateParameter[],
  content: PaperContent,
): Part[] {
  const isAccredited = content.lab.accreditation !== null;
  return titled(
    block.heading,
    together(parameters, block).flatMap((some): Part[] => {
      const one = tableOf(some, block, isAccredited);
      const title = some.length === 1 ? `Results: ${some[0]!.name}` : "Results by quantity";
      return [
        { is: "heading", text: title },
        { ...drawn(one, block), notes: notesOf(one, content) },
      ];
    }),
  );
}

/** Whether two sets of readings stand side by side. */
const hasBoth = (parameter: CertificateParameter, { readings }: Block) =>
  parameter.adjusted &&
  readings === "both" &&
  parameter.lines.some(({ as_found }) => as_found) &&
  parameter.lines.some(({ as_left }) => as_left);

/** Parameters by table: neighbours of few lines and one set of readings share one. */
function together(parameters: readonly CertificateParameter[], block: Block) {
  const tables: CertificateParameter[][] = [];
  let isOpen = false;
  for (const parameter of parameters) {
    const isSmall = parameter.lines.length <= FEW && !parameter.adjusted;
    const last = tables.at(-1);
    if (isSmall && isOpen && last) last.push(parameter);
    else tables.push([parameter]);
    isOpen = isSmall && !hasBoth(parameter, block);
  }
  return tables;
}

function tableOf(some: CertificateParameter[], block: Block, isAccredited: boolean): ResultTable {
  const [first] = some;
  const shown = some.flatMap((parameter) => parameter.lines.map((line) => ({ line, parameter })));
  const both = hasBoth(first!, block);
  const only = block.readings === "as_found" || !first!.adjusted ? "as_found" : "as_left";
  const sides: Side[] = both ? ["as_found", "as_left"] : [only];
  const all = shown.flatMap(({ line, parameter }) =>
    sides.flatMap((side) => resultOf(line, side, parameter) ?? []),
  );
  const lifts = {
    k: common(all.map(kText)),
    guard: common(all.map(guardText)),
    rule: common(shown.map(({ line }) => line.rule)),
  };
  const lifted = both
    ? Object.fromEntries(Object.entries(lifts).filter(([, value]) => value !== null))
    : {};
  return { shown, sides, lifted, isAccredited };
}

type Of = ResultColumn | "name" | "conditions";
type Shape = { columns: (Column & { of: Of; side: Side | null })[]; over: Over[] };

/** Whether lines of several parameters stand in it. */
const namesParameters = ({ shown }: ResultTable) =>
  new Set(shown.map(({ parameter }) => parameter)).size > 1;

/** Whether a column has a figure on any line: where nothing is set there is no nominal value and no error. */
function hasAny({ shown, sides }: ResultTable, column: ResultColumn): boolean {
  if (column === "nominal") return shown.some(({ line }) => line.nominal !== null);
  if (column !== "error") return true;
  return shown.some(({ line, parameter }) =>
    sides.some((side) => resultOf(line, side, parameter)?.error_reported != null),
  );
}

/** What stands over each column, and in which unit. */
function headsOf({ shown }: ResultTable): Record<ResultColumn, string> {
  const isSet = common(shown.map(({ parameter }) => parameter.setting)) === "set_duc_read_std";
  const unit = common(shown.map(({ parameter }) => symbolOf(parameter.unit)));
  const inUnit = (name: string) => (unit ? `${name}\n${unit}` : name);
  return {
    nominal: inUnit(isSet ? "Setting" : "Nominal"),
    limits: inUnit("Limits"),
    value: inUnit(isSet ? "Measured" : "Indication"),
    error: inUnit("Error"),
    u: inUnit("U"),
    k: "k",
    guard: inUnit("w"),
    rule: "Rule",
    verdict: "Result",
  };
}
const shared: readonly ResultColumn[] = ["nominal", "limits"];
const ofLine: readonly ResultColumn[] = [...shared, "rule"];

function shapeOf(one: ResultTable, asked: readonly ResultColumn[]): Shape {
  const heads = headsOf(one);
  const isNamed = namesParameters(one);
  const hasConditions = !isNamed && one.shown.some(({ line }) => line.conditions.length);
  const kept = asked.filter((column) => one.lifted[column] === undefined && hasAny(one, column));
  const hasBoth = one.sides.length > 1;
  const of = (column: ResultColumn, side: Side | null, isFirst = false) => ({
    ...{ of: column, side, head: heads[column], isEdge: isFirst, isBold: column === "value" },
    isRight: column !== "rule" && column !== "verdict",
  });
  const columns: Shape["columns"] = [
    ...(isNamed ? [{ of: "name" as const, side: null, head: "Quantity", grows: true }] : []),
    ...(hasConditions ? [{ of: "conditions" as const, side: null, head: "Conditions" }] : []),
    ...kept
      .filter((column) => (hasBoth ? ofLine : shared).includes(column))
      .map((column) => of(column, null)),
  ];
  const each = kept.filter((column) => !(hasBoth ? ofLine : shared).includes(column));
  const over: Over[] = [];
  for (const side of one.sides) {
    if (hasBoth || one.shown[0]?.parameter.adjusted)
      over.push({ text: overWords[side], from: columns.length, span: each.length });
    columns.push(...each.map((column, nth) => of(column, side, nth === 0)));
  }
  return { columns, over };
}

function lineCell(of: Of, { line, parameter }: Shown): Cell {
  if (of === "name") {
    const name = withUnit(parameter.name, parameter.unit);
    const conditions = conditionsText(line);
    return { text: conditions ? `${name}\n${conditions}` : name };
  }
  if (of === "conditions") return { text: conditionsText(line), isQuiet: true };
  if (of === "nominal") return { text: figure(line.nominal) };
  return { text: of === "limits" ? limitsText(line) : figure(line.rule) };
}

function resultCell(of: ResultColumn, result: CertificateResult, line: CertificateLine): Cell {
  const { flags, verdict } = result;
  switch (of) {
    case "value": {
      const mark = [
        ...(flags.includes("out_of_range_standard") ? [marks.standard] : []),
        ...(flags.includes("environment_out") ? [marks.environment] : []),
      ].join(" ");
      return { text: figure(result.value_reported), ...(mark ? { mark } : {}) };
    }
    case "error":
      return { text: errorText(result) };
    case "u":
      return {
        text: figure(result.u_reported),
        ...(flags.includes("cmc_applied") ? { mark: marks.cmc } : {}),
      };
    case "k":
      return { text: kText(result) };
    case "guard":
      return { text: guardText(result) };
    case "verdict":
      return { text: conformityWords[verdict], isBold: /fail/.test(verdict) };
    default:
      return { text: figure(line.rule) };
  }
}

/** The cells of a line; where it was not measured, why, over those of its set. */
function rowOf(one: Shown, { columns }: Shape, { isAccredited, sides }: ResultTable): Row {
  const { line, parameter } = one;
  const isOutside = isAccredited && !line.in_scope;
  const heads = columns.filter(({ side, of }) => side === null && of !== "conditions");
  const cells: Row[number][] = columns
    .filter(({ side }) => side === null)
    .map((column) => ({
      ...lineCell(column.of, one),
      ...(isOutside && column === heads[0] ? { mark: marks.scope } : {}),
    }));
  for (const side of sides) {
    const its = columns.filter((column) => column.side === side);
    const result = resultOf(line, side, parameter);
    if (result) cells.push(...its.map(({ of }) => resultCell(of as ResultColumn, result, line)));
    else cells.push({ text: missingText(line, side), isQuiet: true, span: its.length });
  }
  return cells;
}

const missingText = ({ not_measured: why }: CertificateLine, side: Side) =>
  why === null
    ? side === "as_found"
      ? "Not measured before the adjustment"
      : "Not measured after the adjustment"
    : `Not measured: ${why}`;

function drawn(one: ResultTable, block: Block): Extract<Part, { is: "table" }> {
  const { columns, over } = shapeOf(one, block.columns);
  const rows = one.shown.map((line) => rowOf(line, { columns, over }, one));
  return { is: "table", table: { columns, over, rows }, isDense: one.sides.length > 1 };
}
