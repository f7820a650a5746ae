import { callPriorities, causes } from "#app/shared/call-words.ts";
import { plural } from "#app/shared/plural.ts";
import type { Chart } from "#app/shared/statistics.ts";
import { answeredInTime, meanOf, repairTime, share } from "./formulas.ts";
import { cell, daysOf, filled, monthLabel, type Source, textsOf } from "./source.ts";

/** Calls by month: opened, closed, open at the end, and before. */
export function openedChart({ sums, period, links, ...source }: Source): Chart {
  const { n, text } = textsOf(source);
  const { months, before } = period;
  const total = sums.sum("opened", months);
  const then = before ? sums.sum("opened", before.months) : null;
  const change = then ? Math.round((100 * (total - then)) / then) : null;
  const said =
    change === null
      ? "{calls} were reported."
      : change === 0
        ? "{calls} were reported, as many as in the period before."
        : change > 0
          ? "{calls} were reported, {change} more than in the period before."
          : "{calls} were reported, {change} fewer than in the period before.";
  return {
    key: "opened",
    title: "Service calls",
    width: "wide",
    say: filled(said, {
      calls: plural(total, "1 call", "{n} calls").replace(String(total), n(total)),
      change: text(Math.abs(change ?? 0), "percent").replace(/[.,]0 /, " "),
    }),
    how: {
      formula: "n(reported in month), n(closed in month), n(open at its end)",
      text: "Calls by the month they were reported or closed in. Cancelled calls and duplicates are left out. A call belongs to the Location its device is at today.",
    },
    draw: { kind: "line", series: before ? [0, 3] : [0] },
    table: {
      of: "Month",
      heads: ["Opened", "Closed", "Open at the end", ...(before ? ["Opened before"] : [])],
      rows: months.map((month, at) => {
        const days = daysOf(month);
        const past = before?.months[at];
        return {
          label: monthLabel(month),
          cells: [
            cell(sums.sum("opened", [month]), "count", links.calls(days)),
            cell(
              sums.sum("closed", [month]),
              "count",
              links.calls({ closed_from: days.from, closed_to: days.to }),
            ),
            cell(sums.sum("backlog", [month]), "count", links.calls({ open_on: days.to })),
            ...(before
              ? [
                  past
                    ? cell(sums.sum("opened", [past]), "count", links.calls(daysOf(past)))
                    : cell(null),
                ]
              : []),
          ],
        };
      }),
    },
  };
}

