import { DAY_MS } from "#app/shared/asset-metrics.ts";
import { plural } from "#app/shared/plural.ts";
import type { Chart } from "#app/shared/statistics.ts";
import { calibrationCompliance, mtbf, type Reliability, uptime } from "./formulas.ts";
import { cell, daysOf, filled, monthLabel, type Source, textsOf } from "./source.ts";

/** What is known of devices in months. @param value a criticality; all without one */
export const reliabilityOf = (
  { sums }: Pick<Source, "sums">,
  months: readonly string[],
  value?: string,
): Reliability => {
  const by = value === undefined ? null : "criticality";
  return {
    usedMs: sums.sum("used", months, by, value),
    downMs: sums.sum("down", months, by, value),
    failures: sums.sum("failures", months, by, value),
    logged: sums.now("logged", by, value),
  };
};

/** Days of months as far as they have passed. */
const daysIn = (source: Source, months: readonly string[]) =>
  months.length
    ? Math.max(
        0,
        Math.floor(
          (Math.min(source.now, Date.parse(daysOf(months.at(-1)!).to) + DAY_MS) -
            Date.parse(daysOf(months[0]!).from)) /
            DAY_MS,
        ),
      )
    : 0;

/** Time between failures in words: "No failure in 30 days" where there was none. */
export function betweenText(source: Source, months: readonly string[]): string {
  const found = mtbf(reliabilityOf(source, months), daysIn(source, months));
  if (!found) return "n/a";
  return found.ms === null
    ? plural(found.untroubled ?? 0, "No failure in 1 day", "No failure in {n} days")
    : textsOf(source).text(found.ms, "days");
}

/** Uptime, downtime and the time between failures by month. */
export function uptimeChart(source: Source): Chart {
  const { sums, period, links } = source;
  const { text } = textsOf(source);
  const whole = reliabilityOf(source, period.months);
  const value = uptime(whole);
  return {
    key: "uptime",
    title: "Uptime and time between failures",
    width: "wide",
    say:
      value === null
        ? "No downtime was ever logged for these devices, so their uptime is not known: n/a."
        : filled("{uptime} uptime, {down} down unplanned. Between failures: {between}.", {
            uptime: text(value, "percent"),
            down: text(whole.downMs, "hours"),
            between: betweenText(source, period.months),
          }),
    how: {
      formula: "uptime = 100 × (T − D) ÷ T, between failures = (T − D) ÷ F",
      text: "T is the time in service or standby, from put to use to condemnation, of all devices together. D is their unplanned downtime inside it; what is still open runs to now. F are calls with equipment down, without duplicates, cancelled ones, no problem found and user error. Planned downtime stands apart. Without any downtime ever logged uptime is n/a, not 100.",
    },
    draw: value === null ? null : { kind: "line", series: [0] },
    table: {
      of: "Month",
      heads: ["Uptime", "Down unplanned", "Down planned", "Failures", "Between failures"],
      rows: period.months.map((month) => {
        const one = reliabilityOf(source, [month]);
        const between = mtbf(one, daysIn(source, [month]));
        return {
          label: monthLabel(month),
          cells: [
            cell(uptime(one), "percent"),
            cell(
              one.logged ? one.downMs : null,
              "hours",
              links.report("downtime", { ...daysOf(month), down: "unplanned", counted: "yes" }),
            ),
            cell(
              one.logged ? sums.sum("planned", [month]) : null,
              "hours",
              links.report("downtime", { ...daysOf(month), down: "planned", counted: "yes" }),
            ),
            cell(one.failures, "count", links.calls({ ...daysOf(month), failure: "yes" })),
            {
              ...cell(between?.ms ?? null, "days"),
              ...(between?.ms === null ? { text: betweenText(source, [month]) } : {}),
            },
          ],
        };
      }),
    },
  };
}

/** Calibration: how many are in date; pass and fail where certificates of one's own exist. */
export function calibrationChart({ sums, links, ...source }: Source): Chart {
  const { n } = textsOf(source);
  const [required, inDate] = [sums.now("calRequired"), sums.now("calIn")];
  const share = calibrationCompliance(inDate, required);
  return {
    key: "calibration",
    title: "Calibration",
    say: required
      ? filled(
          "In date today: {in} of {all}. Pass and fail: n/a, there are no in-house calibrations.",
          {
            in: n(inDate),
            all: n(required),
          },
        )
      : "No device requires calibration: n/a.",
    how: {
      formula: "devices in date ÷ devices that require calibration",
      text: "Devices that are not condemned or disposed of and require calibration, by the date their next one is due, on the day of the count.",
    },
    draw: required ? { kind: "rings", share: 2, part: 1, whole: 0, target: 100 } : null,
    table: {
      of: "Today",
      heads: ["Required", "In date", "Share in date"],
      rows: [
        {
          label: "Devices",
          cells: [
            cell(required, "count", links.assets({ cal: "required", lifecycle: "live" })),
            cell(inDate, "count", links.assets({ cal: "in", lifecycle: "live" })),
            cell(share, "percent"),
          ],
        },
      ],
    },
  };
}
