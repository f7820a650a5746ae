import { ageBands, bandText } from "#app/shared/asset-ages.ts";
import { coverWords } from "#app/shared/asset-words.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { plural } from "#app/shared/plural.ts";
import type { Chart } from "#app/shared/statistics.ts";
import { NOW } from "./count-now.ts";
import { share } from "./formulas.ts";
import { cell, daysOf, filled, monthLabel, type Source, textsOf } from "./source.ts";

const OTHERS = "Others";
type Slice = { label: string; n: number; to: string | null };

/** Devices by something they are, the most first. */
function countChart(
  source: Source,
  chart: Pick<Chart, "key" | "title"> & { of: string; formula: string; text: string },
  slices: readonly Slice[],
): Chart {
  const { n, text } = textsOf(source);
  const total = slices.reduce((sum, slice) => sum + slice.n, 0);
  const most = slices
    .filter(({ label }) => label !== OTHERS)
    .reduce<Slice | null>((one, two) => (one && one.n >= two.n ? one : two), null);
  return {
    key: chart.key,
    title: chart.title,
    say:
      total && most
        ? filled("{devices}. Most: {label}, {share}.", {
            devices: plural(total, "1 device", "{n} devices").replace(String(total), n(total)),
            label: most.label,
            share: text(share(most.n, total), "percent"),
          })
        : "There is no device: n/a.",
    how: { formula: chart.formula, text: chart.text },
    draw: total ? { kind: "bars", series: [0] } : null,
    table: {
      of: chart.of,
      heads: ["Devices", "Share"],
      rows: slices.map(({ label, n: of, to }) => ({
        label,
        cells: [cell(of, "count", to), cell(share(of, total), "percent")],
      })),
    },
  };
}

const standing =
  "Devices that are there on the day of the count; condemned and disposed ones are left out. ";

/** Devices of records, such as Locations; of more than sixty the smallest are one row. */
function byRecord(
  source: Source,
  by: "department" | "category",
  names: ReadonlyMap<string, string>,
): Slice[] {
  const { sums, links } = source;
  const known = [...names]
    .map(([id, label]) => ({
      label,
      n: sums.now("live", by, id),
      to: links.assets({ [by]: id, lifecycle: "live" }),
    }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n);
  const rest = sums.now("live") - known.reduce((sum, { n }) => sum + n, 0);
  const to = links.report("equipment-register", { beyond: by, live: "yes" });
  return [...known, ...(rest > 0 ? [{ label: OTHERS, n: rest, to }] : [])];
}

/** Devices by Location, category, lifecycle and age. */
export function assetCharts(source: Source): Chart[] {
  const { sums, links, narrowed } = source;
  const open = narrowed.dimension === null;
  const byAge = [
    ...ageBands.map((from) => ({
      label: bandText(from),
      n: sums.now(`age:${from}`),
      to: links.assets({ age: String(from), lifecycle: "live" }),
    })),
    {
      label: "Not known",
      n: sums.now("age:unknown"),
      to: links.assets({ age: "unknown", lifecycle: "live" }),
    },
  ];
  return [
    ...(open
      ? [
          countChart(
            source,
            {
              key: "departments",
              title: "Assets by Location",
              of: "Location",
              formula: "n(devices) by Location",
              text: standing,
            },
            byRecord(source, "department", source.departments),
          ),
          countChart(
            source,
            {
              key: "categories",
              title: "Assets by category",
              of: "Category",
              formula: "n(devices) by category",
              text: standing,
            },
            byRecord(source, "category", source.categories),
          ),
        ]
      : []),
    countChart(
      source,
      {
        key: "lifecycle",
        title: "Assets by lifecycle",
        of: "Lifecycle",
        formula: "n(devices) by lifecycle",
        text: "All devices that were not deleted, on the day of the count.",
      },
      Object.entries(assetRules.states).map(([value, label]) => ({
        label,
        n: sums.now(`lifecycle:${value}`),
        to: links.assets({ lifecycle: value }),
      })),
    ),
    countChart(
      source,
      {
        key: "age",
        title: "Assets by age",
        of: "Age",
        formula: "today − put to use, else purchase",
        text: standing,
      },
      byAge,
    ),
  ];
}

/** Kinds of cover today, and when they end. */
export function coverChart({ sums, links, ...source }: Source): Chart {
  const { text, n } = textsOf(source);
  const live = sums.now("live");
  const none = sums.now("cover:none");
  const kinds = [...Object.keys(coverWords), "none"].map((kind) => ({
    label: coverWords[kind] ?? "No cover",
    cells: [
      cell(sums.now(`cover:${kind}`), "count", links.assets({ cover: kind, lifecycle: "live" })),
      cell(share(sums.now(`cover:${kind}`), live), "percent"),
    ],
  }));
  return {
    key: "cover",
    title: "Cover",
    say: live
      ? filled("Covered today: {share} of {all}.", {
          share: text(share(live - none, live), "percent"),
          all: n(live),
        })
      : "There is no device: n/a.",
    how: {
      formula: "n(devices) by kind of cover ÷ n(devices)",
      text: `${standing}The best cover that lasts today counts.`,
    },
    draw: live ? { kind: "bars", series: [0] } : null,
    table: { of: "Cover", heads: ["Devices", "Share"], rows: kinds },
  };
}

/** When the cover of devices ends, by month. */
export function coverEndsChart({ sums, links, period, ...source }: Source): Chart {
  const { n, text } = textsOf(source);
  const months = sums
    .metrics("ends:", [NOW])
    .map((name) => name.slice("ends:".length))
    .sort()
    .slice(0, 12);
  const rows = months.map((month) => ({
    label: monthLabel(month),
    cells: [
      cell(sums.now(`ends:${month}`), "count", links.assets({ ends: month, lifecycle: "live" })),
      cell(
        sums.now(`endsValue:${month}`),
        "money",
        links.report("cover-list", {
          from: [daysOf(month).from, period.today].sort()[1]!,
          ...{ to: daysOf(month).to, live: "yes" },
        }),
      ),
    ],
  }));
  const [total, value] = [0, 1].map((at) =>
    rows.reduce((sum, { cells }) => sum + cells[at]!.value!, 0),
  ) as [number, number];
  return {
    key: "cover-ends",
    title: "Cover that ends",
    say: total
      ? filled(
          plural(
            total,
            "The cover of 1 device ends, {value} at purchase.",
            "The cover of {devices} devices ends, {value} at purchase.",
          ),
          { devices: n(total), value: text(value, "money") },
        )
      : "No cover ends: n/a.",
    how: {
      formula: "n(devices), Σ purchase cost by the month their cover ends",
      text: `${standing}The next twelve months in which a cover ends. A device without a price adds nothing to the value.`,
    },
    draw: total ? { kind: "columns", series: [0] } : null,
    table: { of: "Month", heads: ["Devices", "Purchase"], rows },
  };
}
