import { Fragment } from "react";
import { Link } from "react-router";
import { figureText } from "#app/shared/figure-text.ts";
import type { KeyFigure } from "#app/shared/statistics.ts";
import { Sparkline } from "#app/ui/charts/sparkline.tsx";
import { useTexts } from "#app/ui/charts/texts.ts";
import { useFormat } from "#app/ui/format.ts";
import { Readout } from "#app/ui/page.tsx";

/** The figures at the head, each with its course by month; below them how each is computed, and their table. */
export function KeyFigures({
  figures,
  months,
}: {
  figures: readonly KeyFigure[];
  /** The names of the months. */
  months: readonly string[];
}) {
  const format = useFormat();
  const { cell } = useTexts();
  return (
    <>
      <Readout
        label="Figures of the period"
        fill
        figures={figures.map(({ label, value, unit, note, to, months: course }) => ({
          ...{ label, value },
          ...(unit ? { unit } : {}),
          note: (
            <span className="spark-note">
              {note}
              <Sparkline values={course} />
            </span>
          ),
          ...(to ? { to } : {}),
        }))}
      />
      <details className="chart-how figures-how">
        <summary>How are these computed?</summary>
        <dl>
          {figures.map(({ label, how }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <p className="formula">{how.formula}</p>
                <p>{how.text}</p>
                <p>
                  {how.numbers.map((one, at) => (
                    <Fragment key={one.name}>
                      {at > 0 && ", "}
                      {one.name} = {one.to ? <Link to={one.to}>{cell(one)}</Link> : cell(one)}
                    </Fragment>
                  ))}
                </p>
              </dd>
            </div>
          ))}
        </dl>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keys */}
        <section className="figures-table" tabIndex={0} aria-label="Figures by month">
          <table className="table table-static">
            <thead>
              <tr>
                <th scope="col">Month</th>
                {figures.map(({ label }) => (
                  <th key={label} scope="col" className="num">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {months.map((month, at) => (
                <tr key={month}>
                  <th scope="row">{month}</th>
                  {figures.map(({ label, as, months: course }) => (
                    <td key={label} className="num">
                      {typeof course[at] === "number" ? figureText(course[at], as, format) : "n/a"}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}
