import { Link } from "react-router";
import { part } from "./scale.tsx";

type Props = {
  label: string;
  bars: readonly {
    label: string;
    /** The first bar is the one the chart is about; one below it is paler. */
    values: readonly (number | null)[];
    text: string;
    to?: string | null | undefined;
  }[];
  target?: number | undefined;
};

/** Bars below one another, each with its name before and its figure behind it. */
export function Bars({ label, bars, target }: Props) {
  const most = Math.max(
    1e-9,
    target ?? 0,
    ...bars.flatMap(({ values }) => values.map((value) => value ?? 0)),
  );
  return (
    <ul className="bars" aria-label={label}>
      {bars.map((bar) => (
        <li key={bar.label}>
          <span className="name">{bar.label}</span>
          <svg className="chart" aria-hidden="true">
            <rect className="cq" width="100%" height="12" rx="2" />
            {bar.values.map((value, at) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a series is its place
                key={at}
                className={at === 0 ? "c1" : "c3"}
                width={part((value ?? 0) / most)}
                y={bar.values.length > 1 ? at * 6 : 0}
                height={bar.values.length > 1 ? 5 : 12}
                rx="2"
              />
            ))}
            {target !== undefined && (
              <line
                className="now"
                x1={part(target / most)}
                x2={part(target / most)}
                y1="-3"
                y2="15"
              />
            )}
          </svg>
          <b>{bar.to ? <Link to={bar.to}>{bar.text}</Link> : bar.text}</b>
        </li>
      ))}
    </ul>
  );
}
