import { type Hours, isTime, type Week } from "./working-time.ts";

/** Weekdays from Monday, by the words of their fields and by their names. */
export const weekdays = [
  ["mon", "Monday"],
  ["tue", "Tuesday"],
  ["wed", "Wednesday"],
  ["thu", "Thursday"],
  ["fri", "Friday"],
  ["sat", "Saturday"],
  ["sun", "Sunday"],
] as const;
type Values = Readonly<Record<string, unknown>>;
type Problems = Record<string, string>;

/** The hours of a weekday out of a form; null on a day off. */
function hoursOf(values: Values, day: string, name: string, problems: Problems): Hours | null {
  const [from, to] = ["From", "To"].map((end) => String(values[day + end] ?? "").trim());
  if (!from && !to) return null;
  if (!isTime(from!) || from === "24:00")
    problems[`${day}From`] = `${name} begins at a time such as 08:00`;
  else if (!isTime(to!)) problems[`${day}To`] = `${name} ends at a time such as 17:00 or 24:00`;
  else if (from! >= to!) problems[`${day}To`] = `${name} ends before it begins`;
  return { from: from!, to: to! };
}

/** The week of a form's fields such as `monFrom` and `monTo`, with what is wrong by field; null for day and night. */
export function weekIn(values: Values, isAlways: boolean) {
  const problems: Problems = {};
  const week = weekdays.map(([day, name]) => hoursOf(values, day, name, problems)) as Week;
  if (!isAlways && !week.some(Boolean)) problems.monFrom = "At least one day needs hours";
  return { week: isAlways ? null : week, problems };
}

/** The fields of a week; those of days off are empty. */
export const weekFields = (week: Week | null): Record<string, string> =>
  Object.fromEntries(
    weekdays.flatMap(([day], at) => [
      [`${day}From`, week?.[at]?.from ?? ""],
      [`${day}To`, week?.[at]?.to ?? ""],
    ]),
  );
