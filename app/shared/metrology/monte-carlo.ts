/** Propagation of distributions by random numbers, to compare with what formulas say. JCGM 101:2008. Of the test suite: no screen needs it. */
import { sum, typeA } from "./type-a.ts";

/** A generator that gives the same numbers for a seed (mulberry32). @returns numbers from 0 to 1 */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A normal variable by the method of Box and Muller. */
export const normalOf = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const rectangularOf = (random: () => number, half: number): number => (2 * random() - 1) * half;

export type Spec =
  | { sum_rect: number }
  | { dom_rect: unknown }
  | { log_rect: readonly [number, number] }
  | { mass93: unknown };

const ROOT3 = Math.sqrt(3);
const DOMINANT = 10;

/** JCGM 101 9.3: the difference of a conventional mass from its nominal value, in mg. */
function massDifference(random: () => number): number {
  const reference = 100_000 + 0.05 * normalOf(random);
  const added = 1.234 + 0.02 * normalOf(random);
  const air = 1.2 + rectangularOf(random, 0.1);
  const ofWeight = 8_000 + rectangularOf(random, 1_000);
  const ofReference = 8_000 + rectangularOf(random, 50);
  const buoyancy = 1 + (air - 1.2) * (1 / ofWeight - 1 / ofReference);
  return (reference + added) * buoyancy - 100_000;
}

function drawing(spec: Spec, random: () => number): () => number {
  if ("sum_rect" in spec) {
    const { sum_rect: count } = spec;
    return () => sum(Array.from({ length: count }, () => rectangularOf(random, ROOT3)));
  }
  if ("dom_rect" in spec)
    return () => sum([1, 1, 1, DOMINANT].map((u) => rectangularOf(random, ROOT3 * u)));
  if ("log_rect" in spec) {
    const [from, to] = spec.log_rect;
    return () => Math.log(from + (to - from) * random());
  }
  return () => massDifference(random);
}

const TRIALS = 200_000;
/** Mean, standard deviation and the 95 % interval of so many draws. JCGM 101 7. */
export function drawn(spec: Spec, seed = 1, trials = TRIALS) {
  const draw = drawing(spec, seeded(seed));
  const values = Array.from({ length: trials }, draw);
  const { mean, s } = typeA(values);
  values.sort((one, other) => one - other);
  const at = (p: number) => values[Math.min(trials - 1, Math.round(p * trials))]!;
  return { mean, u: s!, low: at(0.025), high: at(0.975) };
}
