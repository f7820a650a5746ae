/**
 * A tolerance as one text, as it is typed into a cell and read on paper: `±3`, `±max(15 %, 3)`, `±(1 % + 2 digits)`, `±0.5 % FS`,
 * `±2 of reference`, `±3 from 0 to 100`, `+5/-3`, `<= 500`, `>= 20`, `95 .. 105`, `rule mpe_class_iii`, `info`. Figures are in the unit
 * of the parameter.
 */
import { typedNumber } from "./decimal.ts";
import { signed, withSymbol } from "./measured.ts";
import { type Tolerance, termsOf } from "./tolerance.ts";

type Symmetric = Extract<Tolerance, { op: "sym" }>;
type Term = "pct" | "ppm" | "pct_range" | "digits" | "abs";

/** What stands behind the figure of a term, in the order in which terms are written. */
const marks: readonly (readonly [Term, string])[] = [
  ["pct", " %"],
  ["ppm", " ppm"],
  ["pct_range", " % FS"],
  ["digits", " digits"],
  ["abs", ""],
];
const termOfMark: Readonly<Record<string, Term>> = {
  "": "abs",
  "%": "pct",
  ppm: "ppm",
  "%fs": "pct_range",
  digit: "digits",
  digits: "digits",
};

/** The longest text that is looked at. */
export const LONGEST_TOLERANCE = 120;
const NOT_KNOWN =
  "Write a tolerance such as ±0.5, ±2 %, ±max(15 %, 3), +5/-3, <= 500, 95 .. 105 or info";

/** @param words terms that are written in another way */
const symmetricText = (tolerance: Symmetric, words: Partial<Record<Term, string>> = {}): string => {
  const given = new Set<string>(termsOf(tolerance));
  const written = marks.flatMap(([term, mark]) =>
    given.has(term) ? [words[term] ?? `${tolerance[term]}${mark}`] : [],
  );
  const { combine, of, cap_lo, cap_hi } = tolerance;
  const body =
    written.length < 2
      ? written.join("")
      : combine === "sum"
        ? `(${written.join(" + ")})`
        : `${combine ?? "max"}(${written.join(", ")})`;
  return [
    `±${body}`,
    ...(of === "reference" ? ["of reference"] : []),
    ...(cap_lo === undefined ? [] : [`from ${cap_lo}`]),
    ...(cap_hi === undefined ? [] : [`to ${cap_hi}`]),
  ].join(" ");
};

/** A tolerance as people write it; `parseTolerance` reads it back. */
export function toleranceText(tolerance: Tolerance): string {
  switch (tolerance.op) {
    case "sym":
      return symmetricText(tolerance);
    case "asym":
      return `+${tolerance.plus}/-${tolerance.minus}`;
    case "le":
      return `<= ${tolerance.value}`;
    case "ge":
      return `>= ${tolerance.value}`;
    case "band":
      return `${tolerance.lo} .. ${tolerance.hi}`;
    case "rule":
      return `rule ${tolerance.rule}`;
    case "info":
      return "info";
  }
}

/** A tolerance to be read, with the unit of its figures: `±max(15 %, 3 J)`, `≤ 0.8 °C`. */
export function toleranceWords(tolerance: Tolerance, symbol: string): string {
  const withUnit = (figure: string) => withSymbol(figure, symbol);
  switch (tolerance.op) {
    case "sym": {
      const { cap_lo, cap_hi, abs } = tolerance;
      // Of a parameter in per cent, what is relative says so.
      const relative = symbol === "%" ? { pct: `${tolerance.pct} % of value` } : {};
      return symmetricText(
        {
          ...tolerance,
          ...(cap_lo === undefined ? {} : { cap_lo: withUnit(cap_lo) }),
          ...(cap_hi === undefined ? {} : { cap_hi: withUnit(cap_hi) }),
        },
        { ...(abs === undefined ? {} : { abs: withUnit(abs) }), ...relative },
      );
    }
    case "asym":
      return withUnit(`+${tolerance.plus}/−${tolerance.minus}`);
    case "le":
      return `≤ ${withUnit(tolerance.value)}`;
    case "ge":
      return `≥ ${withUnit(tolerance.value)}`;
    case "band":
      return withUnit(`${tolerance.lo} to ${signed(tolerance.hi)}`);
    default:
      return toleranceText(tolerance);
  }
}

export type ReadTolerance =
  | { tolerance: Tolerance; problem?: undefined }
  | { tolerance?: undefined; problem: string };
