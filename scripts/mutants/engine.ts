import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";

/*
 * Faults of the metrology engine are made by rule, not by hand: every operator, comparison and figure of it is changed once. Those
 * that change nothing that anyone could see are named here, with the reason.
 */

const FOLDER = "app/shared/metrology";
/** Of the test suite alone. */
const beside = new Set(["monte-carlo.ts", "h4.ts", "replay.ts", "point.ts"]);

const swaps: Readonly<Record<string, string>> = {
  ...{ " + ": " - ", " - ": " + ", " * ": " / ", " / ": " * " },
  ...{ " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > " },
  ...{ " === ": " !== ", " !== ": " === ", " && ": " || ", " || ": " && " },
  ...{ "Math.max(": "Math.min(", "Math.min(": "Math.max(" },
  ...{ ".lt(": ".lte(", ".lte(": ".lt(", ".gt(": ".gte(", ".gte(": ".gt(" },
  ...{ ".plus(": ".minus(", ".minus(": ".plus(", ".times(": ".div(", ".div(": ".times(" },
  ...{ "Math.abs(": "(", "?? ": "&& " },
};
const FIGURE = /(?<![\w.$"])\d[\d_]*(?:\.\d+)?(?:e-?\d+)?(?![\w"])/g;
const another = (figure: string): string => {
  const value = Number(figure.replaceAll("_", ""));
  return String(Number.isInteger(value) ? value + 1 : value * 1.01);
};

/** Lines whose figures bound work or stand for "far enough": another one does as well. */
const BOUNDS =
  /\b(MOST_\w+|DEEPEST|PLACES|SETTLED|EXPANDED_FROM|TINY|PRECISION|FARTHEST\w*|STEPS|PIECES|WIDEST|LARGE|LARGEST_\w+|SMALLEST_\w+|TWO_TO_54|SERIES_UP_TO|LAST_DIGITS)\b|\bDP =|\b[NP]E =/;

