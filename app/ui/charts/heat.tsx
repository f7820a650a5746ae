import { extent } from "d3-array";
import { scaleQuantize } from "d3-scale";
import { Link } from "react-router";

type Props = {
  label: string;
  of: string;
  heads: readonly string[];
  rows: readonly {
    label: string;
    cells: readonly { value: number; to?: string | null | undefined }[];
  }[];
};

/** A table whose cells are the darker the more they hold; the numbers stand in them. */
export function Heat({ label, of, heads, rows }: Props) {
  const [, most = 1] = extent(rows.flatMap(({ cells }) => cells.map(({ value }) => value)));
  const step = scaleQuantize([0, Math.max(1, most ?? 1)], [0, 1, 2, 3, 4]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, also by keys
    <section className="heat-wrap" tabIndex={0} aria-label={label}>
      <table className="heat" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{of}</span>
            </th>
            {heads.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a month of each year has one name
              <th key={at} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {row.cells.map(({ value, to }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place in time
                <td key={at} className={value ? `h${step(value)}` : undefined}>
                  {to ? <Link to={to}>{value}</Link> : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
