export const numberResets = ["never", "year", "fy", "month"] as const;
export type NumberReset = (typeof numberResets)[number];
export type NumberFormat = { format: string; reset: NumberReset };
/** The calendar a number is taken in: the company's day, and the month its fiscal year begins with. */
type NumberDay = { today: string; firstMonth: string };
/** A format with its dates filled in: what stands before and after the running number, how wide that is, and the period it counts in. */
export type NumberParts = { before: string; width: number; after: string; period: string };

const MOST = 40;
const SEQ = /\{SEQ(?::(\d{1,2}))?\}/;

/** Fills in the date of a number's format. */
export function numberParts(
  { format, reset }: NumberFormat,
  { today, firstMonth }: NumberDay,
): NumberParts {
  const [year = "", month = ""] = today.split("-");
  const fiscal = Number(year) - (month < firstMonth ? 1 : 0);
  const two = (value: number) => String(value % 100).padStart(2, "0");
  const fiscalName = firstMonth === "01" ? String(fiscal) : `${two(fiscal)}-${two(fiscal + 1)}`;
  const filled = format
    .replaceAll("{FY}", fiscalName)
    .replaceAll("{YYYY}", year)
    .replaceAll("{YY}", year.slice(2))
    .replaceAll("{MM}", month);
  const [, before = "", width = "1", after = ""] = /^(.*?)\{SEQ(?::(\d{1,2}))?\}(.*)$/.exec(
    filled,
  ) ?? [null, filled, "1", ""];
  const period = { never: "-", year, fy: fiscalName, month: `${year}-${month}` }[reset];
  return { before, width: Math.min(12, Number(width) || 1), after, period };
}

/** A whole number as its format writes it. */
export function numberText(format: NumberFormat, day: NumberDay, value: number): string {
  const { before, width, after } = numberParts(format, day);
  return `${before}${String(value).padStart(width, "0")}${after}`;
}

/** What is wrong with a format; null when it can be used. */
export function numberProblem({ format, reset }: NumberFormat): string | null {
  if (format.length > MOST) return `A format can have at most ${MOST} characters`;
  if (format.split("{SEQ").length !== 2 || !SEQ.test(format))
    return "A format needs {SEQ} once, such as {SEQ:5}";
  const width = Number(SEQ.exec(format)?.[1] ?? 1);
  if (width < 1 || width > 12) return "{SEQ} can be 1 to 12 digits wide";
  const literal = format.replace(SEQ, "").replace(/\{(FY|YYYY|YY|MM)\}/g, "");
  if (/[{}]/.test(literal)) return "Known parts are {SEQ:5}, {FY}, {YYYY}, {YY} and {MM}";
  if (!/^[\p{L}\p{N} ./_-]*$/u.test(literal))
    return "Use letters, digits, space, dot, slash, dash and underscore";
  const hasYear = /\{(YYYY|YY)\}/.test(format);
  const says = {
    never: true,
    year: hasYear,
    fy: format.includes("{FY}"),
    month: hasYear && format.includes("{MM}"),
  }[reset];
  return says
    ? null
    : "Numbers that begin anew need the period in them: {YYYY}, {FY}, or {YYYY} and {MM}";
}
