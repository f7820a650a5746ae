import type { Chart } from "#app/shared/statistics.ts";
import { costPer, costRatio } from "./formulas.ts";
import { cell, daysOf, filled, monthLabel, type Source, textsOf } from "./source.ts";

const kinds = ["labour", "parts", "vendor", "contract"] as const;
const heads = ["Labour", "Parts", "Vendor bills", "Contracts", "Together"];

/** What service cost in months, in minor units. */
export const costOf = ({ sums }: Pick<Source, "sums">, months: readonly string[]): number =>
  kinds.reduce((sum, kind) => sum + sums.sum(`cost:${kind}`, months), 0);

/** Cost of service a year in percent of what the same devices cost. @param category one of them, or all */
export function ratioOf(
  {
    sums,
    months,
    ...days
  }: Pick<Source, "sums"> & { months: readonly string[]; from: string; to: string },
  category?: string,
) {
  const by = category === undefined ? null : "category";
  const spent = sums.sum("pricedCost", months, by, category);
  return costRatio(spent, sums.now("price", by, category), days, days.to);
}

/** Cost of service by kind and month. */
export function costChart(source: Source): Chart {
  const { sums, period, links } = source;
  const { text } = textsOf(source);
  const total = costOf(source, period.months);
  return {
    key: "cost",
    title: "Cost of service",
    width: "wide",
    say: total
      ? filled("{total} together.", { total: text(total, "money") })
      : "Nothing was spent.",
    how: {
      formula: "labour + parts + vendor bills + contract days",
      text: "Service and parts of the reports of each month; what a vendor or contract was billed for stands apart. The value of a contract is spread over the days of its term, by each device's share. Cancelled reports are left out.",
    },
    draw: total ? { kind: "columns", series: [0, 1, 2, 3], isStacked: true } : null,
    table: {
      of: "Month",
      heads,
      rows: period.months.map((month) => ({
        label: monthLabel(month),
        cells: [
          ...kinds.map((kind) =>
            cell(
              sums.sum(`cost:${kind}`, [month]),
              "money",
              links.report("service-cost", { ...daysOf(month), spent: kind }),
            ),
          ),
          cell(costOf(source, [month]), "money", links.report("service-cost", daysOf(month))),
        ],
      })),
    },
  };
}

/** What service costs for each failure, device and bed. */
export function unitCostChart(source: Source): Chart {
  const { sums, period, links } = source;
  const { text } = textsOf(source);
  const days = { from: period.from, to: period.to };
  const total = costOf(source, period.months);
  const [failures, live] = [sums.sum("failures", period.months), sums.now("live")];
  const each = (label: string, of: number | null, to: string | null) => ({
    label,
    cells: [
      cell(of === null ? null : costPer(total, of), "money"),
      cell(total, "money", links.report("service-cost", days)),
      cell(of, "count", to),
    ],
  });
  const rows = [
    each("Failure", failures, links.calls({ ...days, failure: "yes" })),
    each("Device", live, links.assets({ lifecycle: "live" })),
    each("Bed", null, null),
  ];
  return {
    key: "unit-cost",
    title: "Cost of each failure and device",
    say: filled("{failure} for each failure, {device} for each device.", {
      failure: text(rows[0]!.cells[0]!.value, "money"),
      device: text(rows[1]!.cells[0]!.value, "money"),
    }),
    how: {
      formula: "cost of service ÷ F, ÷ n(devices), ÷ n(beds)",
      text: "The cost of the period as by month. F are its calls with equipment down, without duplicates, cancelled ones, no problem found and user error; devices are those that are there on the day of the count. For each bed it is n/a: how many beds there are is not kept. Without a failure it is n/a.",
    },
    draw: null,
    table: { of: "For each", heads: ["Cost of each", "Together", "Number"], rows },
  };
}