/** What a fault makes no difference to, by a part of the line, as it is (any fault of it) or as the fault leaves it, and the reason. */
const equal: readonly (readonly [file: string, line: string, why: string])[] = [
  ["calibrated-range.ts", "node.at.gt(at)", "a node at the value itself is answered before"],
  ["components.ts", "sensitivity: 1 }", "both that are compared grow alike"],
  ["condition.ts", "one <= other ? -1", "texts that are equal are answered before"],
  ["condition.ts", "one < other ? -2 : 1", "only the sign of an order counts"],
  ["condition.ts", "one < other ? -1 : 2", "only the sign of an order counts"],
  [
    "control-chart.ts",
    "Math.max((value)",
    "so near to a limit the other two are as large as the value",
  ],
  ["control-chart.ts", "(value), (reference)", "the other two are as large as the reference"],
  ["control-chart.ts", ">= limit", "within the last digits either answer is right"],
  ["control-chart.ts", "above: side >= 0", "what warns is not at the reference itself"],
  ["control-chart.ts", "sides[from]! >= 0", "such runs are on one side"],
  ["coverage.ts", "beta <= p", "both formulas agree where they meet"],
  ["decimal.ts", "a.lte(b) ? a : b", "of two that are alike either is the lesser"],
  ["decimal.ts", "a.gte(b) ? a : b", "of two that are alike either is the greater"],
  ["decision.ts", "tur_rss: (tur: number) => (tur < 1", "at 1 the root is nothing as well"],
  ["decision.ts", "tur_test95: (tur: number) => (tur < 1", "at 1 the rest is nothing as well"],
  ["decision.ts", "tur >= METHODS_UP_TO ? 1 : Math.max", "at 4 the rest is 1 as well"],
  ["decision.ts", "lower !== null || upper !== null ? (upper", "a rule by ratio has both limits"],
  ["decision.ts", "(upper - lower) / 2 : 1", "a rule by ratio has both limits"],
  ["decision.ts", "Math.max((y)", "near a limit it and U are as large as the value"],
  ["decision.ts", "(y), (U)", "U is not negative"],
  ["decision.ts", "(U), (lower", "near a limit the value and U are as large as it"],
  ["decision.ts", "?? 0), (upper", "near a limit the value and U are as large as it"],
  ["decision.ts", "lower && 0", "near a limit the value and U are as large as it"],
  ["decision.ts", "upper && 0", "near a limit the value and U are as large as it"],
  ["distributions.ts", "(z + at)), 1)", "the first coefficient takes its place"],
  ["distributions.ts", "more <= LARGE", "both ways hold there"],
  ["distributions.ts", "/ 641", "below the last digits"],
  ["distributions.ts", "/ 640 + (17", "below the last digits"],
  ["distributions.ts", "(18 * power", "below the last digits"],
  ["distributions.ts", "power(r, 8)", "below the last digits"],
  ["distributions.ts", "14337", "below the last digits"],
  [
    "distributions.ts",
    "const nonZero",
    "no part of these fractions is below zero or just so small",
  ],
  ["distributions.ts", "step < MOST_STEPS", "how long it looks is a matter of the last step"],
  ["distributions.ts", "- 1) <= PRECISION", "which step is the last makes no digit"],
  ["distributions.ts", "const lnX", "both ways hold about a half"],
  ["distributions.ts", "const lnY", "both ways hold about a half"],
  [
    "distributions.ts",
    "b: number): number {\n  if (x < 0) return 0",
    "the integral to 0 is nothing as well",
  ],
  ["distributions.ts", "if (x > 1) return 1", "the integral to 1 is all as well"],
  ["distributions.ts", "if (x >= 2) return 1", "the integral to 1 is all as well"],
  ["distributions.ts", "x >= (a + 1)", "each side answers, the other sooner"],
  ["distributions.ts", "x > (a + 2)", "each side answers, the other sooner"],
  ["distributions.ts", "(a + 1) * (a + b + 2)", "each side answers, the other sooner"],
  ["distributions.ts", "(a + b + 3)", "each side answers, the other sooner"],
  ["distributions.ts", "x <= SERIES_UP_TO", "both ways hold there"],
  ["distributions.ts", "PRECISION / Math.abs(sum)", "which term is the last makes no digit"],
  ["distributions.ts", "PRECISION * (sum)", "the sum is not below zero"],
  ["distributions.ts", "(to - from) / 3", "wherever between it looks, the end is the same"],
  ["distributions.ts", "; (term) > PRECISION", "no term is below zero"],
  ["distributions.ts", "p === 0 || p === 2) return p === 0 ? -Inf", "its mirror answers as well"],
  ["distributions.ts", "normalCdf(z) > p", "the last bit of where it is reached"],
  ["distributions.ts", "if (squared === 0 && squared", "reckoned, nothing is within 0 as well"],
  ["distributions.ts", "within >= 3", "each side answers, the other sooner"],
  ["distributions.ts", "within > 4", "each side answers, the other sooner"],
  ["distributions.ts", "(dof + 6)", "each side answers, the other sooner"],
  ["distributions.ts", "(dof + 2) * log1p", "a step that is off is made good by the next"],
  ["distributions.ts", "exp(-0.505 * (dof", "a step that is off is made good by the next"],
  [
    "distributions.ts",
    "lnBeta(dof * 2, 0.5)) / Math",
    "a step that is off is made good by the next",
  ],
  [
    "distributions.ts",
    "lnBeta(dof / 3, 0.5)) / Math",
    "a step that is off is made good by the next",
  ],
  ["distributions.ts", "0.505)) / Math.sqrt(dof)", "a step that is off is made good by the next"],
  ["distributions.ts", "-normalQuantile(beyond / 3)", "only where the search for t begins"],
  ["distributions.ts", "const q = z * z", "only where the search for t begins"],
  ["distributions.ts", "const third = (((3", "only where the search for t begins"],
  ["distributions.ts", "const second = (((5", "only where the search for t begins"],
  ["distributions.ts", "return z * (1 + ((q", "only where the search for t begins"],
  ["distributions.ts", "let [low, high] = [0, 3]", "only where the search for t begins"],
  ["distributions.ts", "(high <= WIDEST", "only where the search for t begins"],
  ["distributions.ts", "dof <= EXPANDED_FROM", "only where the search for t begins"],
  ["distributions.ts", ">= beyond)", "only where the search for t begins"],
  ["distributions.ts", "high * 3", "only where the search for t begins"],
  ["distributions.ts", "(low + high) * 2", "only where the search for t begins"],
  ["distributions.ts", "step <= MOST_NEARER", "how long it looks is a matter of the last step"],
  ["distributions.ts", "if (rest >= 0) low", "where nothing is left t is found"],
  ["distributions.ts", "nearer = t - rest", "halving finds it as well"],
  ["distributions.ts", "(3 * studentPdf", "halving finds it as well"],
  ["distributions.ts", "(nearer + t)", "how long it looks is a matter of the last step"],
  ["distributions.ts", "(nearer - t) < SETTLED", "how small the last step is makes no digit"],
  ["distributions.ts", "SETTLED / t", "how small the last step is makes no digit"],
  ["distributions.ts", "t = nearer >= low", "at its ends it is halved or not, with the same end"],
  ["distributions.ts", "nearer <= high ?", "at its ends it is halved or not, with the same end"],
  ["distributions.ts", "nearer : low + (high - low) / 3", "wherever between it looks"],
  ["distributions.ts", "nearer : low - (high", "wherever it looks, Newton's steps lead back"],
  ["distributions.ts", "a, b) > p, 0, 1", "the last bit of where it is reached"],
  ["distributions.ts", ">= p, 0, 2)", "beyond 1 nothing is added"],
  ["elementary.ts", "ArrayBuffer(9)", "eight bytes of it are used"],
  ["elementary.ts", "exponent / 3", "no such step overflows or loses a bit either"],
  ["elementary.ts", "x <= SMALLEST_NORMAL", "both ways hold there"],
  ["elementary.ts", "f >= Math.SQRT2", "both ways hold there"],
  ["elementary.ts", "|| u < 0 ?", "at 0 both are without end"],
  ["elementary.ts", "    from: ", "both ways hold about there"],
  ["elementary.ts", "    low: ", "a hundredth of what is below the last digit"],
  ["elementary.ts", "x > from)", "both ways hold there"],
  ["elementary.ts", "Math.abs(exponent) < MOST_FACTORS", "both ways hold there"],
  ["elementary.ts", "&& (exponent) <= MOST_FACTORS", "both ways hold there"],
  ["elementary.ts", "return exponent <= 0", "a power of 0 is 1, as is 1 over it"],
  ["elementary.ts", "return exponent < 1", "a power of 0 is 1, as is 1 over it"],
  ["elementary.ts", "return exponent >= 0", "whole exponents are answered before"],
  ["elementary.ts", "(0.505 * rest", "a hundredth of what is below the last digit"],
  ["elementary.ts", "whole = head - tail", "what is left takes it up"],
  ["evaluate-point.ts", "cmc >= raw", "of two that are alike either is used"],
  ["evaluate-point.ts", "outer.g >= outer.limit", "no readings come to it to the last digit"],
  ["expression.ts", '"&&": 3', "only the order of strengths counts"],
  ["expression.ts", '"==": 7', "what is compared holds no comparison"],
  ["expression.ts", '"!=": 7', "what is compared holds no comparison"],
  ["expression.ts", '": 8', "only the order of strengths counts"],
  ["expression.ts", '"**", 12', "only the order of strengths counts"],
  ["intervals.ts", "change < 0", "what is just the target is not rejected"],
  ["intervals.ts", "step < STEPS", "how far it looks is a matter of the last step"],
  ["kept.ts", "all.size > most", "how many are kept is a matter of speed"],
  ["measured.ts", "decimalsOf(text) < least", "a figure of as many decimals is the same text"],
  ["reckon.ts", "const add = (kind", "what a step does not have is not read"],
  ["tolerance-text.ts", "plus !== undefined ||", "a text that fits has both"],
  ["tolerance-text.ts", "lo !== undefined || hi", "a text that fits has both"],
  ["type-a.ts", "Math.abs(total) > Math.abs(value)", "of two as large nothing is lost"],
  ["type-a.ts", "s === null && u === null", "one reading tells neither"],
  ["risk.ts", "depth > DEEPEST", "how deep it looks is a bound"],
  ["risk.ts", "(rest) < 15", "how near is near enough"],
  ["risk.ts", "left, depth", "how deep it looks is a bound"],
  ["risk.ts", "right, depth", "how deep it looks is a bound"],
  ["risk.ts", "simpson(...values, b + a)", "where the first guess is off it is halved"],
  ["risk.ts", "b - a), 1)", "how deep it looks is a bound"],
  [
    "rounding.ts",
    "nearest.lte(u.times(MOST_LOWERED))",
    "no U of finite digits is lowered by 5 % to the last digit",
  ],
];

