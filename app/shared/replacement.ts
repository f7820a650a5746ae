import { addDays, addMonths, daysBetween } from "./company-time.ts";

/** What speaks for replacing a device, each from 0 (nothing) to 100; null where it is not known. */
export const scoreParts = ["age", "cost", "failures", "support", "criticality"] as const;
export type ScorePart = (typeof scoreParts)[number];
export type ScoreParts = Record<ScorePart, number | null>;
/** How much each part counts beside the others; together more than 0. */
export type ScoreWeights = Record<ScorePart, number>;

export const firstWeights: ScoreWeights = {
  age: 30,
  cost: 30,
  failures: 20,
  support: 10,
  criticality: 10,
};
export const partWords: Record<ScorePart, string> = {
  age: "Age to life",
  cost: "Service cost",
  failures: "Failures",
  support: "End of support",
  criticality: "Criticality",
};
export const partRules: Record<ScorePart, string> = {
  age: "100 when its life is over",
  cost: "100 from half of the price a year",
  failures: "20 for each failure of the last year, and 20 for each more than the year before",
  support: "100 when support has ended, 0 three years before",
  criticality: "100 for life support, 70 for high, 40 for medium, 10 for low",
};

/** The share of the price a year, in 1/100 of a percent, from which a device is flagged and strongly so. */
export const FLAGGED_BP = 3_000;
export const STRONG_BP = 5_000;
/** The scores from which it is, whatever it costs. */
const FLAGGED = 60;
const STRONG = 80;
const SUPPORT_DAYS = 3 * 365;
const ofCriticality: Record<string, number> = { life_support: 100, high: 70, medium: 40, low: 10 };

/** What a score is made of. Dates are calendar dates, money minor units. */
export type Scored = {
  /** Put to use, or else bought. */
  since: string | null;
  lifeMonths: number | null;
  supportEndsOn: string | null;
  criticality: string;
  /** In 1/100 of a percent of the price; null without a price. */
  costRatioBp: number | null;
  failures: number;
  failuresBefore: number;
};

const within = (value: number) => Math.round(Math.min(100, Math.max(0, value)));

/** What each part counts of the score, from 0 to 1: by its weight, beside those that are known. */
export function countsOf(parts: ScoreParts, weights: ScoreWeights): ScoreWeights {
  const weightOf = (part: ScorePart) => (parts[part] === null ? 0 : weights[part]);
  const all = scoreParts.reduce((sum, part) => sum + weightOf(part), 0);
  return Object.fromEntries(
    scoreParts.map((part) => [part, all > 0 ? weightOf(part) / all : 0]),
  ) as ScoreWeights;
}

/** How much speaks for replacing a device on a day. A part that is not known counts for nothing, and the others for more. */
export function replacementScore(device: Scored, weights: ScoreWeights, today: string) {
  const { since, lifeMonths, supportEndsOn, costRatioBp, failures, failuresBefore } = device;
  const lifeEndsOn = since && lifeMonths ? addMonths(since, lifeMonths) : null;
  const parts: ScoreParts = {
    age:
      since && lifeEndsOn
        ? within((100 * daysBetween(since, today)) / Math.max(1, daysBetween(since, lifeEndsOn)))
        : null,
    cost: costRatioBp === null ? null : within((100 * costRatioBp) / STRONG_BP),
    failures: within(20 * failures + 20 * Math.max(0, failures - failuresBefore)),
    support: supportEndsOn
      ? within(100 - (100 * daysBetween(today, supportEndsOn)) / SUPPORT_DAYS)
      : null,
    criticality: ofCriticality[device.criticality] ?? null,
  };
  const counts = countsOf(parts, weights);
  const score = Math.round(
    scoreParts.reduce((sum, part) => sum + counts[part] * (parts[part] ?? 0), 0),
  );
  const ratio = costRatioBp ?? 0;
  const grade =
    ratio > STRONG_BP || score >= STRONG
      ? ("strong" as const)
      : ratio > FLAGGED_BP || score >= FLAGGED
        ? ("flagged" as const)
        : ("none" as const);
  const ends = [
    ...(lifeEndsOn ? [{ on: lifeEndsOn, by: "life" as const }] : []),
    ...(supportEndsOn ? [{ on: supportEndsOn, by: "support" as const }] : []),
  ].sort((one, other) => one.on.localeCompare(other.on))[0];
  const replaceOn = grade === "strong" ? today : (ends?.on ?? null);
  return { score, grade, parts, endsOn: ends?.on ?? null, endsBy: ends?.by ?? null, replaceOn };
}

/** A fiscal year by its first day. @param firstMonth two digits */
export function fiscalYears(today: string, firstMonth: string, count: number) {
  const year = Number(today.slice(0, 4)) - (today.slice(5, 7) < firstMonth ? 1 : 0);
  return Array.from({ length: count }, (_, at) => {
    const from = `${year + at}-${firstMonth}-01`;
    return {
      from,
      to: addDays(`${year + at + 1}-${firstMonth}-01`, -1),
      name:
        firstMonth === "01"
          ? String(year + at)
          : `${year + at}–${String((year + at + 1) % 100).padStart(2, "0")}`,
    };
  });
}

/** What prices come to so many years on, as a multiple. @param bp the rise of a year in 1/100 of a percent */
export const riseOf = (bp: number, years: number): number => (1 + bp / 10_000) ** years;
