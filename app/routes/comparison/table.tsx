// biome-ignore-all lint/a11y/noRedundantRoles: as cards (display: grid) the elements lose their own roles; these keep them
import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { DateText } from "#app/ui/time.tsx";
import type { Opened } from "./compare.tsx";
import { FigureCell } from "./figure.tsx";

const numeric = new Set(["money", "years", "count", "rate", "days", "hours", "percent"]);

/** A column for each asset, a row for each metric; under 768 px each metric is a card. */
export function ComparisonTable({ opened }: { opened: Opened }) {
  const { devices, rows, period, isDifferent } = opened;
  const shown = isDifferent ? rows.filter(({ isSame }) => !isSame) : rows;
  const left = rows.length - shown.length;
  return (
    <section className="table-wrap compare" aria-label="Comparison">
      <p className="list-sums">
        <span>
          <DateText on={period.from} /> – <DateText on={period.to} />
        </span>
        {left > 0 && (
          <span>
            {plural(
              left,
              "1 metric that is the same is left out",
              "{n} metrics that are the same are left out",
            )}
          </span>
        )}
      </p>
      <div className="table-scroll">
        <table
          className="table table-cards table-static compare-table"
          role="table"
          aria-label="Assets side by side"
        >
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                Metric
              </th>
              {devices.map(({ id, assetCode, name, make, model, departmentName }) => (
                <th key={id} role="columnheader" scope="col">
                  <Link className="code" to={`/asset/detail/${id}`} prefetch="intent">
                    {assetCode}
                  </Link>
                  <span className="compare-name">{name}</span>
                  <small className="muted">{[make, model].filter(Boolean).join(" ")}</small>
                  <small className="muted">{departmentName}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {shown.map((row) => (
              <tr key={row.key} role="row">
                <th role="rowheader" scope="row" className="c-name">
                  {row.label}
                </th>
                {row.cells.map((cell, at) => (
                  <td
                    key={devices[at]!.id}
                    role="cell"
                    className={numeric.has(row.as) ? "c-due num" : "c-due"}
                    data-label={devices[at]!.assetCode}
                  >
                    <div>
                      <FigureCell cell={cell} row={row} at={at} />
                    </div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