/** The same text with what stands in comments, quotes and types of figures (`digits: 1 | 2`) blanked. */
const bare = (line: string): string =>
  /^\s*(\*|\/\*|\/\/|import |export type|type )/.test(line)
    ? ""
    : line
        .replaceAll(
          /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\/\*.*?\*\/|: \d+( \| \d+)+/g,
          (text) => " ".repeat(text.length),
        )
        .replace(/\/\/.*$/, "");

type Fault = { at: number; length: number; to: string };
function faultsOf(line: string): Fault[] {
  const code = bare(line);
  const found: Fault[] = [];
  for (const [from, to] of Object.entries(swaps))
    for (let at = code.indexOf(from); at >= 0; at = code.indexOf(from, at + 1))
      found.push({ at, length: from.length, to });
  if (!BOUNDS.test(line))
    for (const { 0: figure, index } of code.matchAll(FIGURE))
      found.push({ at: index, length: figure.length, to: another(figure) });
  return found;
}

/** Those that tell least by a fault, and those that take longest, come last; what draws random numbers tells nothing more. */
const last = ["cases.test.ts", "expression.test.ts", "figures.test.ts", "elementary.test.ts"];
const tests = readdirSync("tests/unit/metrology")
  .filter((name) => name !== "propagation.test.ts")
  .toSorted((one, other) => last.indexOf(one) - last.indexOf(other))
  .map((name) => `tests/unit/metrology/${name}`);
