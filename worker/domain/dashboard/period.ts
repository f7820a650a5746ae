import { addMonths } from "#app/shared/company-time.ts";

/** Whole months of a dashboard, the first and the last as YYYY-MM. */
export type Period = { key: "month" | "quarter" | "fiscal" | "custom"; from: string; to: string };

/** Months of a custom period at most. */
export const MOST_MONTHS = 13;
const isMonth = (text: string | null): text is string =>
  /^20\d\d-(0[1-9]|1[0-2])$/.test(text ?? "");
const monthsOn = (month: string, months: number) => addMonths(`${month}-01`, months).slice(0, 7);

/** The first month of the year or quarter that a month is in, where the year begins with `start`. */
function beginning(month: string, start: number, length: number): string {
  const since = (Number(month.slice(5)) - start + 12) % length;
  return monthsOn(month, -since);
}

/** The months a dashboard is asked for; this month without a word, or with one that means nothing. */
export function periodOf(params: URLSearchParams, today: string, fiscalStart: string): Period {
  const month = today.slice(0, 7);
  const start = Number(fiscalStart);
  const key = params.get("period");
  if (key === "quarter") return { key, from: beginning(month, start, 3), to: month };
  if (key === "fiscal") return { key, from: beginning(month, start, 12), to: month };
  const [from, to] = [params.get("from"), params.get("to")];
  if (key === "custom" && isMonth(from) && isMonth(to) && from <= to && to <= month) {
    const earliest = monthsOn(to, 1 - MOST_MONTHS);
    return { key, from: from < earliest ? earliest : from, to };
  }
  if (key === "custom") return { key, from: month, to: month };
  return { key: "month", from: month, to: month };
}
