import { plural } from "#app/shared/plural.ts";
import type { Chart } from "#app/shared/statistics.ts";
import { share } from "./formulas.ts";
import { cell, filled, type Source, textsOf } from "./source.ts";

const ranks = [
  { key: "top-calls", title: "Most calls", head: "Calls", as: "count" },
  { key: "top-down", title: "Longest downtime", head: "Downtime", as: "hours" },
  { key: "top-cost", title: "Highest cost", head: "Cost", as: "money" },
] as const;

/** The ten devices with the most calls, downtime and cost. @param kind its place in the list of these three */
export function rankChart(source: Source, kind: 0 | 1 | 2): Chart {
  const { ranked, links, period } = source;
  const { text } = textsOf(source);
  const { key, title, head, as } = ranks[kind];
  const days = { from: period.from, to: period.to };
  const rowsOf = (asset: string) =>
    [
      links.calls({ asset, ...days }),
      links.report("downtime", { asset, ...days, down: "unplanned", counted: "yes" }),
      links.report("service-cost", { asset, ...days }),
    ][kind];
  const found = (ranked ?? []).filter((row) => Number(row.kind) === kind);
  const [first] = found;
  const says = {
    "top-calls": plural(
      first?.value ?? 0,
      "{name} had most: 1 call.",
      "{name} had most: {n} calls.",
    ),
    "top-down": "{name} was down longest: {value}.",
    "top-cost": "{name} cost most: {value}.",
  } as const;
  return {
    key,
    title,
    say: first
      ? filled(says[key], { name: `${first.code} ${first.name}`, value: text(first.value, as) })
      : ranked
        ? "None in this period."
        : "Counted without a further filter and for six Locations at most: n/a.",
    how: {
      formula: {
        "top-calls": "n(calls)",
        "top-down": "Σ unplanned downtime",
        "top-cost": "Σ cost of service",
      }[key],
      text: "The ten devices with most in the period, counted as in the other charts.",
    },
    draw: first ? { kind: "bars", series: [0] } : null,
    table: {
      of: "Asset",
      heads: [head, "Share of the ten"],
      rows: found.map(({ id, code, name, value }) => ({
        label: `${code} ${name}`,
        cells: [
          cell(value, as, rowsOf(id)),
          cell(
            share(
              value,
              found.reduce((sum, row) => sum + row.value, 0),
            ),
            "percent",
          ),
        ],
      })),
    },
  };
}