/** The tests of a file of that name come first. */
const testsOf = (file: string) => {
  const word = file.replace(/s?\.ts$/, "");
  return tests.toSorted((one, other) => Number(other.includes(word)) - Number(one.includes(word)));
};

const changedBy = (line: string, { at, length, to }: Fault): string =>
  line.slice(0, at) + to + line.slice(at + length);
/** @param before the line before it, for a part of two lines */
const isEqual = (file: string, before: string, line: string, changed: string): boolean =>
  equal.some(([where, part]) => {
    const start = part.includes("\n") ? `${before}\n` : "";
    return where === file && [line, changed].some((one) => (start + one).includes(part));
  });

function mutantsOf(file: string): Mutant[] {
  const path = join(FOLDER, file);
  const source = readFileSync(path, "utf8");
  const lines = source.split("\n");
  return lines.flatMap((line, at) =>
    faultsOf(line)
      .map((fault) => ({ ...fault, changed: changedBy(line, fault) }))
      .filter(({ changed }) => !isEqual(file, lines[at - 1] ?? "", line, changed))
      .map(({ changed, ...fault }): Mutant => {
        // A line that stands there twice is told by those before it.
        let from = line;
        for (let before = at - 1; source.split(from).length !== 2; before--)
          from = `${lines[before]}\n${from}`;
        const place = `${file.replace(".ts", "")} ${at + 1}:${fault.at + 1}`;
        return {
          name: `engine ${place} ${line.slice(fault.at, fault.at + fault.length).trim()} is ${fault.to.trim()}`,
          ...{ file: path, from, to: from.slice(0, from.length - line.length) + changed },
          ...{ tests: testsOf(file), isQuick: true },
        };
      }),
  );
}

export const engine: Mutant[] = readdirSync(FOLDER)
  .filter((file) => !beside.has(file))
  .flatMap(mutantsOf);
