import type {
  CertificateLine,
  CertificateParameter,
  CertificateResult,
} from "#app/shared/certificates/document.ts";
import { decimal } from "#app/shared/metrology/decimal.ts";
import { decimalsOf } from "#app/shared/metrology/measured.ts";
import { errorText, limitsText } from "./figures.ts";
import { looks, type Pen } from "./pen.ts";
import { gap, heading, paragraph, type Strip } from "./strips.ts";
import { type Cell, type Column, type Row, table } from "./table.ts";
import { conformityWords, dash, figure, symbolOf } from "./words.ts";

type Pair = { up: CertificateLine | null; down: CertificateLine | null };

/** Whether a parameter has readings up and down. */
export const goesUpAndDown = ({ lines }: CertificateParameter) =>
  lines.some(({ direction }) => direction !== null);

/** Readings up beside readings down, at each nominal value, with the difference between them. */
export function upDownTable(pen: Pen, parameter: CertificateParameter, width: number): Strip[] {
  const sides: readonly ("as_found" | "as_left")[] = parameter.adjusted
    ? ["as_found", "as_left"]
    : ["as_found"];
  const titles = {
    as_found: parameter.adjusted ? "as found, before adjustment" : "up and down",
    as_left: "as left, after adjustment",
  };
  return sides.flatMap((side) => [
    ...heading(pen, `Results: ${parameter.name}, ${titles[side]}`, width),
    ...sideTable(pen, parameter, side, width),
    gap(3),
    ...paragraph(
      pen,
      "Hysteresis = the absolute difference of the values up and down at one nominal value.",
      width,
      looks.small,
    ),
    gap(9),
  ]);
}

function sideTable(
  pen: Pen,
  parameter: CertificateParameter,
  side: "as_found" | "as_left",
  width: number,
): Strip[] {
  const symbol = symbolOf(parameter.unit);
  const inUnit = (name: string) => (symbol ? `${name}\n${symbol}` : name);
  const half: Column[] = [
    { head: inUnit("Value"), isRight: true, isBold: true, isEdge: true },
    { head: inUnit("Error"), isRight: true },
    { head: inUnit("U"), isRight: true },
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
    { text: "Up", from: 2, span: 4 },
    { text: "Down", from: 6, span: 4 },
  ];
  const rows = pairsOf(parameter.lines).map((pair) => rowOf(pair, parameter, side));
  return table(pen, { columns, over, rows }, width, { size: 8, leading: 10.5 });
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

function rowOf(
  { up, down }: Pair,
  { setting }: CertificateParameter,
  side: "as_found" | "as_left",
): Row {
  const any = (up ?? down)!;
  const [one, other] = [up?.[side] ?? null, down?.[side] ?? null];
  const read = setting === "set_std_read_duc" ? "indication" : "reference";
  return [
    figure(any.nominal),
    limitsText(any),
    ...half(one),
    ...half(other),
    hysteresis(one, other, read),
  ];
}

const half = (result: CertificateResult | null): Cell[] =>
  result
    ? [
        { text: figure(result.value_reported) },
        { text: errorText(result) },
        { text: figure(result.u_reported) },
        { text: conformityWords[result.verdict], isBold: /fail/.test(result.verdict) },
      ]
    : [{ text: "Not measured", isQuiet: true, span: 4 }];

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
