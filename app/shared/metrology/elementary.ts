/**
 * Elementary functions from additions, products, quotients and square roots alone, which IEEE 754 defines to the last bit: the same
 * text comes out in every engine. `Math.exp` and its like differ by a last bit from one engine's version to the next. Errors are below
 * two units in the last place. Method and coefficients are those of FDLIBM 5.3, whose notice is:
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc. business. Permission
 * to use, copy, modify, and distribute this software is freely granted, provided that this notice is preserved.
 */

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

const bits = new DataView(new ArrayBuffer(8));
const BIAS = 1023;
/** 2 to a power from -1022 to 1023. */
function powerOfTwo(exponent: number): number {
  bits.setUint32(0, (exponent + BIAS) << 20);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}
/** A number times a power of two, in steps that neither overflow nor lose a bit before they must. */
function scaled(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * powerOfTwo(half) * powerOfTwo(exponent - half);
}

const EXP = [
  0.16666666666666602, -0.0027777777777015593, 6.613756321437934e-5, -1.6533902205465252e-6,
  4.1381367970572385e-8,
] as const;
const LARGEST_EXP = 709.782712893384;
const SMALLEST_EXP = -745.1332191019411;

/** A polynomial of a variable, from its constant term on. */
const polynomial = (x: number, coefficients: readonly number[]): number =>
  coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);

export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > LARGEST_EXP) return Infinity;
  if (x < SMALLEST_EXP) return 0;
  const k = Math.round(x * Math.LOG2E);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const t = r * r;
  const c = r - t * polynomial(t, EXP);
  return scaled(1 - (low - (r * c) / (2 - c) - high), k);
}

const LOG = [
  0.6666666666666735, 0.3999999999940942, 0.2857142874366239, 0.22222198432149784,
  0.1818357216161805, 0.15313837699209373, 0.14798198605116586,
] as const;
const TWO_TO_54 = 18_014_398_509_481_984;
const SMALLEST_NORMAL = 2.2250738585072014e-308;

/** A positive number as f·2^k with f from √½ to √2. */
function parts(x: number): { f: number; k: number } {
  const isSubnormal = x < SMALLEST_NORMAL;
  bits.setFloat64(0, isSubnormal ? x * TWO_TO_54 : x);
  const exponent = ((bits.getUint32(0) >>> 20) & 0x7ff) - BIAS;
  bits.setUint32(0, (bits.getUint32(0) & 0xfffff) | (BIAS << 20));
  const f = bits.getFloat64(0);
  const k = exponent - (isSubnormal ? 54 : 0);
  return f > Math.SQRT2 ? { f: f / 2, k: k + 1 } : { f, k };
}

export function log(x: number): number {
  if (Number.isNaN(x) || x < 0) return Number.NaN;
  if (x === 0 || x === Infinity) return x === 0 ? -Infinity : Infinity;
  const { f: near, k } = parts(x);
  const f = near - 1;
  const s = f / (2 + f);
  const z = s * s;
  const r = z * polynomial(z, LOG);
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + r) + k * LN2_LOW) - f);
}

/** log(1 + x), also where x is small. */
export function log1p(x: number): number {
  const u = 1 + x;
  if (u === 1) return x;
  // What rounding took of 1 + x is given back (W. Kahan).
  return u === Infinity || u <= 0 ? log(u) : log(u) * (x / (u - 1));
}

const LOG10_2_HIGH = 0.30102999566361177;
const LOG10_2_LOW = 3.694239077158931e-13;
export function log10(x: number): number {
  if (!(x > 0) || x === Infinity) return log(x);
  const { f, k } = parts(x);
  return k * LOG10_2_LOW + Math.LOG10E * log(f) + k * LOG10_2_HIGH;
}

const SIN = [
  -0.16666666666666632, 0.00833333333332249, -0.0001984126982985795, 2.7557313707070068e-6,
  -2.5050760253406863e-8, 1.58969099521155e-10,
] as const;
const COS = [
  0.0416666666666666, -0.001388888888887411, 2.480158728947673e-5, -2.7557314351390663e-7,
  2.087572321298175e-9, -1.1359647557788195e-11,
] as const;
const INVERSE_HALF_PI = 0.6366197723675814;
/** π/2 in pieces of 33 bits. */
const HALF_PI = [
  1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32,
] as const;
/** Beyond it an angle has no digits left that say where it is. */
const LARGEST_ANGLE = 1e5;

