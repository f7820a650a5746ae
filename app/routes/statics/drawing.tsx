import type { As } from "#app/shared/figure-text.ts";
import { figureNumber, figureText } from "#app/shared/figure-text.ts";
import type { Chart, ChartCell } from "#app/shared/statistics.ts";
import { Bars } from "#app/ui/charts/bars.tsx";
import { Columns, type Tone } from "#app/ui/charts/columns.tsx";
import { Heat } from "#app/ui/charts/heat.tsx";
import { Line } from "#app/ui/charts/line.tsx";
import { Pareto } from "#app/ui/charts/pareto.tsx";
import { Rings } from "#app/ui/charts/rings.tsx";
import { useFormat } from "#app/ui/format.ts";

/** So many bars are drawn; the table has all. */
const MOST_BARS = 12;
const MILLION = 1_000_000;
const THOUSAND = 1000;
const HOUR_MS = 3_600_000;
const divisors: Partial<Record<As, number>> = { money: 100, hours: HOUR_MS, days: 24 * HOUR_MS };
/** Tones from the ground up, each told from its neighbours by how light it is. */
export const tones: readonly Tone[] = ["c1", "c3", "c2", "c4"];

/** Figures at the side of a chart, short enough for a phone. */
function shortText(value: number, as: As, locale: string): string {
  const plain = value / (divisors[as] ?? 1);
  if (plain >= MILLION) return `${figureNumber(plain / MILLION, "years", { locale })} M`;
  if (plain >= 10 * THOUSAND) return `${figureNumber(plain / THOUSAND, "count", { locale })} k`;
  return as === "percent"
    ? `${plain} %`
    : figureNumber(plain, Number.isInteger(plain) ? "count" : "years", { locale });
}

/** Textures of the tones, so that they are told apart without their colours too; columns and keys take them from here. */
export const Patterns = () => (
  <svg className="sr-only" aria-hidden="true" width="0" height="0">
    <defs id="chart-patterns">
      {tones.slice(1).map((tone, at) => (
        <pattern
          key={tone}
          id={`texture-${tone}`}
          className={`texture-${tone}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${[45, 0, -45][at]})`}
        >
          <rect className="ground" width="6" height="6" />
          {at === 1 ? (
            <circle className="mark" cx="3" cy="3" r="1.1" />
          ) : (
            <rect className="mark" width={at ? 2 : 1.4} height="6" />
          )}
        </pattern>
      ))}
    </defs>
  </svg>
);

/** How a figure is written; what is not known is "n/a". */
export function useTexts() {
  const format = useFormat();
  return {
    cell: ({ value, as, text }: ChartCell) =>
      text ?? (value === null ? "n/a" : figureText(value, as, format)),
    short: (value: number, as: As) => shortText(value, as, format.locale),
  };
}

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

/** What the colours and lines of a chart mean. */
export function Legend({ chart: { draw, table } }: { chart: Chart }) {
  if (!draw || !("series" in draw) || draw.series.length < 2) return null;
  return (
    <span className="legend">
      {draw.series.map((column, at) => (
        <span key={column}>
          <svg className="key" aria-hidden="true">
            {draw.kind === "line" ? (
              <line className={at === 0 ? "l1" : "lb"} x1="0" x2="10" y1="5" y2="5" />
            ) : (
              <rect className={tones[at]} width="10" height="10" rx="2" />
            )}
          </svg>
          {table.heads[column]}
        </span>
      ))}
    </span>
  );
}
