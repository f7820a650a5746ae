import type { Chart } from "#app/shared/statistics.ts";
import { stockTurns } from "./formulas.ts";
import { cell, filled, type Source, textsOf } from "./source.ts";

/** What the stores hold, and how often a year it is used up. */
export function stockChart({ sums, period, stockMinor, isWhole, links, ...source }: Source): Chart {
  const { text, n } = textsOf(source);
  const [items, out, still, stillMinor] = ["items", "out", "still", "stillMinor"].map((name) =>
    isWhole ? sums.now(`stock:${name}`) : null,
  );
  const whole = (value: number | null | undefined) => (value == null ? "n/a" : n(value));
  const used = sums.sum("cost:parts", period.months);
  const turns = isWhole ? stockTurns(used, stockMinor ?? 0, period.from, period.to) : null;
  return {
    key: "stock",
    title: "Stock",
    say: filled(
      "{value} in the stores today. Turns a year: {turns}. Items out of stock: {out}; without a movement in 365 days: {still}.",
      {
        value: text(stockMinor ?? 0, "money"),
        turns: text(turns, "rate"),
        ...{ out: whole(out), still: whole(still) },
      },
    ),
    how: {
      formula:
        "value = Σ quantity × rate, turns = parts used a year ÷ value, n(active items with none), n(items that did not move in 365 days)",
      text: "The value is of all stores, as they are this moment; items are those of the count, without archived ones. Parts used are those of the reports of the period, taken to a year. With a filter, and to a person limited to Locations, the others are n/a: stock belongs to no Location.",
    },
    draw: null,
    table: {
      of: "Stores",
      heads: [
        "Value",
        "Parts used",
        "Turns a year",
        "Items",
        "Out of stock",
        "No movement",
        "Their value",
      ],
      rows: [
        {
          label: "All",
          cells: [
            cell(stockMinor ?? 0, "money", links.report("stock-valuation", {})),
            cell(
              isWhole ? used : null,
              "money",
              links.report("service-cost", { from: period.from, to: period.to, spent: "parts" }),
            ),
            cell(turns, "rate"),
            cell(items ?? null, "count", links.report("stock-valuation", { stock: "kept" })),
            cell(out ?? null, "count", links.report("stock-valuation", { stock: "out" })),
            cell(still ?? null, "count", links.report("stock-valuation", { stock: "still" })),
            cell(stillMinor ?? null, "money", links.report("stock-valuation", { stock: "still" })),
          ],
        },
      ],
    },
  };
}
