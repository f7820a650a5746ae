import { entryOf } from "../lists/list-query.ts";
import { reportPath, reports } from "./all.ts";

/** The name of the page of statistics among what is mailed. */
export const STATISTICS = "statics";

/** What a person can get by mail each month. */
export type Mailed = {
  title: string;
  /** Which background work makes it, by its name in `report_runs.kind`. */
  kind: "report" | "statistics";
  /** Its page with the filters that are kept. */
  to(kept: Readonly<Record<string, string>>): string;
  /** What the work is asked for. @param month the first and the last day of the month that is over */
  params(
    kept: Readonly<Record<string, string>>,
    month: { from: string; to: string },
  ): Record<string, string>;
};

const statistics: Mailed = {
  title: "Statics Data",
  kind: "statistics",
  to: (kept) => `/statics?${new URLSearchParams(kept)}`,
  params: (kept, { to }) => ({ ...kept, end: to.slice(0, 7), through: to.slice(0, 7) }),
};

/** What a subscription's name stands for; nothing for one that is not known. */
export function mailedOf(name: string): Mailed | undefined {
  if (name === STATISTICS) return statistics;
  const report = entryOf(reports, name);
  return (
    report && {
      title: report.title,
      kind: "report",
      to: (kept) => reportPath(name, kept),
      params: (kept, month) => ({
        ...kept,
        ...("from" in report.filters ? month : {}),
        report: name,
      }),
    }
  );
}