const sineNear = (x: number, rest: number): number => {
  const z = x * x;
  const v = z * x;
  const r = polynomial(z, SIN.slice(1));
  return x - (z * (0.5 * rest - v * r) - rest - v * SIN[0]);
};
const cosineNear = (x: number, rest: number): number => {
  const z = x * x;
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * z * polynomial(z, COS) - x * rest));
};

/** An angle as a quarter turn and what is left, within ±π/4, with the digits that do not fit. */
function turned(x: number): { quarter: number; x: number; rest: number } {
  const n = Math.round(x * INVERSE_HALF_PI);
  let head = x - n * HALF_PI[0];
  let tail = 0;
  for (const piece of HALF_PI.slice(1)) {
    // The sum of two numbers, exactly (D. E. Knuth).
    const taken = -n * piece;
    const sum = head + taken;
    const part = sum - head;
    tail += head - (sum - part) + (taken - part);
    head = sum;
  }
  const whole = head + tail;
  return { quarter: ((n % 4) + 4) % 4, x: whole, rest: head - whole + tail };
}

/** The sine of an angle of at most 100,000 radians; NaN beyond. */
export function sin(angle: number): number {
  if (!(Math.abs(angle) <= LARGEST_ANGLE)) return Number.NaN;
  const { quarter, x, rest } = turned(angle);
  const value = quarter % 2 === 0 ? sineNear(x, rest) : cosineNear(x, rest);
  return quarter < 2 ? value : -value;
}
/** The cosine of an angle of at most 100,000 radians; NaN beyond. */
export function cos(angle: number): number {
  if (!(Math.abs(angle) <= LARGEST_ANGLE)) return Number.NaN;
  const { quarter, x, rest } = turned(angle);
  const value = quarter % 2 === 0 ? cosineNear(x, rest) : sineNear(x, rest);
  return quarter === 0 || quarter === 3 ? value : -value;
}
export const tan = (angle: number): number => sin(angle) / cos(angle);

const ATAN = [
  0.3333333333333293, -0.19999999999876483, 0.14285714272503466, -0.11111110405462356,
  0.09090887133436507, -0.0769187620504483, 0.06661073137387531, -0.058335701337905735,
  0.049768779946159324, -0.036531572744216916, 0.016285820115365782,
] as const;
/** Angles from which the arc is told, each with the digits that do not fit. */
const ATAN_AT = [
  {
    from: 2.4375,
    high: Math.PI / 2,
    low: 6.123233995736766e-17,
    of: (x: number) => -1 / x,
  },
  {
    from: 1.1875,
    high: 0.982793723247329,
    low: 1.3903311031230998e-17,
    of: (x: number) => (x - 1.5) / (1 + 1.5 * x),
  },
  {
    from: 0.6875,
    high: Math.PI / 4,
    low: 3.061616997868383e-17,
    of: (x: number) => (x - 1) / (x + 1),
  },
  {
    from: 0.4375,
    high: 0.4636476090008061,
    low: 2.2698777452961687e-17,
    of: (x: number) => (2 * x - 1) / (2 + x),
  },
] as const;
export function atan(x: number): number {
  if (x < 0) return -atan(-x);
  const near = ATAN_AT.find(({ from }) => x >= from);
  const t = near ? near.of(x) : x;
  const z = t * t;
  const bent = t * z * polynomial(z, ATAN);
  return near ? near.high - (bent - near.low - t) : t - bent;
}

const MOST_FACTORS = 1024;
/** A power: products for whole exponents, else by exponent and logarithm. */
export function power(base: number, exponent: number): number {
  if (Number.isInteger(exponent) && Math.abs(exponent) <= MOST_FACTORS) {
    let result = 1;
    let factor = base;
    for (let left = Math.abs(exponent); left > 0; left = Math.floor(left / 2)) {
      if (left % 2 === 1) result *= factor;
      factor *= factor;
    }
    return exponent < 0 ? 1 / result : result;
  }
  if (base === 0) return exponent > 0 ? 0 : Infinity;
  return exp(exponent * log(base));
}
export const square = (x: number): number => x * x;
/** The root of a sum of squares. */
export const rootOfSquares = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
