import { type Color, colorString, rgb } from "@cantoo/pdf-lib";

/** Colours of the light theme by the names of `app/css/tokens.css`. */
export const lightTokens = {
  surface: "#ffffff",
  sunken: "#f0f0ec",
  ink: "#1a1d1e",
  "ink-2": "#4c5255",
  "ink-3": "#62686b",
  "line-2": "#d2d2ca",
  "chart-1": "#0d5a6e",
  "chart-2": "#b9c4c5",
  "chart-grid": "#e5e5df",
  "chart-breach": "#c4372f",
} as const;
type Token = keyof typeof lightTokens;

const partsOf = (token: Token) => {
  const { rgb: color } = colorString(lightTokens[token]);
  return "red" in color ? [color.red, color.green, color.blue] : [0, 0, 0];
};
/** So much of the first in the second. */
function mixed(one: Token, share: number, other: Token): Color {
  const [a, b] = [partsOf(one), partsOf(other)];
  const [red, green, blue] = a.map((part, at) => part * share + b[at]! * (1 - share));
  return rgb(red!, green!, blue!);
}
const only = (token: Token) => mixed(token, 1, token);

/** How a part of a chart is printed; lengths are pixels of the page. */
export type Look = {
  fill?: Color;
  stroke?: Color;
  width?: number;
  dash?: readonly number[];
  /** Of words. */
  size?: number;
  isBold?: boolean;
  grey?: number;
  /** Its edge is kept free of what it stands on. */
  hasHalo?: boolean;
};

const DARK = { isBold: true, grey: 0.1 };

/** How the charts' classes are printed, as the style sheets of the light theme show them. */
const looks: Readonly<Record<string, Look>> = {
  axis: { stroke: only("line-2") },
  grid: { stroke: only("chart-grid") },
  target: { stroke: only("ink-3"), dash: [3, 3] },
  now: { stroke: only("ink"), width: 1.5 },
  l1: { stroke: only("chart-1"), width: 1.75 },
  l2: { stroke: only("ink-2"), width: 1.5, hasHalo: true },
  lb: { stroke: only("ink-3"), width: 1.25, dash: [3, 3] },
  c1: { fill: only("chart-1") },
  c2: { fill: only("chart-2") },
  c3: { fill: mixed("chart-1", 0.45, "chart-2") },
  c4: { fill: mixed("chart-1", 0.7, "ink") },
  cb: { fill: only("chart-breach") },
  cq: { fill: only("chart-grid") },
  ink: { fill: only("ink") },
  val: DARK,
  t: { hasHalo: true },
  big: { ...DARK, size: 22 },
  "texture-c2 mark": { fill: mixed("ink-2", 0.6, "chart-2") },
  "texture-c3 mark": { fill: mixed("surface", 0.55, "chart-1") },
  "texture-c4 mark": { fill: mixed("surface", 0.55, "ink") },
  td: { fill: only("sunken"), grey: 0.35 },
  h0: { fill: mixed("chart-1", 0.12, "surface"), grey: 0.1 },
  h1: { fill: mixed("chart-1", 0.12, "surface"), grey: 0.1 },
  h2: { fill: mixed("chart-1", 0.24, "surface"), grey: 0.1 },
  h3: { fill: mixed("chart-1", 0.38, "surface"), grey: 0.1 },
  h4: { fill: only("chart-1"), isBold: true, grey: 1 },
};

/** How an element with these classes is printed; a later class adds to an earlier one. */
export const lookOf = (classes: readonly string[]): Look =>
  Object.assign({}, ...classes.map((name) => looks[name]));
