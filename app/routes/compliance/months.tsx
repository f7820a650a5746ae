import { Link, useLocation } from "react-router";
import { risks, type Tally } from "#app/shared/compliance.ts";
import { numberText } from "#app/shared/numbers.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { useFormat } from "#app/ui/format.ts";
import type { Column } from "#app/ui/list-columns.tsx";
import { listUrl } from "#app/ui/list-url.ts";
import { monthText } from "#app/ui/time.tsx";
import type { Compliance, MonthTally } from "#worker/domain/compliance/figures.ts";
import { percentText } from "./head.tsx";

const states = { open: "So far", closed: "Closed", settled: "Settled" } as const;
const counts = [
  ["Due", "due", "all"],
  ["On time", "onTime", "on_time"],
  ["Done late", "late", "late"],
  ["Not done", "notDone", "not_done"],
  ["Open", "open", "open"],
  ["Excluded", "excluded", "excluded"],
] as const satisfies readonly [string, keyof Tally, string][];

/** The months, newest first; each number leads to its rows. */
export function MonthTable({ figures, month: current }: { figures: Compliance; month: string }) {
  const { locale } = useFormat();
  const at = useLocation();
  const rows = figures.months
    .filter(({ due, excluded, month }) => due + excluded > 0 || month === current)
    .toReversed()
    .map((month) => ({ ...month, id: month.month }));
  type Row = MonthTally & { id: string };
  const to = (month: string, tab: string) =>
    `${listUrl(at, { month, tab: tab === "all" ? null : tab })}#rows`;
  const columns: Column<Row>[] = [
    {
      key: "month",
      label: "Month",
      card: "c-name",
      show: (row) => (
        <Link to={to(row.month, "all")} aria-current={row.month === current ? "true" : undefined}>
          {monthText(row.month)}
        </Link>
      ),
    },
    { key: "state", label: "State", card: "c-top", show: (row) => states[row.state] },
    {
      key: "percent",
      label: "Compliance",
      card: "c-state",
      numeric: true,
      show: (row) => <b>{percentText(row.percent, locale)}</b>,
    },
    {
      key: "of",
      label: "Of what was due",
      card: "c-meta",
      look: "c-meta only-phone",
      show: (row) => `${numberText(row.onTime, locale)} of ${numberText(row.due, locale)} on time`,
    },
    ...counts.map(
      ([label, key, tab]): Column<Row> => ({
        key,
        label,
        numeric: true,
        show: (row) =>
          row[key] ? (
            <Link to={to(row.month, tab)}>{numberText(row[key], locale)}</Link>
          ) : (
            numberText(0, locale)
          ),
      }),
    ),
    ...(Object.keys(risks) as (keyof typeof risks)[]).map(
      (risk): Column<Row> => ({
        key: risk,
        label: risks[risk].label,
        numeric: true,
        show: (row) => percentText(row.risks[risk].percent, locale),
      }),
    ),
  ];
  return (
    <div className="months">
      <DataTable label="PM compliance by month" rows={rows} columns={columns} sticky={false} />
    </div>
  );
}
