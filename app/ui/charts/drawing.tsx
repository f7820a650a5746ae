import type { Chart } from "#app/shared/statistics.ts";
import { Bars } from "./bars.tsx";
import { Columns } from "./columns.tsx";
import { Heat } from "./heat.tsx";
import { tones } from "./legend.tsx";
import { Line } from "./line.tsx";
import { Pareto } from "./pareto.tsx";
import { Rings } from "./rings.tsx";
import { divisors, useTexts } from "./texts.ts";

/** So many bars are drawn; the table has all. */
const MOST_BARS = 12;
/** The short name of a month under a column; other names stay as they are. */
const underText = (label: string) => label.replace(/^([A-Z][a-z]{2}) \d{4}$/, "$1");

/** The picture of a chart, drawn from its table. */
export function Drawing({ chart }: { chart: Chart }) {
  const { cell, short } = useTexts();
  const { draw, title, table } = chart;
  if (!draw || table.rows.length === 0) return null;
  const { rows, heads, of } = table;
  const labels = rows.map(({ label }) => underText(label));
  const values = (column: number) => rows.map(({ cells }) => cells[column]!.value);
  const asOf = (column: number) => rows[0]!.cells[column]!.as;
  if (draw.kind === "heat")
    return (
      <Heat
        label={title}
        of={of}
        heads={heads.slice(0, draw.months).map(underText)}
        rows={rows.map((row) => ({
          label: row.label,
          cells: row.cells
            .slice(0, draw.months)
            .map(({ value, to }) => ({ value: value ?? 0, to })),
        }))}
      />
    );
  if (draw.kind === "rings") {
    const { share, part, whole } = draw;
    const shown = rows.length > 1 ? [rows[0]!, rows.at(-1)!] : rows;
    return (
      <Rings
        rings={shown
          .filter(({ cells }) => cells[share]!.value !== null)
          .map(({ label, cells }, at) => ({
            label,
            percent: cells[share]!.value!,
            text: cell(cells[share]!),
            note: `${cells[part]!.value} / ${cells[whole]!.value}`,
            target: at === 0 && rows.length > 1 ? 100 : draw.target,
          }))}
      />
    );
  }
  if (draw.kind === "pareto")
    return (
      <Pareto
        label={title}
        write={(value) => short(value, "count")}
        bars={rows.map(({ label, cells }) => ({
          label,
          value: cells[draw.count]!.value ?? 0,
          cumulated: cells[draw.cumulated]!.value ?? 0,
        }))}
      />
    );
  const [first = 0] = draw.series;
  if (draw.kind === "bars")
    return (
      <Bars
        label={title}
        target={draw.target}
        bars={rows.slice(0, MOST_BARS).map((row) => ({
          label: row.label,
          values: draw.series.map((column) => row.cells[column]!.value),
          text: cell(row.cells[first]!),
          to: row.cells[first]!.to,
        }))}
      />
    );
  if (draw.kind === "line") {
    const as = asOf(first);
    const unit = divisors[as] ?? 1;
    return (
      <Line
        label={title}
        labels={labels}
        target={draw.target}
        write={(value) => short(value * unit, as)}
        series={draw.series.map((column) => ({
          name: heads[column]!,
          values: values(column).map((value) => value && value / unit),
        }))}
        last={cell(rows.findLast(({ cells }) => cells[first]!.value !== null)!.cells[first]!)}
      />
    );
  }
  return (
    <Columns
      label={title}
      bars={rows.map((row) => {
        const parts = draw.series.map((column, at) => ({
          value: row.cells[column]!.value ?? 0,
          tone: tones[at]!,
        }));
        const sum = parts.reduce((all, { value }) => all + value, 0);
        return { label: underText(row.label), parts, text: short(sum, asOf(first)) };
      })}
    />
  );
}
