/** Lines through points, and what they tell of a new one. GUM (JCGM 100:2008) H.3; ISO 6143, EURACHEM/CITAC CG 4 A5. */
import { power, square } from "./elementary.ts";
import { sum } from "./type-a.ts";

export type Line = {
  /** y = intercept + slope·(x - x0). */
  x0: number;
  intercept: number;
  slope: number;
  uIntercept: number;
  uSlope: number;
  /** Correlation of the estimates of intercept and slope. */
  r: number;
  /** Residual standard deviation; 1 where the uncertainties of y are known. */
  s: number;
  /** Sum of the squares of the residuals, each over its weight. */
  ssr: number;
  dof: number;
};

/**
 * The line of least squares. Without uncertainties of y all points weigh alike and their scatter tells; with them each weighs 1/u².
 * @throws RangeError of fewer than three points (two where uncertainties are known), or where all x are alike
 */
export function fittedLine(
  x: readonly number[],
  y: readonly number[],
  { x0 = 0, uY }: { x0?: number; uY?: readonly number[] | undefined } = {},
): Line {
  const n = x.length;
  if (y.length !== n || (uY && uY.length !== n)) throw new RangeError("The lists differ in length");
  if (n < (uY ? 2 : 3)) throw new RangeError("A line needs more points");
  const w = uY ? uY.map((u) => power(u, -2)) : x.map(() => 1);
  const all = sum(w);
  const middle = sum(x.map((value, at) => w[at]! * (value - x0))) / all;
  const d = x.map((value) => value - x0 - middle);
  const sxx = sum(d.map((value, at) => w[at]! * square(value)));
  if (!(sxx > 0)) throw new RangeError("All x are alike");
  const slope = sum(d.map((value, at) => w[at]! * value * y[at]!)) / sxx;
  const centre = sum(y.map((value, at) => w[at]! * value)) / all;
  const intercept = centre - slope * middle;
  const ssr = sum(d.map((value, at) => w[at]! * square(y[at]! - centre - slope * value)));
  const dof = n - 2;
  const s = uY ? 1 : Math.sqrt(ssr / dof);
  const ofIntercept = 1 / all + square(middle) / sxx;
  return {
    ...{ x0, intercept, slope, s, ssr, dof },
    uIntercept: s * Math.sqrt(ofIntercept),
    uSlope: s / Math.sqrt(sxx),
    r: -middle / Math.sqrt(sxx * ofIntercept),
  };
}

/** The value of a line and its uncertainty, with the correlation of its estimates. GUM H.3.3. */
export function predicted(line: Line, at: number): { value: number; u: number } {
  const d = at - line.x0;
  const { uIntercept, uSlope, r } = line;
  const variance = square(uIntercept) + square(d * uSlope) + 2 * d * r * uIntercept * uSlope;
  return { value: line.intercept + line.slope * d, u: Math.sqrt(Math.max(0, variance)) };
}

/** The x that new responses are read back to, with its uncertainty: s/|b|·√(1/p + 1/n + (x - x̄)²/Sxx). EURACHEM/CITAC CG 4 A5. */
export function readBack(x: readonly number[], y: readonly number[], responses: readonly number[]) {
  const line = fittedLine(x, y);
  const middle = sum(x) / x.length;
  const sxx = sum(x.map((value) => square(value - middle)));
  const response = sum(responses) / responses.length;
  const at = (response - line.intercept) / line.slope;
  const u =
    (line.s / Math.abs(line.slope)) *
    Math.sqrt(1 / responses.length + 1 / x.length + square(at - middle) / sxx);
  return { line, x: at, u };
}
