import type {
  CertificateLine,
  CertificateParameter,
  CertificateResult,
} from "#app/shared/certificates/document.ts";
import { figure, symbolOf } from "#app/shared/certificates/paper/words.ts";
import { across, down, inks, looks, type Pen, type Spot } from "./pen.ts";
import { gap, heading, type Strip } from "./strips.ts";

/** An error in parts of the tolerance, with the ends of its bar: 1 is the upper limit, −1 the lower. */
type Dot = { at: number; low: number; high: number };
type Place = { name: string; as_found: Dot | null; as_left: Dot | null };

const HEIGHT = 118;
const LEFT = 44;
const LEGEND = 14;
const NAMES = 14;
/** The limits never stand at the very edge. */
const LEAST_REACH = 1.3;

/** The chart of the errors of a parameter's lines; nothing where fewer than two can be drawn. */
export function errorChart(pen: Pen, parameter: CertificateParameter, width: number): Strip[] {
  const places = parameter.lines.flatMap((line) => placeOf(line, parameter));
  if (places.length < 2) return [];
  const { adjusted } = parameter;
  return [
    ...heading(pen, `Errors relative to the limits: ${parameter.name}`, width),
    {
      height: HEIGHT + LEGEND + NAMES,
      draw: (spot) => drawChart(pen, spot, { places, adjusted, width }),
    },
    gap(8),
  ];
}

function placeOf(line: CertificateLine, parameter: CertificateParameter): Place[] {
  const place: Place = {
    name: line.nominal === null ? "" : `${figure(line.nominal)} ${symbolOf(parameter.unit)}`.trim(),
    as_found: dotOf(line.as_found, line, parameter),
    as_left: parameter.adjusted ? dotOf(line.as_left, line, parameter) : null,
  };
  return place.as_found || place.as_left ? [place] : [];
}

function dotOf(
  result: CertificateResult | null,
  { nominal }: CertificateLine,
  { setting }: CertificateParameter,
): Dot | null {
  const { value_reported, u_reported, lower, upper, error } = result ?? {};
  if (!value_reported || !u_reported || !lower || !upper) return null;
  const [value, u, low, high] = [value_reported, u_reported, lower, upper].map(Number) as [
    ...[number, number, number, number],
  ];
  const middle = nominal === null ? (low + high) / 2 : Number(nominal);
  const zero = middle > low && middle < high ? middle : (low + high) / 2;
  const part = (of: number) => (of - zero) / (of >= zero ? high - zero : zero - low);
  // Where the standard is read, what it reads above is what the item indicates too little.
  const turn = setting === "set_duc_read_std" && error !== null ? -1 : 1;
  const ends = [turn * part(value - u), turn * part(value + u)];
  return { at: turn * part(value), low: Math.min(...ends), high: Math.max(...ends) };
}

type Drawn = { places: readonly Place[]; adjusted: boolean; width: number };

function drawChart(pen: Pen, spot: Spot, { places, adjusted, width }: Drawn) {
  const dots = places.flatMap(({ as_found, as_left }) => [as_found, as_left]).filter((dot) => dot);
  const ends = dots.flatMap((dot) => [Math.abs(dot!.low), Math.abs(dot!.high)]);
  const reach = Math.max(LEAST_REACH, 1.1 * Math.max(...ends));
  const top = spot.y - LEGEND;
  const yOf = (part: number) => top - HEIGHT / 2 + (part / reach) * (HEIGHT / 2);
  drawLegend(pen, spot, adjusted, width);
  for (const [part, name] of [
    [1, "+limit"],
    [0, "0"],
    [-1, "−limit"],
  ] as const) {
    const y = yOf(part);
    pen.text({ ...spot, y: y + 5 }, name, looks.small, LEFT - 8, "right");
    const line = { start: { x: spot.x + LEFT, y }, end: { x: spot.x + width, y } };
    const look = part
      ? { thickness: 0.8, color: inks.limit, dashArray: [3.5, 2.5] }
      : { thickness: 0.6, color: inks.line };
    spot.page.drawLine({ ...line, ...look });
  }
  const step = (width - LEFT) / places.length;
  const apart = adjusted ? Math.min(10, step / 5) : 0;
  for (const [nth, { as_found, as_left }] of places.entries()) {
    const x = spot.x + LEFT + (nth + 0.5) * step;
    if (as_found) drawDot({ ...spot, x: x - apart }, as_found, yOf, adjusted);
    if (as_left) drawDot({ ...spot, x: x + apart }, as_left, yOf, false);
  }
  drawNames(pen, { ...spot, x: spot.x + LEFT, y: top - HEIGHT - 2 }, places, step);
}

/** The names under the chart, as many as there is room for. */
function drawNames(pen: Pen, spot: Spot, places: readonly Place[], step: number) {
  const widest = Math.max(...places.map(({ name }) => pen.widthOf(name, looks.small)));
  const every = Math.max(1, Math.ceil((widest + 6) / step));
  for (const [nth, { name }] of places.entries())
    if (nth % every === 0)
      pen.text({ ...spot, x: spot.x + nth * step }, name, looks.small, step, "middle");
}

/** A dot with its bar; hollow and square as found, round and filled as left. */
function drawDot(spot: Spot, dot: Dot, yOf: (part: number) => number, isHollow: boolean) {
  const color = isHollow ? inks.quiet : inks.accent;
  const [low, high] = [yOf(dot.low), yOf(dot.high)];
  down({ ...spot, y: high }, high - low, color, 0.8);
  for (const y of [low, high]) across({ ...spot, x: spot.x - 2.6, y }, 5.2, color, 0.8);
  drawSign({ ...spot, y: yOf(dot.at) }, isHollow);
}

function drawSign({ page, x, y }: Spot, isHollow: boolean) {
  const side = 4.4;
  if (isHollow)
    page.drawRectangle({
      ...{ x: x - side / 2, y: y - side / 2, width: side, height: side },
      ...{ color: inks.ground, borderColor: inks.quiet, borderWidth: 0.9 },
    });
  else page.drawCircle({ x, y, size: 2.4, color: inks.accent });
}

function drawLegend(pen: Pen, spot: Spot, adjusted: boolean, width: number) {
  const entries = adjusted
    ? [
        { text: "As found, bars ±U", isHollow: true },
        { text: "As left, bars ±U", isHollow: false },
      ]
    : [{ text: "Error, bars ±U", isHollow: false }];
  let right = spot.x + width;
  for (const { text, isHollow } of entries.reverse()) {
    right -= pen.widthOf(text, looks.small);
    pen.text({ ...spot, x: right }, text, looks.small);
    right -= 7;
    drawSign({ ...spot, x: right, y: spot.y - 5 }, isHollow);
    right -= 16;
  }
}
