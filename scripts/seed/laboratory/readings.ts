import { evaluatedCheck, isMeasuredCheck } from "#app/shared/measuring/checks.ts";
import {
  type EvaluatedLine,
  evaluatedLine,
  parametersOf,
} from "#app/shared/measuring/evaluated.ts";
import { sideRead } from "#app/shared/measuring/lines.ts";
import {
  type Measured,
  noAnswer,
  noReadings,
  nothingMeasured,
  type TypedCheck,
  type TypedLine,
} from "#app/shared/measuring/measured.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import type { Random } from "../random.ts";

/** How a device is found: in order, with a result just inside a limit, out of tolerance, or so that it was adjusted. */
export type Found = "good" | "beside" | "failing" | "adjusted";

/** Parts of the way from the middle of a tolerance to its limit. */
const CALM = 0.4;
const SCATTER = 0.08;
const BESIDE = 0.97;
/** A display is coarse whose step is such a part of the tolerance. */
const COARSE = 0.25;
const OUTSIDE = { from: 1.15, more: 0.5 };
const AFTER = 0.15;

const placesOf = (figure: string | null | undefined) => figure?.split(".")[1]?.length ?? 0;
const numberOf = (figure: string | null) => (figure === null ? null : Number(figure));

/** Where a reading may lie whose part of its tolerance is given: 0 is the middle, or far from the one limit; 1 the limit. */
function placed({ lower, upper }: EvaluatedLine["result"], nominal: number, part: number): number {
  const [lo, hi] = [numberOf(lower), numberOf(upper)];
  if (lo !== null && hi !== null) return (lo + hi) / 2 + (part * (hi - lo)) / 2;
  const share = Math.abs(part);
  if (hi !== null) return hi * (0.5 + share / 2);
  if (lo !== null) return lo * (1.3 - 0.3 * share);
  return nominal * (1 + part / 100);
}

type Of = ReturnType<typeof parametersOf>[number];
type Line = Of["lines"][number];

/** Readings of a line about a part of its tolerance; null where no standard answers for it. */
function readingsAt(
  setup: MeasuringSetup,
  { parameter, device }: Of,
  line: Line,
  part: number,
  random: Random,
): TypedLine | null {
  const side = sideRead(parameter);
  const nominal = Number(
    line.nominal ?? (device ? (Number(device.lo) + Number(device.hi)) / 2 : 1),
  );
  const count = Math.max(1, line.point.readings);
  const reckoned = (readings: readonly string[]) => {
    const typed = { ...noReadings, [side]: readings };
    const measured = { ...nothingMeasured, as_found: { [line.key]: typed } };
    const found = evaluatedLine(
      ...([setup, measured, parameter, device, line, "as_found"] as const),
    );
    return { ...found, typed };
  };
  const isCovered = ({
    standard,
    result: { verdict },
  }: Pick<EvaluatedLine, "standard" | "result">) =>
    !("problem" in standard) && !standard.isBeyond && verdict !== "invalid";
  const { input, result, standard } = reckoned(Array<string>(count).fill(String(nominal)));
  if ("problem" in standard || standard.isBeyond) return null;
  const step = side === "indication" ? input.resolution : input.standardResolution;
  const places = step == null ? 2 : placesOf(step);
  const correction = side === "reference" ? Number(input.correction) : 0;
  const display = 10 ** -places;
  const about = (share: number) => placed(result, nominal, share) - correction;
  // What a coarse display shows does not scatter.
  const half = Math.abs(about(1) - about(0));
  const isCoarse = display > COARSE * half;
  const middle = about(isCoarse && Math.abs(part) < BESIDE ? 0 : part);
  const reach = isCoarse ? 0 : half * SCATTER;
  const readings = Array.from({ length: count }, () =>
    (middle + (2 * random.next() - 1) * reach).toFixed(places),
  );
  const found = reckoned(readings);
  return isCovered(found) ? found.typed : null;
}

function answerTo(
  setup: MeasuringSetup,
  check: MeasuringSetup["content"]["checks"][number],
  random: Random,
): TypedCheck {
  if (!isMeasuredCheck(check)) return { ...noAnswer, answer: "yes" };
  const { against } = evaluatedCheck(setup, check, noAnswer);
  if (against?.kind === "not_applicable") return noAnswer;
  if (against?.kind !== "limit" || against.limit.verify)
    return { ...noAnswer, answer: "na", remark: "No limit is agreed for this device" };
  const { limit, op } = against.limit;
  const share = op === "le" ? 0.2 + 0.4 * random.next() : 1.5 + random.next();
  return { ...noAnswer, value: String(Number((Number(limit) * share).toPrecision(3))) };
}

const between = (lo: string, hi: string, random: Random) => {
  const [from, to] = [Number(lo), Number(hi)];
  return (from + (to - from) * (0.3 + 0.3 * random.next())).toFixed(1);
};

/** What was not measured, as its certificate says it under deviations. */
export const NOT_ASKED = "Not part of what was ordered";

/**
 * What an engineer types of a device.
 * @param share of the lines that are measured already, in the order of the record
 */
export function typedReadings(
  setup: MeasuringSetup,
  found: Found,
  random: Random,
  share = 1,
): Measured {
  const all = parametersOf(setup);
  const marked = all.findIndex(
    ({ parameter: { role, points } }) => role !== null && points[0]?.nominal != null,
  );
  const special = Math.max(0, marked);
  const as_found: Record<string, TypedLine> = {};
  const as_left: Record<string, TypedLine> = {};
  const notMeasured: Record<string, string> = {};
  for (const [nth, one] of all.entries()) {
    const bias = (2 * random.next() - 1) * CALM;
    const isSpecial = nth === special && found !== "good";
    const off = OUTSIDE.from + OUTSIDE.more * random.next();
    for (const [place, line] of one.lines.entries()) {
      const calm = bias + (2 * random.next() - 1) * SCATTER;
      const isBeside = found === "beside" && place === one.lines.length - 1;
      const part = !isSpecial ? calm : found === "beside" ? (isBeside ? BESIDE : calm) : off;
      const typed = readingsAt(setup, one, line, part, random);
      if (!typed) notMeasured[line.key] = NOT_ASKED;
      else as_found[line.key] = typed;
      if (typed && isSpecial && found === "adjusted")
        as_left[line.key] = readingsAt(setup, one, line, bias * AFTER, random) ?? typed;
    }
  }
  const checks = Object.fromEntries(
    setup.content.checks.map((check) => [check.key, answerTo(setup, check, random)]),
  );
  const environment = setup.content.environment.map(({ lo, hi }) => ({
    first: between(lo, hi, random),
    last: between(lo, hi, random),
  }));
  const isAdjusted = Object.keys(as_left).length > 0;
  const whole = {
    ...{ as_found, as_left, notMeasured, checks, environment },
    adjusted: isAdjusted ? [all[special]!.parameter.key] : [],
    ...{ bothSides: [], acclimatised: String(random.int(12, 24) * 5) },
  };
  return share < 1 ? begunOf(whole, share) : whole;
}

/** The part of a measurement that is done after some of its time. */
const begunOf = (whole: Measured, share: number): Measured => ({
  ...whole,
  ...{ as_left: {}, adjusted: [], checks: {}, notMeasured: {} },
  as_found: Object.fromEntries(
    Object.entries(whole.as_found).slice(0, Math.ceil(Object.keys(whole.as_found).length * share)),
  ),
  environment: whole.environment.map(({ first }) => ({ first, last: "" })),
});
