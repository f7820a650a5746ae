import { useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { Chart } from "#app/shared/statistics.ts";
import { ChartPanel } from "#app/ui/charts/columns.tsx";
import { Drawing } from "#app/ui/charts/drawing.tsx";
import { Legend } from "#app/ui/charts/legend.tsx";
import { useTexts } from "#app/ui/charts/texts.ts";
import { Icon } from "#app/ui/icon.tsx";

/** A chart with its sentence, its picture, how it is computed, and its table, whose numbers open the rows behind them. */
export function FigurePanel({ chart, mayExport }: { chart: Chart; mayExport: boolean }) {
  const { cell } = useTexts();
  const { table, how, title, say, key, draw, more } = chart;
  return (
    <div className={chart.width}>
      <ChartPanel
        title={title}
        aside={
          <>
            <Legend chart={chart} />
            {mayExport && <Files of={key} title={title} isPicture={draw !== null} />}
          </>
        }
        say={say}
        table={{
          of: table.of,
          heads: table.heads,
          rows: table.rows.map(
            ({ label, cells }) =>
              [
                label,
                ...cells.map((one, at) =>
                  one.to ? (
                    <Link key={table.heads[at]} to={one.to}>
                      {cell(one)}
                    </Link>
                  ) : (
                    cell(one)
                  ),
                ),
              ] as const,
          ),
        }}
      >
        <div className="chart-picture">
          <Drawing chart={chart} />
        </div>
        {more && (
          <p>
            <Link to={more.to}>{more.text}</Link>
          </p>
        )}
        <details className="chart-how">
          <summary aria-label={`How is this computed? ${title}`}>How is this computed?</summary>
          <p className="formula">{how.formula}</p>
          <p>{how.text}</p>
        </details>
      </ChartPanel>
    </div>
  );
}

/** The chart as a file: its table, and where it is drawn its picture. */
function Files({ of, title, isPicture }: { of: string; title: string; isPicture: boolean }) {
  const { search } = useLocation();
  const box = useRef<HTMLSpanElement>(null);
  const [isBusy, setBusy] = useState(false);
  const params = new URLSearchParams(search);
  params.set("chart", of);
  const picture = async () => {
    const chart = box.current?.closest(".panel")?.querySelector(".chart-picture");
    if (!chart) return;
    setBusy(true);
    const { keepPicture } = await import("#app/ui/charts/picture.ts");
    await keepPicture(chart, title);
    setBusy(false);
  };
  return (
    <span className="hide-phone" ref={box}>
      <a
        className="btn btn-sm btn-ghost"
        href={`/statics/chart.csv?${params}`}
        aria-label={`CSV of ${title}`}
        download
      >
        <Icon name="dl" />
        CSV
      </a>
      {isPicture && (
        <button
          className="btn btn-sm btn-ghost needs-scripts"
          type="button"
          aria-label={`PNG of ${title}`}
          disabled={isBusy}
          onClick={picture}
        >
          PNG
        </button>
      )}
    </span>
  );
}
