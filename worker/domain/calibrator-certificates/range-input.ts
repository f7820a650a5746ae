import { z } from "zod";
import { LONGEST_RANGES, MOST_POINTS, MOST_RANGES } from "#app/shared/calibration/certificates.ts";
import {
  correctionOf,
  expressionProblem,
  isCorrection,
} from "#app/shared/metrology/calibrated-range.ts";
import { typedNumber } from "#app/shared/metrology/decimal.ts";
import {
  correctionKinds,
  driftKinds,
  uncertaintyKinds,
} from "#drizzle/tenant/calibrator-certificates.ts";
import { decimalText, optionalDecimal, unitCode } from "../calibration/fields.ts";
import { described, optionalText, text, word } from "../entity/fields.ts";

const LONGEST_EXPRESSION = 500;

const point = z
  .strictObject({
    nominal: decimalText("Nominal"),
    reference: decimalText("Reference"),
    indicated: decimalText("Indicated"),
    /** What the paper says; it follows from the two figures before it. */
    correction: optionalDecimal("Correction"),
    u: decimalText("U", { above: "0" }),
    k: decimalText("k", { above: "0" }),
    dof: optionalDecimal("Degrees of freedom", { above: "0" }),
  })
  .superRefine(({ correction, reference, indicated }, ctx) => {
    const follows = correctionOf(reference, indicated);
    if (correction === null || follows === null || isCorrection(correction, reference, indicated))
      return;
    ctx.addIssue({
      code: "custom",
      path: ["correction"],
      message: `The correction is reference less indicated: ${follows}`,
    });
  })
  .transform((typed) => ({
    ...typed,
    correction: correctionOf(typed.reference, typed.indicated) ?? "",
  }));

const fields = {
  parameter: text("Parameter", 80),
  unit: unitCode(),
  rangeLo: decimalText("From"),
  rangeHi: decimalText("To"),
  frequencyLo: optionalDecimal("Frequency from", { least: "0" }),
  frequencyHi: optionalDecimal("Frequency to", { least: "0" }),
  resolution: optionalDecimal("Resolution", { above: "0" }),
  uKind: word("Kind of U", uncertaintyKinds, "Choose how U is told"),
  uAbs: optionalDecimal("U", { least: "0" }),
  uPct: optionalDecimal("U in %", { least: "0", most: "100" }),
  uEquation: optionalText(LONGEST_EXPRESSION, "Equation of U"),
  uK: decimalText("k", { above: "0" }),
  uP: optionalDecimal("Coverage probability", { above: "0", most: "1" }),
  uDof: optionalDecimal("Degrees of freedom", { above: "0" }),
  specAbs: optionalDecimal("Specification", { least: "0" }),
  specPct: optionalDecimal("Specification in %", { least: "0", most: "100" }),
  driftKind: word("Kind of drift", driftKinds, "Choose the kind of drift"),
  driftValue: optionalDecimal("Drift", { least: "0" }),
  correction: word("Correction", correctionKinds, "Choose how it is corrected"),
  correctionEquation: optionalText(LONGEST_EXPRESSION, "Equation of the correction"),
  points: z.array(point, "Points must be a list").max(MOST_POINTS),
};
type Range = z.output<z.ZodObject<typeof fields>>;
type Wrong = readonly [path: string, message: string];

const isBelow = (lo: string | null, hi: string | null): boolean => {
  const [low, high] = [typedNumber(lo), typedNumber(hi)];
  return Boolean(low && high && low.lte(high));
};

/** The equation that a kind asks for, or why it cannot be used. */
function wrongEquation(path: string, equation: string | null): Wrong[] {
  if (equation === null) return [[path, "Write the equation of the reading, such as 0.01*reading"]];
  const problem = expressionProblem(equation);
  return problem ? [[path, problem]] : [];
}

