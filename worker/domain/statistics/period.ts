import { addDays, addMonths, dayIn } from "#app/shared/company-time.ts";
import { monthText } from "#app/shared/dates.ts";
import type { Company } from "../../session.ts";
import { firstMonthOf } from "../entity/numbers.ts";
import { YEARS } from "./count.ts";

export const periodKinds = ["month", "quarter", "months", "fiscal", "custom"] as const;
export type PeriodKind = (typeof periodKinds)[number];
/** Months of each kind. */
const lengths: Record<Exclude<PeriodKind, "custom">, number> = {
  month: 1,
  quarter: 3,
  months: 12,
  fiscal: 12,
};
const MOST_MONTHS = 36;

/** Whole months, YYYY-MM, the first and the last of them included. */
export type Months = { first: string; last: string };
export type StatisticsPeriod = Months & {
  kind: PeriodKind;
  months: string[];
  /** As many months before it, or the same a year earlier; null without a comparison. */
  before: (Months & { months: string[] }) | null;
  beforeWords: string | null;
  /** Its days, none of them after today. */
  from: string;
  to: string;
  today: string;
  /** The months of the period before and after this one, for links; null where there is none. */
  earlier: string | null;
  later: string | null;
};

const isMonth = (text: string | null): text is string => /^\d{4}-(0[1-9]|1[0-2])$/.test(text ?? "");
/** A month moved by whole months. */
export const moved = (month: string, by: number) => addMonths(`${month}-01`, by).slice(0, 7);
/** The last day of a month. */
export const lastDayOf = (month: string) => addDays(`${moved(month, 1)}-01`, -1);
export const monthsBetween = ({ first, last }: Months): string[] => {
  const months: string[] = [];
  for (let month = first; month <= last && months.length < MOST_MONTHS * 2; month = moved(month, 1))
    months.push(month);
  return months;
};

/** The same months as few rows: a year by itself where all its months so far are there. @param months one after the other */
export function spansOf(months: readonly string[], today: string): string[] {
  const years = [...new Set(months.map((month) => month.slice(0, 4)))];
  return years.flatMap((year) => {
    const own = months.filter((month) => month.startsWith(year));
    const isWhole =
      own[0] === `${year}-01` && (own.length === 12 || own.at(-1) === today.slice(0, 7));
    return isWhole ? [year] : own;
  });
}

/** The last month of a quarter or fiscal year that a month is in. @param start the month in which fiscal years begin, 1 to 12 */
function endingOf(month: string, length: number, start: number): string {
  const place = (Number(month.slice(5)) - start + 12) % length;
  return moved(month, length - 1 - place);
}

const oldestOf = (today: string) => `${Number(today.slice(0, 4)) - YEARS + 1}-01`;
const clamped = (month: string, least: string, most: string) =>
  month < least ? least : month > most ? most : month;

function askedMonths(params: URLSearchParams, kind: PeriodKind, month: string, start: number) {
  if (kind === "custom") {
    const [from, to] = [params.get("from"), params.get("to")];
    const last = isMonth(to) ? to : month;
    const first = isMonth(from) && from <= last ? from : moved(last, -11);
    return { first: clamped(first, moved(last, 1 - MOST_MONTHS), last), last };
  }
  const end = params.get("end");
  const asked = isMonth(end) ? end : month;
  const length = lengths[kind];
  const last = kind === "quarter" || kind === "fiscal" ? endingOf(asked, length, start) : asked;
  const first = moved(last, 1 - length);
  // What is mailed ends with the month that is over, also within a quarter or a fiscal year.
  const through = params.get("through");
  return { first, last: isMonth(through) ? clamped(through, first, last) : last };
}

/** The period that an address asks for, twelve months to this one where it names none. Fiscal years and their quarters begin as the company says. */
export function periodOf(
  params: URLSearchParams,
  company: Pick<Company, "timeZone" | "settings" | "country">,
  now = Date.now(),
): StatisticsPeriod {
  const today = dayIn(company.timeZone, now);
  const month = today.slice(0, 7);
  const kind = periodKinds.find((one) => one === params.get("period")) ?? "months";
  const asked = askedMonths(params, kind, month, Number(firstMonthOf(company)));
  const oldest = oldestOf(today);
  const first = clamped(asked.first, oldest, month);
  const last = clamped(asked.last, first, moved(month, 11));
  const all = monthsBetween({ first, last });
  const length = all.length;
  const months = all.filter((one) => one <= month);
  const compare = params.get("compare");
  const back = compare === "year" ? 12 : length;
  const earlier = { first: moved(first, -back), last: moved(last, -back) };
  const isCompared = compare !== "none" && earlier.first >= oldest;
  const later = moved(last, length);
  return {
    ...{ kind, first, last, months, from: `${first}-01` },
    today,
    to: [lastDayOf(last), today].sort()[0]!,
    before: isCompared
      ? { ...earlier, months: monthsBetween(earlier).slice(0, months.length) }
      : null,
    beforeWords: isCompared ? `${monthText(earlier.first)} to ${monthText(earlier.last)}` : null,
    earlier: moved(first, -1) >= oldest ? moved(last, -length) : null,
    later: moved(first, length) <= month ? later : null,
  };
}
