import { Link } from "react-router";
import { ChartPanel, Columns } from "#app/ui/charts/columns.tsx";
import { Panel } from "#app/ui/page.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { Chart, ComplianceRing } from "#worker/domain/dashboard/blocks.ts";
import type { Dashboard } from "./dashboard.tsx";

type Assets = NonNullable<Dashboard["assets"]>;

/** A chart of columns. */
export const Drawn = ({ title, say, label, keys, table, bars, countedAt }: Chart) => (
  <ChartPanel
    title={title}
    say={
      <>
        <b>{say[0]}</b>
        {say[1]}
        {keys.length > 0 && (
          <span className="legend">
            {keys.map((key) => (
              <span key={key.label}>
                <Key tone={key.tone} />
                {key.label}
              </span>
            ))}
          </span>
        )}
      </>
    }
    aside={
      countedAt !== null && (
        <span className="muted">
          Counted <TimeText at={countedAt} />
        </span>
      )
    }
    table={table}
  >
    <Columns label={label} bars={bars} />
  </ChartPanel>
);

const Key = ({ tone }: { tone: string }) => (
  <svg className="key" aria-hidden="true">
    <rect className={tone} width="10" height="10" rx="2" />
  </svg>
);

/** PM done on time of those due: a ring for each risk. */
export const Rings = ({
  rows,
  months,
  to,
}: {
  rows: ComplianceRing[];
  months: string;
  to: string;
}) => (
  <Panel
    title="PM compliance"
    actions={
      <>
        <span className="muted">{months}</span>
        <Link to={to}>All dates</Link>
      </>
    }
  >
    <ul className="rings">
      {rows.map(({ risk, label, due, onTime, percent: share }) => {
        return (
          <li key={risk}>
            <svg viewBox="0 0 36 36" aria-hidden="true">
              <circle className="c2" cx="18" cy="18" r="15" />
              <circle
                className="c1"
                cx="18"
                cy="18"
                r="15"
                pathLength="100"
                strokeDasharray={`${share ?? 0} 100`}
              />
            </svg>
            <b>{share === null ? "n/a" : `${share} %`}</b>
            <span>{label}</span>
            <span className="muted">{due ? `${onTime} of ${due}` : "None due"}</span>
          </li>
        );
      })}
    </ul>
  </Panel>
);

/** How many devices work, work with limits, and do not. */
export function Condition({ assets }: { assets: Assets }) {
  const [working, limited, notWorking] = assets.conditions;
  if (working == null || limited == null || notWorking == null) return null;
  const all = Math.max(1, working + limited + notWorking);
  const parts = [
    { label: "Working", value: working, tone: "c1", to: "working" },
    { label: "Working, limited", value: limited, tone: "ca", to: "working_limited" },
    { label: "Not working", value: notWorking, tone: "cb", to: "not_working" },
  ];
  let from = 0;
  return (
    <Panel title="Condition" className="chart-panel">
      <p className="chart-say">
        <b>{Math.round((100 * working) / all)} % working</b>, {limited} working with limits,{" "}
        {notWorking} not working.
      </p>
      <svg className="chart share" aria-hidden="true">
        {parts.map(({ value, tone }) => {
          const x = from;
          from += (100 * value) / all;
          return (
            value > 0 && (
              <rect
                key={tone}
                className={tone}
                x={`${x.toFixed(2)}%`}
                width={`${((100 * value) / all).toFixed(2)}%`}
                height="16"
              />
            )
          );
        })}
      </svg>
      <ul className="share-list">
        {parts.map(({ label, value, tone, to }) => (
          <li key={label}>
            <Key tone={tone} />
            <Link to={`/all-assets?condition=${to}`} prefetch="intent">
              {label}
            </Link>
            <b>{value}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
