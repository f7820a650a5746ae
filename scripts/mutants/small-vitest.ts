/*
 * As much of vitest as the engine's unit tests use, in one process without any start of its own: nearly two thousand faults are tried on
 * them. What this knows less of than vitest makes a test red without any fault, which `npm run test:mutation` tries first.
 */
import { isDeepStrictEqual } from "node:util";

class Missed extends Error {}
class CloseTo {
  readonly value: number;
  readonly within: number;
  constructor(value: number, digits = 2) {
    this.value = value;
    this.within = 10 ** -digits / 2;
  }
  holds = (other: unknown) =>
    typeof other === "number" && Math.abs(other - this.value) < this.within;
}

type Bag = Record<string, unknown>;
const isBag = (value: unknown): value is Bag => typeof value === "object" && value !== null;
const given = (bag: Bag) => Object.keys(bag).filter((key) => bag[key] !== undefined);
/** @param isPart whether the actual value may hold more than is expected */
function alike(actual: unknown, expected: unknown, isPart: boolean): boolean {
  if (expected instanceof CloseTo) return expected.holds(actual);
  if (!isBag(actual) || !isBag(expected)) return Object.is(actual, expected);
  if (expected instanceof Map || expected instanceof Set)
    return isDeepStrictEqual(actual, expected);
  if (Array.isArray(actual) !== Array.isArray(expected)) return false;
  if (Array.isArray(expected) && (actual as unknown as unknown[]).length !== expected.length)
    return false;
  const keys = new Set(isPart ? given(expected) : [...given(actual), ...given(expected)]);
  return [...keys].every((key) => alike(actual[key], expected[key], isPart));
}

function thrown(actual: unknown, expected: unknown): boolean {
  try {
    (actual as () => unknown)();
    return false;
  } catch (cause) {
    if (expected === undefined) return true;
    if (typeof expected === "function") return cause instanceof expected;
    const message = String((cause as Error).message);
    return expected instanceof RegExp ? expected.test(message) : message.includes(String(expected));
  }
}

type Matcher = (actual: unknown, expected: unknown, more: unknown) => boolean;
const matchers: Record<string, Matcher> = {
  toBe: (actual, expected) => Object.is(actual, expected),
  toEqual: (actual, expected) => alike(actual, expected, false),
  toMatchObject: (actual, expected) => alike(actual, expected, true),
  toBeCloseTo: (actual, expected, digits) =>
    Object.is(actual, expected) || new CloseTo(expected as number, digits as number).holds(actual),
  toBeGreaterThan: (actual, expected) => (actual as number) > (expected as number),
  toBeGreaterThanOrEqual: (actual, expected) => (actual as number) >= (expected as number),
  toBeLessThan: (actual, expected) => (actual as number) < (expected as number),
  toBeLessThanOrEqual: (actual, expected) => (actual as number) <= (expected as number),
  toBeNull: (actual) => actual === null,
  toBeInstanceOf: (actual, expected) => actual instanceof (expected as typeof Object),
  toContain: (actual, expected) => (actual as string).includes(expected as string),
  toContainEqual: (actual, expected) =>
    (actual as unknown[]).some((one) => alike(one, expected, false)),
  toHaveProperty: (actual, expected) => isBag(actual) && (expected as string) in actual,
  toHaveLength: (actual, expected) => (actual as string).length === expected,
  toMatch: (actual, expected) =>
    expected instanceof RegExp
      ? expected.test(actual as string)
      : (actual as string).includes(expected as string),
  toThrow: thrown,
};

type Judge = Record<string, (expected?: unknown, more?: unknown) => void>;
const judging = (actual: unknown, isWanted: boolean): Judge =>
  Object.fromEntries(
    Object.entries(matchers).map(([name, matches]) => [
      name,
      (expected, more) => {
        if (matches(actual, expected, more) !== isWanted) throw new Missed(name);
      },
    ]),
  );
export const expect = Object.assign(
  (actual: unknown) => Object.assign(judging(actual, true), { not: judging(actual, false) }),
  { closeTo: (value: number, digits?: number) => new CloseTo(value, digits) },
);

type Work = (...values: never[]) => unknown;
/** The tests of the files, in the order in which they are declared. */
export const declared: { name: string; run: () => unknown }[] = [];
const each =
  (declare: (name: string, work: Work) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, work: Work): void => {
    for (const row of rows) {
      const values = Array.isArray(row) ? row : [row];
      declare(name, () => (work as (...values: unknown[]) => unknown)(...values));
    }
  };
const declareTest = (name: string, work: Work) => {
  declared.push({ name, run: work as () => unknown });
};
const declareGroup = (_name: string, work: Work) => (work as () => void)();
export const test = Object.assign(declareTest, { each: each(declareTest) });
export const describe = Object.assign(declareGroup, { each: each(declareGroup) });
