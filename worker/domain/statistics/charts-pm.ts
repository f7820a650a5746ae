import { type Risk, risks, type Tally } from "#app/shared/compliance.ts";
import type { Chart, ChartCell } from "#app/shared/statistics.ts";
import { pmCoverage } from "./formulas.ts";
import { lastDayOf } from "./period.ts";
import { cell, daysOf, filled, monthLabel, type Source, textsOf } from "./source.ts";

export const TARGET = 95;

const columns = [
  ["Due", "due", null],
  ["On time", "onTime", "on_time"],
  ["Done late", "late", "late"],
  ["Not done", "notDone", "not_done"],
  ["Open", "open", "open"],
  ["Excluded", "excluded", "excluded"],
] as const satisfies readonly [string, keyof Tally, string | null][];
/** PMs that were put off, as they stand; both stay in what was due. */
const putOff = [
  ["With an exception", "pmExcepted", "excepted"],
  ["Deferred", "pmDeferred", "deferred"],
] as const;
const heads = [...columns.map(([head]) => head), "Share on time", ...putOff.map(([head]) => head)];
const [DUE, ON_TIME, SHARE] = [0, 1, columns.length];

export const how = {
  formula: "done within the window ÷ due in the period, rounded down",
  text: "The planned dates of every kind, as each morning has frozen them, with the Location, category, team and criticality that the device had then: the same figures as PM compliance tells. Dates with an exception or a deferral stay in what was due; a date that is excluded says who did so and when. The month that runs is told so far.",
};
const NOT_TOLD =
  "Frozen months are told of one Location, one category, one team or one criticality: n/a.";

/** A row of counts. @param to the dates that are counted, by their tab; null where no list holds just them */
const row = (
  label: string,
  tally: Tally,
  to: (tab: string | null) => string | null,
  off: readonly ChartCell[],
) => ({
  label,
  cells: [
    ...columns.map(([, name, tab]) => cell(tally[name], "count", to(tab))),
    cell(tally.percent, "percent"),
    ...off,
  ],
});

/** PMs of months that were put off, with their rows. @param risk null for all; by risk they are kept without a filter alone */
const putOffIn = (
  { sums, links, narrowed, period }: Pick<Source, "sums" | "links" | "narrowed" | "period">,
  months: readonly string[],
  risk: Risk | null = null,
): ChartCell[] => {
  const to = [lastDayOf(months.at(-1) ?? period.last), period.today].sort()[0]!;
  const days = { from: `${months[0] ?? period.first}-01`, to };
  const count = (metric: string) =>
    !risk
      ? sums.sum(metric, months)
      : narrowed.dimension
        ? null
        : risks[risk].of.reduce(
            (sum, one) => sum + sums.sum(metric, months, "criticality", one),
            0,
          );
  return putOff.map(([, metric, put_off]) =>
    cell(count(metric), "count", links.report("pm-plan", { ...days, put_off, risk })),
  );
};

/** PM compliance by risk: life support apart. */
export function pmChart(source: Source): Chart {
  const { pm, period, links, sums, narrowed } = source;
  const { n, text } = textsOf(source);
  const days = { from: period.from, to: period.to };
  const listed = (risk?: Risk) => (tab: string | null) =>
    links.report("pm-frozen", { ...days, risk, standing: tab ?? "due" });
  const total = pm?.total;
  const [excepted, deferred] = ["pmExcepted", "pmDeferred"].map((name) =>
    sums.sum(name, period.months),
  );
  const shown = narrowed.dimension === "criticality" ? [] : (Object.keys(risks) as Risk[]);
  return {
    key: "pm",
    title: "PM compliance",
    say: !total
      ? NOT_TOLD
      : total.due
        ? filled(
            "{share} on time, of {due} due. PMs with an exception: {excepted}; deferred: {deferred}. Both count.",
            {
              share: text(total.percent, "percent"),
              ...{ due: n(total.due), excepted: n(excepted!), deferred: n(deferred!) },
            },
          )
        : "Nothing fell due: n/a.",
    how,
    draw: total?.due
      ? { kind: "rings", share: SHARE, part: ON_TIME, whole: DUE, target: TARGET }
      : null,
    table: {
      of: "Risk",
      heads,
      rows: pm
        ? [
            ...shown.map((risk) =>
              row(
                risks[risk].label,
                pm.risks[risk],
                listed(risk),
                putOffIn(source, period.months, risk),
              ),
            ),
            row("All", pm.total, listed(), putOffIn(source, period.months)),
          ]
        : [],
    },
  };
}

/** PM compliance by month; each number leads to the dates it counts. */
export function pmMonthsChart(source: Source): Chart {
  const { pm, links, sums } = source;
  const { text } = textsOf(source);
  const [required, planned] = [sums.now("pmRequired"), sums.now("pmPlanned")];
  const rows = (pm?.months ?? []).map((tally) =>
    row(
      monthLabel(tally.month),
      tally,
      (tab) =>
        tab
          ? links.pm({ month: tally.month, tab })
          : links.report("pm-frozen", { ...daysOf(tally.month), standing: "due" }),
      putOffIn(source, [tally.month]),
    ),
  );
  const coverage = filled("{share} of the devices that require PM have an active plan.", {
    share: text(pmCoverage(planned, required), "percent"),
  });
  return {
    key: "pm-months",
    title: "PM compliance by month",
    say: pm ? coverage : `${coverage} ${NOT_TOLD}`,
    how,
    draw: rows.some(({ cells }) => cells[SHARE]!.value !== null)
      ? { kind: "line", series: [SHARE], target: TARGET }
      : null,
    table: { of: "Month", heads, rows },
  };
}
