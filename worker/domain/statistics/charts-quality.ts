import { YEAR_MS } from "#app/shared/asset-metrics.ts";
import { holdReasons } from "#app/shared/call-words.ts";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { plural } from "#app/shared/plural.ts";
import type { Chart } from "#app/shared/statistics.ts";
import type { Session } from "../../session.ts";
import {
  backlogBands,
  failuresAYear,
  isRanked,
  noProblemFound,
  notLocated,
  pmCoverage,
  pmYield,
  repeatFailures,
  share,
} from "./formulas.ts";
import { cell, filled, type Source, textsOf } from "./source.ts";

/** Open calls by their age and, of those on hold, by what they wait for. */
export function backlogChart({ sums, links, ...source }: Source): Chart {
  const { n, text } = textsOf(source);
  const today = dayIn(source.company.timeZone, sums.countedAt ?? source.now);
  const bands = [...backlogBands, null].map((most, at) => {
    const least = at === 0 ? 0 : backlogBands[at - 1]! + 1;
    return {
      label:
        most === null
          ? filled("Older than {n} days", { n: least - 1 })
          : filled("{from} to {to} days", { from: least, to: most }),
      n: sums.now(`open:${at}`),
      to: links.calls({
        open_on: today,
        to: addDays(today, -least),
        ...(most === null ? {} : { from: addDays(today, -most) }),
      }),
    };
  });
  const held = holdReasons
    .map(({ value, label }) => ({
      label: filled("On hold: {reason}", { reason: label.toLowerCase() }),
      n: sums.now(`hold:${value}`),
      to: links.calls({ state: "on_hold", hold: value }),
    }))
    .filter((reason) => reason.n > 0);
  const all = bands.reduce((sum, band) => sum + band.n, 0);
  const old = bands.at(-1)!.n;
  return {
    key: "backlog",
    title: "Open calls by age",
    say: all
      ? filled("{calls} open, {share} of them older than 30 days.", {
          calls: plural(all, "1 call is", "{n} calls are").replace(String(all), n(all)),
          share: text(share(old, all), "percent"),
        })
      : "No call is open.",
    how: {
      formula: "n(open calls) by days since they were reported",
      text: "Calls that are open on the day of the count, by whole days of the calendar. Those on hold are named a second time by what they wait for.",
    },
    draw: all ? { kind: "bars", series: [0] } : null,
    table: {
      of: "Age",
      heads: ["Calls", "Share of the open"],
      rows: [...bands, ...held].map(({ label, n: of, to }) => ({
        label,
        cells: [cell(of, "count", to), cell(share(of, all), "percent")],
      })),
    },
  };
}

/** Failures a device year by category, those with most first. */
export function failureRateChart({ sums, period, links, categories, ...source }: Source): Chart {
  const { text } = textsOf(source);
  const of = (category?: string) => {
    const by = category === undefined ? null : "category";
    const [used, failures] = ["used", "failures"].map((name) =>
      sums.sum(name, period.months, by, category),
    );
    return {
      failures: failures!,
      years: used! / YEAR_MS,
      rate: isRanked(used!) ? failuresAYear(failures!, used!) : null,
    };
  };
  const days = { from: period.from, to: period.to, failure: "yes" };
  const rows = source.narrowed.dimension
    ? []
    : [...categories]
        .map(([id, label]) => ({ id, label, ...of(id) }))
        .filter(({ years }) => years > 0)
        .sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1))
        .slice(0, 12);
  const all = of();
  const reliability = links.reliability();
  return {
    key: "failure-rate",
    title: "Failure rate by category",
    say:
      all.rate === null
        ? "Devices were in use for less than a year together: n/a."
        : filled("{rate} failures a device and year.", { rate: text(all.rate, "rate") }),
    how: {
      formula: "F ÷ (T in device years)",
      text: "F are calls with equipment down, as for the time between failures; T is the time in use of all devices together. Below one device year there is no rate.",
    },
    more: reliability && { text: "By make and model", to: reliability },
    draw: rows.some(({ rate }) => rate !== null) ? { kind: "bars", series: [0] } : null,
    table: {
      of: "Category",
      heads: ["Failures a year", "Failures", "Device years"],
      rows: [
        ...rows.map(({ id, label, rate, failures, years }) => ({
          label,
          cells: [
            cell(rate, "rate"),
            cell(failures, "count", links.calls({ ...days, category: id })),
            cell(years, "rate"),
          ],
        })),
        {
          label: "All",
          cells: [
            cell(all.rate, "rate"),
            cell(all.failures, "count", links.calls(days)),
            cell(all.years, "rate"),
          ],
        },
      ],
    },
  };
}

/** What comes back, what was nothing, what fails its PM, and what is not found. */
export function qualityChart(
  { sums, period, links, ...source }: Source,
  can: Session["can"],
): Chart {
  const { text } = textsOf(source);
  const sum = (name: string) => sums.sum(name, period.months);
  const days = { from: period.from, to: period.to };
  const closed = { closed_from: period.from, closed_to: period.to };
  const [ended, live] = [sum("closed"), sums.now("live")];
  const found = [
    ...(can("view-breakdown")
      ? [
          {
            label: "Repeat failures",
            part: sum("repeat"),
            of: ended,
            by: repeatFailures,
            to: links.calls({ ...closed, repeat: "yes" }),
            all: links.calls(closed),
          },
          {
            label: "No problem found",
            part: sum("unfound"),
            of: ended,
            by: noProblemFound,
            to: links.calls({ ...closed, cause: "no_problem_found" }),
            all: links.calls(closed),
          },
        ]
      : []),
    {
      label: "PM with a failed check",
      part: sum("pmFailed"),
      of: sum("reports:pm"),
      by: pmYield,
      to: links.report("work-done", { ...days, work: "pm", failed: "yes" }),
      all: links.report("work-done", { ...days, work: "pm" }),
    },
    {
      label: "PM with an active plan",
      part: sums.now("pmPlanned"),
      of: sums.now("pmRequired"),
      by: pmCoverage,
      to: links.assets({ pm: "active", lifecycle: "live" }),
      all: links.assets({ pm: "required", lifecycle: "live" }),
    },
    {
      label: "Not located",
      part: sums.now("lost"),
      of: live,
      by: notLocated,
      to: links.assets({ lost: "1", lifecycle: "live" }),
      all: links.assets({ lifecycle: "live" }),
    },
  ].map((row) => ({ ...row, percent: row.by(row.part, row.of) }));
  return {
    key: "quality",
    title: "Quality of service",
    say: filled("{what}: {share}.", {
      what: found[0]!.label,
      share: text(found[0]!.percent, "percent"),
    }),
    how: {
      formula:
        "calls that came back ÷ closed, without a problem ÷ closed, PM reports with a failed check ÷ PM reports, devices with an active PM schedule ÷ devices that require PM, devices not located ÷ devices",
      text: "A call came back when it was reopened, or reported again within 30 days for the same device and cause. Calls and reports are those of the period; devices stand as on the day of the count.",
    },
    draw: found.some(({ percent }) => percent !== null) ? { kind: "bars", series: [0] } : null,
    table: {
      of: "Measure",
      heads: ["Share", "Number", "Of"],
      rows: found.map(({ label, part, of, percent, to, all }) => ({
        label,
        cells: [cell(percent, "percent"), cell(part, "count", to), cell(of, "count", all)],
      })),
    },
  };
}
