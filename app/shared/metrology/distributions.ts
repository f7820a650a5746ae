/**
 * Distributions as functions, not as tables: normal, Student's t and binomial, with their quantiles. Sources: Abramowitz and Stegun
 * 6.1, 7.1, 26.2, 26.5, 26.7; Press et al., Numerical Recipes 6.1, 6.2 (Lanczos, modified Lentz); DiDonato and Morris, TOMS 708.
 */
import { exp, log, log1p, power, sin, square } from "./elementary.ts";
import { kept } from "./kept.ts";

const LANCZOS_G = 7;
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** ln Γ(x) for x > 0, to 15 digits. */
export function lnGamma(x: number): number {
  if (x < 0.5) return log(Math.PI / sin(Math.PI * x)) - lnGamma(1 - x);
  const z = x - 1;
  const t = z + LANCZOS_G + 0.5;
  const sum = LANCZOS.reduce((all, c, at) => (at === 0 ? c : all + c / (z + at)), 0);
  return 0.5 * log(2 * Math.PI) + (z + 0.5) * log(t) - t + log(sum);
}

const LARGE = 50;
/** ln of the beta function. Of a half and a large number, what two logarithms of the gamma function have in common is not lost. */
function lnBeta(a: number, b: number): number {
  const less = Math.min(a, b);
  const more = Math.max(a, b);
  if (less !== 0.5 || more < LARGE) return lnGamma(a) + lnGamma(b) - lnGamma(a + b);
  const r = 1 / more;
  const ratio = r / 8 - power(r, 3) / 192 + power(r, 5) / 640 - (17 * power(r, 7)) / 14_336;
  return 0.5 * (log(Math.PI) - log(more)) + ratio;
}

const TINY = 1e-300;
const PRECISION = 1e-16;
const MOST_STEPS = 100_000;
const nonZero = (x: number) => (Math.abs(x) < TINY ? TINY : x);

/** A continued fraction b0 + a1/(b1 + a2/(b2 + …)) by the modified method of Lentz. @param aOf a of a step from 1, @param bOf b of a step from 0 */
function fraction(aOf: (step: number) => number, bOf: (step: number) => number): number {
  let value = nonZero(bOf(0));
  let c = value;
  let d = 0;
  for (let step = 1; step <= MOST_STEPS; step++) {
    const a = aOf(step);
    const b = bOf(step);
    d = 1 / nonZero(b + a * d);
    c = nonZero(b + a / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return value;
}

/**
 * I_x(a, b) for x at most about a/(a + b), where its continued fraction is short. DiDonato and Morris, ACM TOMS 18 (1992), eq. 9.
 * @param y 1 - x with all its digits: near x = 1 nothing is taken from anything that is nearly as large
 */
function lowerBeta(x: number, y: number, a: number, b: number): number {
  const lnX = x < 0.5 ? log(x) : log1p(-y);
  const lnY = y < 0.5 ? log(y) : log1p(-x);
  const denominator = (m: number) =>
    m +
    (m === 0 ? 0 : (m * (b - m) * x) / (a + 2 * m - 1)) +
    ((a + m) * (a * y - b * x + 1 + m * (1 + y))) / (a + 2 * m + 1);
  const numerator = (m: number) =>
    (a + m - 1) * (a + b + m - 1) * m * (b - m) * square(x / (a + 2 * m - 1));
  return exp(a * lnX + b * lnY - lnBeta(a, b)) / fraction(numerator, denominator);
}

/** The regularised incomplete beta function I_x(a, b), for a and b > 0 and x from 0 to 1. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x > (a + 1) / (a + b + 2) ? 1 - lowerBeta(1 - x, x, b, a) : lowerBeta(x, 1 - x, a, b);
}

const SERIES_UP_TO = 1.5;
/** The complementary error function: a series near 0, a continued fraction beyond. A&S 7.1.6 and 7.1.14. */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  if (x < SERIES_UP_TO) {
    let term = x;
    let sum = x;
    for (let n = 1; Math.abs(term) > PRECISION * Math.abs(sum); n++) {
      term *= (2 * x * x) / (2 * n + 1);
      sum += term;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * exp(-x * x) * sum;
  }
  const rest = fraction(
    (step) => step / 2,
    () => x,
  );
  return exp(-x * x) / Math.sqrt(Math.PI) / rest;
}

/** Φ(z), the normal distribution function. */
export const normalCdf = (z: number): number => 0.5 * erfc(-z / Math.SQRT2);
/** φ(z), its density. */
export const normalPdf = (z: number): number => exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);

/** Where a rising function reaches a value, to the last bit that bisection tells. */
export function bisected(reach: (x: number) => boolean, low: number, high: number): number {
  let [from, to] = [low, high];
  for (;;) {
    const middle = from + (to - from) / 2;
    if (middle <= from || middle >= to) return middle;
    if (reach(middle)) to = middle;
    else from = middle;
  }
}

/** Quantiles that were asked for: all points of a grid ask for a few. */
const quantiles = new Map<string, number>();
const normalQuantiles = new Map<number, number>();

const FARTHEST_Z = 40;
/** The z up to which a normal variable lies with probability p; infinite for 0 and 1. @throws RangeError outside 0 to 1 */
export function normalQuantile(p: number): number {
  probable(p);
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  if (p > 0.5) return -normalQuantile(1 - p);
  return kept(normalQuantiles, p, () => bisected((z) => normalCdf(z) >= p, -FARTHEST_Z, 0));
}

const probable = (p: number) => {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`Not a probability: ${p}`);
};
const positiveDof = (dof: number) => {
  if (!(dof > 0)) throw new RangeError(`Not degrees of freedom: ${dof}`);
};