/** Cost of service ratio by category. */
export function ratioChart(source: Source): Chart {
  const { sums, narrowed, categories, links, period } = source;
  const { text, n } = textsOf(source);
  const days = { from: period.from, to: period.to };
  const of = { sums, ...period };
  const all = ratioOf(of);
  const live = sums.now("live");
  const rows = narrowed.dimension
    ? []
    : [...categories]
        .map(([id, label]) => ({ id, label, ratio: ratioOf(of, id) }))
        .filter((row) => row.ratio !== null)
        .sort((a, b) => b.ratio! - a.ratio!)
        .slice(0, 12);
  return {
    key: "ratio",
    title: "Cost of service, of price",
    say:
      all === null
        ? "No device has a price: n/a."
        : filled(
            "{share} of the price a year. Devices with a price: {n}; without one, left out: {without}; with an estimated one: {estimated}.",
            {
              share: text(all, "percent"),
              n: n(sums.now("priced")),
              without: n(Math.max(0, live - sums.now("valued"))),
              estimated: n(sums.now("estimated")),
            },
          ),
    how: {
      formula: "100 × cost a year ÷ purchase cost of the same devices",
      text: "Devices in service or standby that have a price. Their cost of the period is taken to a year.",
    },
    draw: rows.length ? { kind: "bars", series: [0] } : null,
    table: {
      of: "Category",
      heads: ["Ratio", "Cost of service", "Devices with a price"],
      rows: [
        ...rows.map(({ id, label, ratio }) => ({
          label,
          cells: [
            cell(ratio, "percent"),
            cell(
              sums.sum("pricedCost", period.months, "category", id),
              "money",
              links.report("service-cost", { ...days, priced: "yes", category: id }),
            ),
            cell(
              sums.now("priced", "category", id),
              "count",
              links.assets({ category: id, priced: "1" }),
            ),
          ],
        })),
        {
          label: "All",
          cells: [
            cell(all, "percent"),
            cell(
              sums.sum("pricedCost", period.months),
              "money",
              links.report("service-cost", { ...days, priced: "yes" }),
            ),
            cell(sums.now("priced"), "count", links.assets({ priced: "1" })),
          ],
        },
      ],
    },
  };
}

/** Purchase and book value by category. */
export function valueChart(source: Source): Chart {
  const { sums, narrowed, categories, links } = source;
  const { text, n } = textsOf(source);
  const rows = narrowed.dimension
    ? []
    : [...categories]
        .map(([id, label]) => ({
          id,
          label,
          value: sums.now("value", "category", id),
          book: sums.now("book", "category", id),
        }))
        .filter(({ value }) => value > 0)
        .sort((a, b) => b.value - a.value)
        .slice(0, 12);
  const [live, valued, booked] = ["live", "valued", "booked"].map((name) => sums.now(name));
  return {
    key: "value",
    title: "Value of assets",
    say: valued
      ? filled(
          "{value} at purchase, {book} today. Devices without a price: {without}; that cannot be written down: {unbooked}.",
          {
            value: text(sums.now("value"), "money"),
            book: text(sums.now("book"), "money"),
            without: n(live! - valued),
            unbooked: n(valued - booked!),
          },
        )
      : "No device has a price: n/a.",
    how: {
      formula: "Σ purchase cost, Σ book value on the day of the count",
      text: "Devices that are not condemned or disposed of. Book value: straight line, cost − (cost − salvage) × months ÷ life, or written down, cost × (1 − rate)^years, never below salvage. A device without what its method needs is left out of it.",
    },
    draw: rows.length ? { kind: "bars", series: [0, 1] } : null,
    table: {
      of: "Category",
      heads: ["Purchase", "Book value"],
      rows: [
        ...rows.map(({ id, label, value, book }) => ({
          label,
          cells: [
            cell(value, "money", links.report("asset-values", { category: id, live: "yes" })),
            cell(book, "money", links.report("asset-values", { category: id, live: "yes" })),
          ],
        })),
        {
          label: "All",
          cells: [
            cell(sums.now("value"), "money", links.report("asset-values", { live: "yes" })),
            cell(sums.now("book"), "money", links.report("asset-values", { live: "yes" })),
          ],
        },
      ],
    },
  };
}
