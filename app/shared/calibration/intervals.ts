/** Proposals of calibration intervals from the history of a standard or device, each with its arithmetic as lines that people read. */
import {
  fittedDrift,
  simpleResponse,
  staircase,
  testedInterval,
  timeToLimit,
} from "../metrology/intervals.ts";
import { plural } from "../plural.ts";

export type IntervalUnit = "day" | "month" | "year";
export type Interval = { value: number; unit: IntervalUnit };
export const methods = {
  staircase: "Staircase",
  a1: "Simple response (A1)",
  a3: "Interval test (A3)",
  variables: "Drift of its values",
} as const;
export type Method = keyof typeof methods;

/** What a calibration found. Figures are decimal text; nothing where the certificate does not tell them. */
export type Found = {
  on: string;
  /** The as-found error that was largest for its limit. */
  error: string;
  limit: string;
  inTolerance: boolean;
};

/** A change from one calibration, as it was left, to the next, as it was found. */
export type Change = { years: number; change: number };
/** What the method by variables looks at: one point over the years. */
export type Course = {
  /** "Delivered energy at 200 J". */
  name: string;
  changes: readonly Change[];
  /** The error after the last calibration, its standard uncertainty, and the largest permissible error. */
  start: number;
  u0: number;
  limit: number;
};

/** Figures of the methods, as a company has set them. */
export type IntervalFigures = {
  longer: number;
  shorter: number;
  within: number;
  /** No interval is longer than so many times the agreed one. */
  most: number;
  /** The part that is to be found in tolerance. */
  target: number;
  /** How far A1 lengthens at a time. */
  step: number;
  /** How sure A3 must be before it changes anything. */
  confidence: number;
};
export const usualFigures: IntervalFigures = {
  ...{ longer: 1.25, shorter: 0.5, within: 0.8, most: 2 },
  ...{ target: 0.9, step: 0.1, confidence: 0.5 },
};

type Asked = {
  found: readonly Found[];
  course: Course | null;
  current: Interval;
  /** The interval that was agreed before history changed it. */
  usual: Interval;
  figures: IntervalFigures;
};
export type Proposed = { factor: number; interval: Interval; arithmetic: string[] };
/** A proposal, or what is missing for one. */
export type Answer = { proposed: Proposed; missing: null } | { proposed: null; missing: string };
const lacking = (missing: string): Answer => ({ proposed: null, missing });

const DAYS_A_MONTH = 30.4375;
const MONTHS_A_YEAR = 12;
/** How long an interval is, for factors and comparisons. */
export const monthsOf = ({ value, unit }: Interval): number =>
  unit === "day" ? value / DAYS_A_MONTH : unit === "month" ? value : value * MONTHS_A_YEAR;

/** "12 months". */
export const intervalWords = ({ value, unit }: Interval): string =>
  unit === "day"
    ? plural(value, "1 day", "{n} days")
    : unit === "month"
      ? plural(value, "1 month", "{n} months")
      : plural(value, "1 year", "{n} years");

const A_HAIR = 1e-9;
/** Whole months at most as long; whole days where a month would be too coarse, or the interval is in days. */
export function intervalOf(months: number, like: IntervalUnit): Interval {
  const whole = Math.floor(months + A_HAIR);
  if (like === "day" || whole < 3)
    return { value: Math.max(1, Math.floor(months * DAYS_A_MONTH + A_HAIR)), unit: "day" };
  return like === "year" && whole % MONTHS_A_YEAR === 0
    ? { value: whole / MONTHS_A_YEAR, unit: "year" }
    : { value: whole, unit: "month" };
}

const isSame = (a: Interval, b: Interval) => Math.abs(monthsOf(a) - monthsOf(b)) < A_HAIR;
/** A figure in a line: four significant digits, without zeros at its end. */
export const brief = (figure: number): string => String(Number(figure.toPrecision(4)));
const percent = (part: number) => `${brief(100 * part)} %`;

/** A proposal from a factor, with its lines. An interval that stays is the same one, whatever its unit. */
function by(factor: number, { current }: Asked, lines: readonly string[]): Answer {
  const made = intervalOf(monthsOf(current) * factor, current.unit);
  const interval = Math.abs(factor - 1) < A_HAIR || isSame(made, current) ? current : made;
  const now = intervalWords(current);
  const last = isSame(interval, current)
    ? `${now} × ${brief(factor)}: it stays ${now}`
    : `${now} × ${brief(factor)} = ${intervalWords(interval)}, in whole units`;
  return { proposed: { factor, interval, arithmetic: [...lines, last] }, missing: null };
}

/** A line of the arithmetic with its days as people read them. @param date writes a day as the company does */
export const withDates = (line: string, date: (on: string) => string): string =>
  line.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (on) => date(on));

/** A result as a line tells it. */
const ratioText = ({ on, error, limit }: Found) =>
  `${on}: |${error}| / ${limit} = ${brief(Math.abs(Number(error)) / Number(limit))} of the permissible error`;
const wordText = ({ on, inTolerance }: Found) =>
  inTolerance ? `${on}: found in tolerance` : `${on}: found out of tolerance`;
/** Whether the certificate says what the error was and how large it may be. */
export const hasFigures = ({ error, limit }: Found) => error !== "" && limit !== "";
/** The error over its limit; one that was found out of tolerance and adjusted is beyond it, whatever it was. */
const partOf = (one: Found) => {
  if (hasFigures(one)) return Number(one.error) / Number(one.limit);
  return one.inTolerance ? 1 : 1 + A_HAIR;
};