/** The probability that |t| exceeds a value, for dof > 0; of the normal distribution where dof is infinite. A&S 26.7.1. */
export function studentTails(t: number, dof: number): number {
  positiveDof(dof);
  if (dof === Infinity) return erfc(Math.abs(t) / Math.SQRT2);
  const squared = square(t);
  if (squared === 0 || squared === Infinity) return squared === 0 ? 1 : 0;
  const [within, beyond] = [squared / (dof + squared), dof / (dof + squared)];
  // Each side where it is small, so that neither loses its digits.
  return within > 3 / (dof + 5)
    ? lowerBeta(beyond, within, dof / 2, 0.5)
    : 1 - lowerBeta(within, beyond, 0.5, dof / 2);
}

/** The density of t. A&S 26.7.1. */
const studentPdf = (t: number, dof: number): number =>
  dof === Infinity
    ? normalPdf(t)
    : exp(-0.5 * (dof + 1) * log1p((t * t) / dof) - lnBeta(dof / 2, 0.5)) / Math.sqrt(dof);

const WIDEST = 1e12;
const MOST_NEARER = 200;
/** What a step as small as this leaves is below the last digit: each of Newton's doubles the digits. */
const SETTLED = 1e-9;
const EXPANDED_FROM = 3;
/** About where t is, by the first terms of its expansion from the normal quantile. A&S 26.7.5. */
function nearT(beyond: number, dof: number): number {
  const z = -normalQuantile(beyond / 2);
  const q = z * z;
  const third = (((3 * q + 19) * q + 17) * q - 15) / (384 * dof);
  const second = (((5 * q + 16) * q + 3) / 96 + third) / dof;
  return z * (1 + ((q + 1) / 4 + second) / dof);
}
/** The t beyond which so much lies in both tails: by Newton's steps, and halving where one would leave what is known. */
function tailsReach(beyond: number, dof: number): number {
  let [low, high] = [0, 2];
  while (high < WIDEST && dof < EXPANDED_FROM && studentTails(high, dof) > beyond)
    [low, high] = [high, high * 2];
  if (dof >= EXPANDED_FROM) high = WIDEST;
  let t = dof < EXPANDED_FROM ? (low + high) / 2 : nearT(beyond, dof);
  for (let step = 0; step < MOST_NEARER; step++) {
    const rest = studentTails(t, dof) - beyond;
    if (rest > 0) low = t;
    else high = t;
    const nearer = t + rest / (2 * studentPdf(t, dof));
    if (Math.abs(nearer - t) <= SETTLED * t) return nearer;
    t = nearer > low && nearer < high ? nearer : low + (high - low) / 2;
  }
  return t;
}

/**
 * The two-sided quantile t_p(ν): |t| is at most this with probability p. GUM G.3.2.
 * @param dof degrees of freedom > 0, also no integer; Infinity for the normal distribution
 * @throws RangeError where p is not between 0 and 1
 */
export function studentQuantile(p: number, dof: number): number {
  probable(p);
  positiveDof(dof);
  if (p === 0 || p === 1) return p === 0 ? 0 : Infinity;
  return kept(quantiles, `${p} ${dof}`, () => tailsReach(1 - p, dof));
}

/** The probability of x among n, each with probability p. */
export function binomialPmf(x: number, n: number, p: number): number {
  if (x < 0 || x > n) return 0;
  if (p === 0 || p === 1) return x === n * p ? 1 : 0;
  const ways = lnGamma(n + 1) - lnGamma(x + 1) - lnGamma(n - x + 1);
  return exp(ways + x * log(p) + (n - x) * log1p(-p));
}
/** The probability of at most x among n. A&S 26.5.24. */
export function binomialCdf(x: number, n: number, p: number): number {
  if (x < 0) return 0;
  if (x >= n) return 1;
  return incompleteBeta(1 - p, n - x, x + 1);
}

/** The quantile of a beta distribution: the x up to which it holds p. */
export const betaQuantile = (p: number, a: number, b: number): number =>
  bisected((x) => incompleteBeta(x, a, b) >= p, 0, 1);

/** The probabilities of exactly one, two and three standard deviations of a normal variable; tables print them as these. */
const SIGMAS: Readonly<Record<string, number>> = { "0.6827": 1, "0.9545": 2, "0.9973": 3 };
/** A probability as a table prints it: 0.6827, 0.9545 and 0.9973 mean one, two and three sigma. GUM Table G.2. */
export function printedProbability(p: number): number {
  const sigmas = SIGMAS[String(p)];
  return sigmas === undefined ? p : 1 - erfc(sigmas / Math.SQRT2);
}
