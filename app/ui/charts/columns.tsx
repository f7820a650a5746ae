import { type ReactNode, useState } from "react";
import { Panel } from "../page.tsx";

/** What a part of a column is: the series, one of those beside it, or a breach. */
export type Tone = "c1" | "c2" | "c3" | "c4" | "cb";
type Bar = {
  label: string;
  /** From the bottom up. */
  parts: readonly { value: number; tone: Tone }[];
  /** What stands over it, where the sum does not say it. */
  text?: string;
};

/** So many labels fit on a phone; of more every second one is left out there. */
const FEW = 8;
const TOP = 18;
const BASE = 150;
const share = (part: number) => `${Math.round(part * 10000) / 100}%`;

/** Columns side by side; sizes in percent, so that their words keep one size at any width. */
export function Columns({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const sums = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const most = Math.max(1, ...sums);
  const height = (value: number) => (value / most) * (BASE - TOP);
  return (
    <svg className="chart" role="img" aria-label={label}>
      <line className="axis" x1="0" x2="100%" y1={BASE} y2={BASE} />
      {bars.map((bar, at) => {
        const middle = share((at + 0.5) / bars.length);
        let top = BASE;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a month of each year has one name
          <g key={at}>
            {bar.parts.map(({ value, tone }) => {
              top -= height(value);
              return (
                value > 0 && (
                  <rect
                    key={tone}
                    className={tone}
                    x={share((at + 0.2) / bars.length)}
                    width={share(0.6 / bars.length)}
                    y={top.toFixed(1)}
                    height={height(value).toFixed(1)}
                  />
                )
              );
            })}
            {sums[at]! > 0 && (
              <text
                className={at % 2 && bars.length > FEW && bar.text?.[3] ? "val tight" : "val"}
                x={middle}
                y={(top - 5).toFixed(1)}
                textAnchor="middle"
              >
                {bar.text ?? sums[at]}
              </text>
            )}
            <text
              className={at % 2 && bars.length > FEW ? "minor" : undefined}
              x={middle}
              y={BASE + 18}
              textAnchor="middle"
            >
              {bar.label}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

type PanelProps = {
  title: string;
  /** What the chart says, in words. */
  say: ReactNode;
  children: ReactNode;
  aside?: ReactNode;
  /** The same as figures: what the rows are, what each column is, and the rows. */
  table: {
    of: string;
    heads: readonly string[];
    rows: readonly (readonly [string, ...ReactNode[]])[];
    /** Of many rows: what stands there until the table is opened, which is made only then. */
    before?: ReactNode;
  };
};

/** A chart with its sentence before it and its table after it. */
export function ChartPanel({ title, say, children, aside, table }: PanelProps) {
  const [isOpened, setOpened] = useState(table.before === undefined);
  return (
    <Panel title={title} actions={aside} className="chart-panel">
      <p className="chart-say">{say}</p>
      {children}
      <details className="chart-table" onToggle={() => setOpened(true)}>
        <summary aria-label={`Table of ${title}`}>Table</summary>
        {isOpened ? <Rows title={title} table={table} /> : table.before}
      </details>
    </Panel>
  );
}

const Rows = ({ title, table }: Pick<PanelProps, "title" | "table">) => (
  <table className="table" aria-label={title}>
    <thead>
      <tr>
        <th scope="col">{table.of}</th>
        {table.heads.map((head) => (
          <th key={head} scope="col" className="num">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {table.rows.map(([name, ...values]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {values.map((value, at) => (
            <td key={table.heads[at]} className="num">
              {value}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
