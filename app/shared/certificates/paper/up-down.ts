import { inWords } from "../../in-words.ts";
import { decimal } from "../../metrology/decimal.ts";
import { decimalsOf } from "../../metrology/measured.ts";
import type {
  CertificateLine,
  CertificateParameter,
  CertificateResult,
  PaperContent,
} from "../document.ts";
import { errorText, guardText, kText, limitsText, resultOf } from "./figures.ts";
import type { Cell, Column, Part, Row, Table } from "./parts.ts";
import { markNotes } from "./result-notes.ts";
import { marks, type ResultTable, type Side } from "./result-table.ts";
import { conformityWords, dash, figure, symbolOf } from "./words.ts";

type Pair = { up: CertificateLine | null; down: CertificateLine | null };

/** Whether a parameter has readings up and down. */
export const goesUpAndDown = ({ lines }: CertificateParameter) =>
  lines.some(({ direction }) => direction !== null);

/** Readings up beside readings down, at each nominal value, with the difference between them; before and after an adjustment. */
export function upDownTables(parameter: CertificateParameter, content: PaperContent): Part[] {
  const sides: Side[] = parameter.adjusted ? ["as_found", "as_left"] : ["as_found"];
  const { name, adjusted } = parameter;
  const titles = {
    as_found: adjusted ? `Results: ${name}, as found` : `Results: ${name}, up and down`,
    as_left: `Results: ${name}, as left`,
  };
  return sides.flatMap((side): Part[] => {
    const shown = parameter.lines.map((line) => ({ line, parameter }));
    const isAccredited = content.lab.accreditation !== null;
    const one: ResultTable = { shown, sides: [side], lifted: {}, isAccredited };
    return [
      { is: "heading", text: titles[side] },
      { is: "table", table: sideTable(parameter, one), isDense: true, notes: notesOf(one) },
    ];
  });
}

function notesOf(one: ResultTable): string[] {
  const rules = [...new Set(one.shown.flatMap(({ line }) => line.rule ?? []))];
  return [
    "Hysteresis = the absolute difference of the values up and down at one nominal value.",
    ...(rules.length ? [`Decided by rule ${inWords(rules)}.`] : []),
    ...markNotes(one),
  ];
}

function sideTable(parameter: CertificateParameter, one: ResultTable): Table {
  const symbol = symbolOf(parameter.unit);
  const inUnit = (name: string) => (symbol ? `${name}\n${symbol}` : name);
  const half: Column[] = [
    { head: inUnit("Value"), isRight: true, isBold: true, isEdge: true },
    { head: inUnit("Error"), isRight: true },
    { head: inUnit("U"), isRight: true },
    { head: "k", isRight: true },
    { head: inUnit("w"), isRight: true },
    { head: "Result" },
  ];
  const columns: Column[] = [
    { head: inUnit("Nominal"), isRight: true },
    { head: inUnit("Limits"), isRight: true },
    ...half,
    ...half,
    { head: inUnit("Hysteresis"), isRight: true, isEdge: true },
  ];
  const over = [
    { text: "Up", from: 2, span: half.length },
    { text: "Down", from: 2 + half.length, span: half.length },
  ];
  const rows = pairsOf(parameter.lines).map((pair) => rowOf(pair, parameter, one));
  return { columns, over, rows };
}

function pairsOf(lines: readonly CertificateLine[]): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const line of lines) {
    const key = line.nominal ?? line.key;
    const pair = pairs.get(key) ?? { up: null, down: null };
    pair[line.direction === "down" ? "down" : "up"] = line;
    pairs.set(key, pair);
  }
  return [...pairs.values()];
}

function rowOf({ up, down }: Pair, parameter: CertificateParameter, one: ResultTable): Row {
  const any = (up ?? down)!;
  const [side] = one.sides;
  const [first, second] = [up, down].map((line) => line && resultOf(line, side!, parameter));
  const read = parameter.setting === "set_std_read_duc" ? "indication" : "reference";
  const mark = one.isAccredited && !any.in_scope ? { mark: marks.scope } : {};
  return [
    { text: figure(any.nominal), ...mark },
    limitsText(any),
    ...halfOf(first ?? null, up),
    ...halfOf(second ?? null, down),
    hysteresis(first ?? null, second ?? null, read),
  ];
}

function halfOf(result: CertificateResult | null, line: CertificateLine | null): Cell[] {
  if (!result) {
    const why = line?.not_measured;
    return [{ text: why ? `Not measured: ${why}` : "Not measured", isQuiet: true, span: 6 }];
  }
  const { value_reported, u_reported, verdict, flags } = result;
  return [
    { text: figure(value_reported) },
    { text: errorText(result) },
    {
      text: figure(u_reported),
      ...(flags.includes("cmc_applied") ? { mark: marks.cmc } : {}),
    },
    { text: kText(result) },
    { text: guardText(result) },
    { text: conformityWords[verdict], isBold: /fail/.test(verdict) },
  ];
}

/** With the decimals of U. */
function hysteresis(
  up: CertificateResult | null,
  down: CertificateResult | null,
  read: "indication" | "reference",
): string {
  const [one, other] = [up?.[read], down?.[read]];
  if (!one || !other) return dash;
  const places = decimalsOf(up?.u_reported ?? "");
  return decimal(one).minus(decimal(other)).abs().toFixed(places);
}
