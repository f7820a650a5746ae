import { addDays } from "#app/shared/company-time.ts";
import { type Risk, risks } from "#app/shared/compliance.ts";
import { dateText } from "#app/shared/dates.ts";
import type { Compliance } from "../compliance/figures.ts";
import { type Known, said } from "./looks.ts";
import { callFigure, callWeeks } from "./roll-up-more.ts";

type Tone = "c1" | "c2" | "cb";
/** A chart as the page draws it: words, columns, and the same as a table. */
export type Chart = {
  title: string;
  /** What it says, its first words in bold. */
  say: readonly [bold: string, rest: string];
  label: string;
  keys: readonly { tone: Tone; label: string }[];
  table: {
    of: string;
    heads: readonly string[];
    rows: readonly (readonly [string, ...(string | number)[]])[];
  };
  bars: readonly {
    label: string;
    parts: readonly { value: number; tone: Tone }[];
    text?: string;
  }[];
  /** The instant of the morning's count it stands on; null when it is of this moment. */
  countedAt: number | null;
};
type Figures = ReadonlyMap<string, number>;

/** Calls opened and closed by week; null where the morning has not counted them. */
export function callsByWeek(
  figures: Figures,
  today: string,
  countedAt: number | null,
  format: string,
): Chart | null {
  if (countedAt === null) return null;
  const weeks = callWeeks(today).map((monday) => ({
    monday,
    opened: figures.get(callFigure("opened", monday)) ?? 0,
    closed: figures.get(callFigure("closed", monday)) ?? 0,
  }));
  const sum = (key: "opened" | "closed") => weeks.reduce((all, week) => all + week[key], 0);
  if (sum("opened") + sum("closed") === 0) return null;
  return {
    title: "Service calls by week",
    say: [`${sum("opened")} opened`, ` and ${sum("closed")} closed in ${weeks.length} weeks.`],
    label: "Service calls opened and closed by week",
    keys: [
      { tone: "c1", label: "Opened" },
      { tone: "c2", label: "Closed" },
    ],
    table: {
      of: "Week from",
      heads: ["Opened", "Closed"],
      rows: weeks.map(({ monday, opened, closed }) => [dateText(monday, format), opened, closed]),
    },
    bars: weeks.map(({ monday, opened, closed }) => ({
      label: dateText(monday, "DD MMM"),
      parts: [
        { value: opened, tone: "c1" },
        { value: closed, tone: "c2" },
      ],
      text: `${opened}/${closed}`,
    })),
    countedAt,
  };
}

/** PM done on time of those due in a period, by risk; percent of what was due, rounded down, null where nothing was. */
export type ComplianceRing = {
  risk: Risk;
  label: string;
  due: number;
  onTime: number;
  percent: number | null;
};

/** PM compliance of a period by risk, as the frozen months tell it; null where nothing was due. */
export function complianceRings({ risks: told, total }: Compliance): ComplianceRing[] | null {
  if (total.due === 0) return null;
  return (Object.keys(risks) as Risk[]).map((risk) => {
    const { due, onTime, percent } = told[risk];
    return { risk, label: risks[risk].label, due, onTime, percent };
  });
}

/** PM overdue and due by week, and the service reports of the last months. */
export function pmByWeek(
  {
    weeks,
    overdue,
    countedAt,
  }: {
    weeks: readonly { monday: string; due: number }[];
    overdue: Known;
    countedAt: number | null;
  },
  format: string,
): Chart | null {
  const last = weeks.at(-1);
  if (!last) return null;
  const late = String(said(overdue));
  const ahead = weeks.reduce((sum, { due }) => sum + due, 0);
  const until = dateText(addDays(last.monday, 6), format);
  return {
    title: "PM due by week",
    say: [`${late} overdue`, `, ${weeks[0]!.due} due this week, ${ahead} due by ${until}.`],
    label: `PM overdue and due by week until ${until}`,
    keys: [],
    table: {
      of: "Week from",
      heads: ["PM due"],
      rows: [
        ["Overdue", late],
        ...weeks.map(({ monday, due }) => [dateText(monday, format), due] as const),
      ],
    },
    bars: [
      { label: "Overdue", parts: [{ value: overdue.n, tone: "cb" }], text: late },
      ...weeks.map(({ monday, due }) => ({
        label: dateText(monday, "DD MMM"),
        parts: [{ value: due, tone: "c1" as const }],
      })),
    ],
    countedAt,
  };
}

const monthText = (month: string) => dateText(`${month}-01`).slice(3);
/** Service reports of the last months by type; null where there are none. */
export function reportsByMonth({
  months,
  countedAt,
}: {
  months: readonly { month: string; pm: number; other: number }[];
  countedAt: number | null;
}): Chart | null {
  const now = months.at(-1)!;
  if (!months.some(({ pm, other }) => pm + other > 0)) return null;
  return {
    title: "Service reports by month",
    say: [`${now.pm + now.other} this month`, `: ${now.pm} PM, ${now.other} other.`],
    label: "Service reports by month and type",
    keys: [
      { tone: "c1", label: "PM" },
      { tone: "c2", label: "Other" },
    ],
    table: {
      of: "Month",
      heads: ["PM", "Other"],
      rows: months.map(({ month, pm, other }) => [monthText(month), pm, other] as const),
    },
    bars: months.map(({ month, pm, other }) => ({
      label: dateText(`${month}-01`, "MMM"),
      parts: [
        { value: pm, tone: "c1" },
        { value: other, tone: "c2" },
      ],
    })),
    countedAt,
  };
}
