/** Probabilities of conformity and of wrong decisions. JCGM 106:2012 (ISO/IEC Guide 98-4); ANSI/NCSL Z540.3, NCSLI RP-19. */
import { normalCdf, normalPdf, normalQuantile } from "./distributions.ts";

/** Limits as doubles; either null where that side is open. */
export type Interval = { lower: number | null; upper: number | null };

/** Probabilities below and above limits of a quantity known as y with standard uncertainty u. */
export function tails(y: number, u: number, { lower, upper }: Interval) {
  const beyond = (distance: number) => (u > 0 ? normalCdf(-distance / u) : distance < 0 ? 1 : 0);
  return {
    lower: lower === null ? 0 : beyond(y - lower),
    upper: upper === null ? 0 : beyond(upper - y),
  };
}

/** The probability that the quantity lies within its limits. JCGM 106 7.2 to 7.4. */
export function conformance(y: number, u: number, limits: Interval): number {
  const { lower, upper } = tails(y, u, limits);
  return 1 - lower - upper;
}

/** The process capability index: the distance to the nearer limit over three standard deviations. JCGM 106 7.6. */
export const capability = (mu: number, sigma: number, { lower, upper }: Interval): number =>
  Math.min(
    lower === null ? Infinity : (mu - lower) / (3 * sigma),
    upper === null ? Infinity : (upper - mu) / (3 * sigma),
  );

/** The risk that a result at the acceptance limit does not conform, for a guard band of r·U with k = 2. ILAC-G8:09/2019 Table 1. */
export const riskAtLimit = (r: number): number => normalCdf(-2 * r);

const PRECISION = 1e-12;
const DEEPEST = 40;
/** An integral by Simpson's rule, halved where it is not yet precise. */
function integral(f: (x: number) => number, from: number, to: number): number {
  const simpson = (fa: number, fm: number, fb: number, width: number) =>
    (width / 6) * (fa + 4 * fm + fb);
  const part = (
    [a, b]: readonly [number, number],
    [fa, fm, fb]: readonly [number, number, number],
    whole: number,
    depth: number,
  ): number => {
    const middle = (a + b) / 2;
    const [fl, fr] = [f((a + middle) / 2), f((middle + b) / 2)];
    const left = simpson(fa, fl, fm, middle - a);
    const right = simpson(fm, fr, fb, b - middle);
    const rest = left + right - whole;
    if (depth >= DEEPEST || Math.abs(rest) <= 15 * PRECISION) return left + right + rest / 15;
    return (
      part([a, middle], [fa, fl, fm], left, depth + 1) +
      part([middle, b], [fm, fr, fb], right, depth + 1)
    );
  };
  // In pieces, so that no peak lies between the first three values.
  const PIECES = 32;
  let total = 0;
  for (let piece = 0; piece < PIECES; piece++) {
    const a = from + ((to - from) * piece) / PIECES;
    const b = from + ((to - from) * (piece + 1)) / PIECES;
    const values = [f(a), f((a + b) / 2), f(b)] as const;
    total += part([a, b], values, simpson(...values, b - a), 0);
  }
  return total;
}

const FARTHEST = 12;

export type Risks = {
  /** Of all, those that do not conform and are accepted. */
  falseAccept: number;
  /** Of all, those that conform and are rejected. */
  falseReject: number;
  /** Of the accepted, those that do not conform. */
  falseAcceptOfAccepted: number;
};

/**
 * Risks over a population of devices that is normal about the middle of its limits. JCGM 106 9.5.
 * @param limit the limits are ±limit, what is accepted measures within ±acceptance
 * @param process standard deviation of the devices
 * @param test standard uncertainty of the measurement
 */
export function globalRisks(
  limit: number,
  acceptance: number,
  process: number,
  test: number,
): Risks {
  const isAccepted = (t: number) =>
    normalCdf((acceptance - t) / test) - normalCdf((-acceptance - t) / test);
  const density = (t: number) => normalPdf(t / process) / process;
  const end = Math.max(limit, FARTHEST * process);
  const falseAccept = 2 * integral((t) => density(t) * isAccepted(t), limit, end);
  const falseReject = 2 * integral((t) => density(t) * (1 - isAccepted(t)), 0, limit);
  const within = 1 - 2 * normalCdf(-limit / process);
  const accepted = within - falseReject + falseAccept;
  return { falseAccept, falseReject, falseAcceptOfAccepted: falseAccept / accepted };
}

/** The standard deviation of devices of which a part is within ±limit. Z540.3 Handbook, NCSLI RP-19. */
export const processDeviation = (limit: number, inTolerance: number): number =>
  limit / normalQuantile((1 + inTolerance) / 2);