/** What the kind of uncertainty asks for and the range lacks. */
function wrongU({ uKind, uAbs, uPct, uEquation, points }: Range): Wrong[] {
  const wrong: Wrong[] = [];
  if (uKind === "equation") wrong.push(...wrongEquation("uEquation", uEquation));
  if ((uKind === "abs" || uKind === "pct_plus_abs") && uAbs === null)
    wrong.push(["uAbs", "U is required"]);
  if ((uKind === "pct_reading" || uKind === "pct_plus_abs") && uPct === null)
    wrong.push(["uPct", "U in % is required"]);
  if (uKind === "table" && points.length === 0) wrong.push(["uKind", "Add the points of U"]);
  const isNothing = [uAbs, uPct].every((figure) => !typedNumber(figure)?.gt("0"));
  if (uKind !== "equation" && uKind !== "table" && isNothing && !wrong.length)
    wrong.push([uKind === "abs" ? "uAbs" : "uPct", "U must be above 0"]);
  return wrong;
}

/** Readings of points that come twice, where values lie between points. */
function wrongPoints({ points, uKind, correction }: Range): Wrong[] {
  if (correction !== "linear" && uKind !== "table") return [];
  const seen = new Set<string>();
  return points.flatMap(({ indicated }, at): Wrong[] => {
    const reading = typedNumber(indicated)?.toString() ?? "";
    if (!seen.has(reading)) {
      seen.add(reading);
      return [];
    }
    return [[`points.${at}.indicated`, "Another point has the same reading"]];
  });
}

function wrongIn(range: Range): Wrong[] {
  const { rangeLo, rangeHi, frequencyLo, frequencyHi, driftKind, driftValue, correction } = range;
  const wrong = [...wrongU(range), ...wrongPoints(range)];
  if (!isBelow(rangeLo, rangeHi)) wrong.push(["rangeHi", "To must not be below From"]);
  if ((frequencyLo === null) !== (frequencyHi === null))
    wrong.push(["frequencyHi", "A range of frequencies has two ends"]);
  else if (frequencyLo !== null && !isBelow(frequencyLo, frequencyHi))
    wrong.push(["frequencyHi", "Frequency to must not be below frequency from"]);
  if (driftKind.startsWith("per_year") && driftValue === null)
    wrong.push(["driftValue", "Drift is required"]);
  if (driftKind === "per_year_pct" && typedNumber(driftValue)?.gt("100"))
    wrong.push(["driftValue", "Drift in % must be at most 100"]);
  if (correction === "linear" && range.points.length === 0)
    wrong.push(["correction", "Add the points between which it is corrected"]);
  if (correction === "equation")
    wrong.push(...wrongEquation("correctionEquation", range.correctionEquation));
  return wrong;
}

const range = z.strictObject(fields).superRefine((typed, ctx) => {
  for (const [path, message] of wrongIn(typed))
    ctx.addIssue({ code: "custom", path: path.split("."), message });
});

const TOO_MANY = `A certificate has at most ${MOST_RANGES} ranges, each with at most ${MOST_POINTS} points`;

/** Why what was sent is not looked at; null where it is within its bounds. */
function beyond(sent: unknown): string | null {
  if (!Array.isArray(sent)) return "Ranges must be a list";
  const isLong = (one: unknown) => {
    const { points } = (one ?? {}) as { points?: unknown };
    return Array.isArray(points) && points.length > MOST_POINTS;
  };
  return sent.length > MOST_RANGES || sent.some(isLong) ? TOO_MANY : null;
}

/** The list in a text that a form has sent. */
function parsed(text: string): unknown {
  if (text.trim() === "") return [];
  if (text.length > LONGEST_RANGES) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The ranges of a certificate: a list, or its JSON as a form sends it. Their number is looked at before anything else. */
export const ranges = described(
  z.preprocess((sent, ctx) => {
    const list = typeof sent === "string" ? parsed(sent) : sent;
    const problem = beyond(list);
    if (problem === null) return list;
    ctx.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  }, z.array(range, "Ranges must be a list").min(1, "Add at least one range").max(MOST_RANGES)),
  { label: "Ranges" },
);