const problem = (words: string): ReadTolerance => ({ problem: words });

const NUMBER = String.raw`(?!(?:[\deE+-]|\.(?!\.)){25})[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,2})?`;
const TERM = new RegExp(String.raw`^(${NUMBER})\s*(%\s*FS|%|ppm|digits?)?$`, "i");
const SYMMETRIC =
  /^(?:±|\+\/-|\+-)\s*(max|min)?\s*(\(?)([^()]*?)(\)?)((?:\s+(?:of\s+reference|from\s+\S+|to\s+\S+))*)$/i;
const ONE_SIDED = new RegExp(String.raw`^(<=|≤|>=|≥)\s*(${NUMBER})$`);
const BAND = new RegExp(String.raw`^(${NUMBER})\s*(?:\.\.|…)\s*(${NUMBER})$`);
const UNEVEN = new RegExp(String.raw`^\+\s*(${NUMBER})\s*/\s*[-−]\s*(${NUMBER})$`);
const RULE = /^rule\s+([a-z][a-z0-9_]{0,59})$/i;

/** One figure with its mark. */
function readTerm(text: string): readonly [Term, string] | null {
  const [, figure, mark = ""] = TERM.exec(text.trim()) ?? [];
  if (figure === undefined) return null;
  return [termOfMark[mark.toLowerCase().replace(/\s/g, "")]!, figure];
}

/** The parts behind the figures: what per cent are taken of, and the limits that are not passed. */
function readSuffix(text: string): Partial<Symmetric> | null {
  const of = /\bof\s+reference\b/i.test(text) ? ({ of: "reference" } as const) : {};
  const lo = /\bfrom\s+(\S+)/i.exec(text)?.[1];
  const hi = /\bto\s+(\S+)/i.exec(text)?.[1];
  if ((lo !== undefined && !typedNumber(lo)) || (hi !== undefined && !typedNumber(hi))) return null;
  return {
    ...of,
    ...(lo === undefined ? {} : { cap_lo: lo }),
    ...(hi === undefined ? {} : { cap_hi: hi }),
  };
}

function readSymmetric(text: string): ReadTolerance {
  const [, word, open, body = "", close, behind = ""] = SYMMETRIC.exec(text) ?? [];
  if (open === undefined || (open === "") !== (close === "") || (word && !open))
    return problem(NOT_KNOWN);
  const isSum = !word;
  const terms = (open ? body.split(isSum ? "+" : ",") : [body]).map(readTerm);
  const suffix = readSuffix(behind);
  if (!suffix || terms.some((term) => term === null)) return problem(NOT_KNOWN);
  const known = terms.filter((term) => term !== null);
  if (new Set(known.map(([term]) => term)).size !== known.length)
    return problem("A tolerance has each kind of figure once");
  if (known.some(([, figure]) => typedNumber(figure)?.lt(0)))
    return problem("A tolerance is not negative");
  const combine =
    known.length < 2
      ? {}
      : { combine: isSum ? ("sum" as const) : (word!.toLowerCase() as "max" | "min") };
  return { tolerance: { op: "sym", ...Object.fromEntries(known), ...combine, ...suffix } };
}

/** Reads a tolerance as it was typed; never throws. */
export function parseTolerance(text: string): ReadTolerance {
  const typed = text.trim().replaceAll("−", "-");
  if (typed.length > LONGEST_TOLERANCE) return problem("A tolerance is shorter");
  if (typed.toLowerCase() === "info") return { tolerance: { op: "info" } };
  const [, rule] = RULE.exec(typed) ?? [];
  if (rule !== undefined) return { tolerance: { op: "rule", rule } };
  const [, sign, limit] = ONE_SIDED.exec(typed) ?? [];
  if (limit !== undefined)
    return { tolerance: { op: /[<≤]/.test(sign!) ? "le" : "ge", value: limit } };
  const [, plus, minus] = UNEVEN.exec(typed) ?? [];
  if (plus !== undefined && minus !== undefined)
    return typedNumber(plus)!.lt(0) || typedNumber(minus)!.lt(0)
      ? problem("A tolerance is not negative")
      : { tolerance: { op: "asym", plus, minus } };
  const [, lo, hi] = BAND.exec(typed) ?? [];
  if (lo !== undefined && hi !== undefined)
    return typedNumber(lo)!.gt(typedNumber(hi)!)
      ? problem("The lower limit is above the upper one")
      : { tolerance: { op: "band", lo, hi } };
  return readSymmetric(typed);
}