function byStaircase(asked: Asked): Answer {
  const { found, current, usual, figures } = asked;
  const two = found.slice(-2);
  if (!two.length) return lacking("No certificate says what was found.");
  if (!two.some(hasFigures) && two.at(-1)!.inTolerance)
    return lacking(
      "No certificate has points with a specification: the staircase compares errors with it.",
    );
  const [interval, agreed] = [monthsOf(current), monthsOf(usual)];
  const { factor } = staircase(two.map(partOf), interval, agreed, figures);
  const { longer, shorter, within, most } = figures;
  const lines = two.map((one) => (hasFigures(one) ? ratioText(one) : wordText(one)));
  const rule =
    factor > 1 ||
    (factor === 1 && two.length === 2 && two.every((one) => Math.abs(partOf(one)) <= within))
      ? `Both at most ${brief(within)}: × ${brief(longer)}, at most ${brief(most)} × ${intervalWords(usual)}`
      : factor < 1
        ? `The last beyond the permissible error: × ${brief(shorter)}`
        : `Not two in a row at most ${brief(within)}, the last not beyond: × 1`;
  return by(factor, asked, [...lines, rule]);
}

function bySimpleResponse(asked: Asked): Answer {
  const { found, current, figures } = asked;
  const last = found.at(-1);
  if (!last) return lacking("No certificate says whether it was found in tolerance.");
  const { step, target } = figures;
  const { factor, b } = simpleResponse(last.inTolerance, monthsOf(current), target, step);
  const rule = last.inTolerance
    ? `In tolerance: × (1 + a), a = ${brief(step)}`
    : `Out of tolerance: × (1 − b), b = 1 − (1 + a)^(−R/(1 − R)) = ${brief(b)} with a = ${brief(step)}, R = ${brief(target)}`;
  return by(factor, asked, [wordText(last), rule]);
}

function byTest(asked: Asked): Answer {
  const { found, current, figures } = asked;
  if (!found.length) return lacking("No certificate says whether it was found in tolerance.");
  const good = found.filter(({ inTolerance }) => inTolerance).length;
  const { target, confidence } = figures;
  const tested = testedInterval(good, found.length, {
    ...{ interval: monthsOf(current), target, confidence },
  });
  return by(tested.factor, asked, [
    `${good} of ${found.length} found in tolerance: ${percent(tested.observed)}, target ${percent(target)}`,
    `Reliability from ${percent(tested.low)} to ${percent(tested.high)} at a confidence of ${percent(confidence)}`,
    tested.isRejected
      ? `The target is rejected with ${percent(tested.rejection)}, more than ${percent(confidence)}`
      : `The target is rejected with ${percent(Math.max(0, tested.rejection))}, not more than ${percent(confidence)}: no change`,
  ]);
}

/** Times that are nearly alike tell no curve. */
const LEAST_SPREAD = 1.2;
function byVariables(asked: Asked): Answer {
  const { course, current, usual, figures } = asked;
  if (!course) return lacking("No point with a specification has been calibrated more than once.");
  const { changes, start, u0, limit } = course;
  if (changes.length < 3)
    return lacking(
      plural(
        changes.length,
        "{n} change is known from as left to as found; three are needed.",
        "{n} changes are known from as left to as found; three are needed.",
      ),
    );
  const times = changes.map(({ years }) => years);
  if (Math.max(...times) < LEAST_SPREAD * Math.min(...times))
    return lacking(
      "All calibrations were about the same time apart: the drift over another time is not known.",
    );
  const drift = fittedDrift(
    times,
    changes.map(({ change }) => change),
  );
  const years = timeToLimit(
    drift,
    { start, u0, lower: -limit, upper: limit, confidence: figures.target },
    Math.max(...times),
  );
  if (years === 0)
    return lacking(
      `${course.name}: the limit of ${brief(limit)} may be passed already. No interval can be proposed.`,
    );
  const months = (years ?? Number.POSITIVE_INFINITY) * MONTHS_A_YEAR;
  const most = monthsOf(usual) * figures.most;
  const factor = Math.min(months, most) / monthsOf(current);
  return by(factor, asked, [
    plural(
      changes.length,
      `${course.name}: 1 change from as left to as found`,
      `${course.name}: {n} changes from as left to as found`,
    ),
    `d(t) = ${brief(drift.b1)}·t + ${brief(drift.b2)}·t², t in years, residual s = ${brief(drift.s)}`,
    `Begins at ${brief(start)} with u = ${brief(u0)}; the limit is ±${brief(limit)}`,
    years === null
      ? "The limit is not reached within ten times the longest time that was seen"
      : brief(months) === "1"
        ? `At ${percent(figures.target)} the limit is reached after 1 month`
        : `At ${percent(figures.target)} the limit is reached after ${brief(months)} months`,
    ...(months > most ? [`At most ${brief(figures.most)} × ${intervalWords(usual)}`] : []),
  ]);
}

const reckonings: Record<Method, (asked: Asked) => Answer> = {
  staircase: byStaircase,
  a1: bySimpleResponse,
  a3: byTest,
  variables: byVariables,
};
/** What a method proposes, or what it lacks. */
export const proposalBy = (method: Method, asked: Asked): Answer => reckonings[method](asked);
