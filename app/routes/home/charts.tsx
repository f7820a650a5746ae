import { Link } from "react-router";
import { addDays } from "#app/shared/company-time.ts";
import { ChartPanel, Columns } from "#app/ui/chart.tsx";
import { Panel } from "#app/ui/page.tsx";
import { dateText, monthText, TimeText, useDates } from "#app/ui/time.tsx";
import type { Dashboard } from "./dashboard.tsx";

type Assets = NonNullable<Dashboard["assets"]>;

const Counted = ({ at }: { at: number | null }) =>
  at === null ? null : (
    <span className="muted">
      Counted <TimeText at={at} />
    </span>
  );

/** PM by week: what is overdue, and what falls due in the weeks to come. */
export function PmByWeek({ assets }: { assets: Assets }) {
  const { date } = useDates();
  const { weeks, overdue, overdueCapped, countedAt } = assets;
  const last = weeks.at(-1);
  if (!last) return null;
  const late = overdueCapped ? `${overdue}+` : String(overdue);
  const ahead = weeks.reduce((sum, { due }) => sum + due, 0);
  const until = date(addDays(last.monday, 6));
  return (
    <ChartPanel
      title="PM due by week"
      say={
        <>
          <b>{late} overdue</b>, {weeks[0]!.due} due this week, {ahead} due by {until}.
        </>
      }
      aside={<Counted at={countedAt} />}
      table={{
        of: "Week from",
        heads: ["PM due"],
        rows: [["Overdue", late], ...weeks.map(({ monday, due }) => [date(monday), due] as const)],
      }}
    >
      <Columns
        label={`PM overdue and due by week until ${until}`}
        bars={[
          { label: "Overdue", parts: [{ value: overdue, tone: "cb" }], text: late },
          ...weeks.map(({ monday, due }) => ({
            label: dateText(monday, "DD MMM"),
            parts: [{ value: due, tone: "c1" as const }],
          })),
        ]}
      />
    </ChartPanel>
  );
}

/** Service reports of the last months by type. */
export function ReportsByMonth({ months }: { months: NonNullable<Assets["months"]> }) {
  const rows = months.months;
  const now = rows.at(-1)!;
  if (!rows.some(({ pm, other }) => pm + other > 0)) return null;
  return (
    <ChartPanel
      title="Service reports by month"
      say={
        <>
          <b>{now.pm + now.other} this month</b>: {now.pm} PM, {now.other} other.
          <span className="legend">
            <Key tone="c1">PM</Key>
            <Key tone="c2">Other</Key>
          </span>
        </>
      }
      aside={<Counted at={months.countedAt} />}
      table={{
        of: "Month",
        heads: ["PM", "Other"],
        rows: rows.map(({ month, pm, other }) => [monthText(month), pm, other] as const),
      }}
    >
      <Columns
        label="Service reports by month and type"
        bars={rows.map(({ month, pm, other }) => ({
          label: dateText(`${month}-01`, "MMM"),
          parts: [
            { value: pm, tone: "c1" },
            { value: other, tone: "c2" },
          ],
        }))}
      />
    </ChartPanel>
  );
}

const Key = ({ tone, children }: { tone: string; children: string }) => (
  <span>
    <svg className="key" aria-hidden="true">
      <rect className={tone} width="10" height="10" rx="2" />
    </svg>
    {children}
  </span>
);

/** How many devices work, work with limits, and do not. */
export function Condition({ assets }: { assets: Assets }) {
  if (!assets.whole) return null;
  const { working, limited, notWorking } = assets.whole;
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
            <svg className="key" aria-hidden="true">
              <rect className={tone} width="10" height="10" rx="2" />
            </svg>
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