/** Causes, the most frequent first. */
export function causesChart({ sums, period, links, ...source }: Source): Chart {
  const { text } = textsOf(source);
  const found = causes
    .map(({ value, label }) => ({ value, label, n: sums.sum(`cause:${value}`, period.months) }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n);
  const total = found.reduce((sum, { n }) => sum + n, 0);
  let cumulated = 0;
  const rows = found.map(({ value, label, n }) => {
    cumulated += n;
    const days = { from: period.from, to: period.to };
    return {
      label,
      cells: [
        cell(n, "count", links.calls({ ...days, cause: value })),
        cell(share(n, total), "percent"),
        cell(share(cumulated, total), "percent"),
      ],
    };
  });
  const few = Math.max(1, rows.findIndex(({ cells }) => cells[2]!.value! >= 80) + 1);
  return {
    key: "causes",
    title: "Causes of calls",
    width: "wide-3",
    say: total
      ? filled(plural(few, "One cause makes {share}.", "{n} causes make {share}."), {
          share: text(rows[few - 1]!.cells[2]!.value, "percent"),
        })
      : "No call has a cause yet: n/a.",
    how: {
      formula: "n(cause) ÷ n(calls with a cause), sorted",
      text: "Calls that were reported in the period, by the cause given so far; calls without one, cancelled ones and duplicates are left out.",
    },
    draw: total ? { kind: "pareto", count: 0, cumulated: 2 } : null,
    table: { of: "Cause", heads: ["Calls", "Share", "Cumulated"], rows },
  };
}

/** Calls answered within the promised time, by priority. */
export function answeredChart({ sums, period, links, ...source }: Source): Chart {
  const { n, text } = textsOf(source);
  const [responses, ms] = ["responses", "response"].map((name) =>
    callPriorities.reduce((sum, { value }) => sum + sums.sum(`${name}:${value}`, period.months), 0),
  );
  const rows = callPriorities.map(({ value, label }) => {
    const given = sums.sum(`responses:${value}`, period.months);
    const answered = sums.sum(`answered:${value}`, period.months);
    const inTime = sums.sum(`inTime:${value}`, period.months);
    const days = { from: period.from, to: period.to, priority: value };
    return {
      label,
      inTime,
      answered,
      cells: [
        cell(answered, "count", links.calls({ ...days, answered: "any" })),
        cell(answered - inTime, "count", links.calls({ ...days, answered: "late" })),
        cell(answeredInTime(inTime, answered), "percent"),
        cell(given, "count", links.calls({ ...days, responded: "yes" })),
        cell(meanOf(sums.sum(`response:${value}`, period.months), given), "hours"),
      ],
    };
  });
  const answered = rows.reduce((sum, row) => sum + row.answered, 0);
  const late = answered - rows.reduce((sum, row) => sum + row.inTime, 0);
  return {
    key: "answered",
    title: "Answered in time",
    say: [
      answered
        ? filled("Calls answered late: {late} of {all}.", { late: n(late), all: n(answered) })
        : "No call had a promised time: n/a.",
      filled("Mean response: {mean}.", { mean: text(meanOf(ms!, responses!), "hours") }),
    ].join(" "),
    how: {
      formula:
        "first response ≤ promised time ÷ all, mean = Σ(first response − reported) ÷ responses",
      text: "The first response is the first acknowledgement, assignment or start. The promise runs in the working hours of the service level. Calls that are still inside it are left out. The mean is of every call that was responded to, in hours of the working calendar as it is set today.",
    },
    draw: answered ? { kind: "bars", series: [2], target: 95 } : null,
    table: {
      of: "Priority",
      heads: ["Calls", "Late", "In time", "Responses", "Mean response"],
      rows,
    },
  };
}

/** Mean and median time to repair by month. */
export function repairChart({ sums, period, links, ...source }: Source): Chart {
  const { text, n } = textsOf(source);
  const all = repairTime(sums.list("repairs", period.months));
  return {
    key: "repair",
    title: "Time to repair",
    say: all
      ? filled("On average {mean}, median {median}. Repairs: {n}.", {
          mean: text(all.mean, "hours"),
          median: text(all.median, "hours"),
          n: n(all.of),
        })
      : "No device that was down has been restored: n/a.",
    how: {
      formula: "Σ(restored − failed, else reported) ÷ n",
      text: "Calls of the period with equipment down that are over, by the month they were reported in. Open calls are left out, and PM is never among them. The median stands beside the mean, which one long repair moves.",
    },
    draw: all ? { kind: "line", series: [0, 1] } : null,
    table: {
      of: "Month",
      heads: ["Mean", "Median", "Repairs"],
      rows: period.months.map((month) => {
        const found = repairTime(sums.list("repairs", [month]));
        return {
          label: monthLabel(month),
          cells: [
            cell(found?.mean ?? null, "hours"),
            cell(found?.median ?? null, "hours"),
            cell(
              found?.of ?? 0,
              "count",
              links.calls({ ...daysOf(month), down: "yes", over: "yes" }),
            ),
          ],
        };
      }),
    },
  };
}

/** Calls by Location and month; only where all devices are counted. */
export function heatChart({
  sums,
  period,
  links,
  departments,
  narrowed,
  ...source
}: Source): Chart {
  const { n } = textsOf(source);
  const found = [...departments]
    .map(([id, name]) => ({ id, name, n: sums.sum("opened", period.months, "department", id) }))
    .filter((place) => place.n > 0)
    .sort((a, b) => b.n - a.n);
  const [first] = found;
  return {
    key: "heat",
    title: "Calls by Location and month",
    width: "wide-all",
    say: narrowed.dimension
      ? "Take the filter off to see the Locations side by side."
      : first
        ? filled("{place} had most: {n}.", {
            place: first.name,
            n: plural(first.n, "1 call", "{n} calls").replace(String(first.n), n(first.n)),
          })
        : "No call was reported: n/a.",
    how: {
      formula: "n(calls) by Location of the device, month",
      text: "A call belongs to the Location its device is at today. Cancelled calls and duplicates are left out.",
    },
    draw: first ? { kind: "heat", months: period.months.length } : null,
    table: {
      of: "Location",
      heads: [...period.months.map(monthLabel), "Together"],
      rows: found.map(({ id, name, n: all }) => ({
        label: name,
        cells: [
          ...period.months.map((month) =>
            cell(
              sums.sum("opened", [month], "department", id),
              "count",
              links.calls({ ...daysOf(month), department: id }),
            ),
          ),
          cell(all, "count", links.calls({ from: period.from, to: period.to, department: id })),
        ],
      })),
    },
  };
}
