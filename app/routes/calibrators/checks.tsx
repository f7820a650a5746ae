import { Link } from "react-router";
import {
  type CheckSeries,
  checkWords,
  linesAt,
  saidOfChecks,
  seriesName,
} from "#app/shared/calibration/check-series.ts";
import {
  type DriftSeries,
  halfWidthOf,
  largestChange,
  saidOfDrift,
  takenFigure,
} from "#app/shared/calibration/drift.ts";
import { yearLabel } from "#app/shared/calibration/year-label.ts";
import { measured } from "#app/shared/metrology/measured.ts";
import { plural } from "#app/shared/plural.ts";
import { ChartPanel } from "#app/ui/charts/columns.tsx";
import { DriftChart } from "#app/ui/charts/drift.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Panel } from "#app/ui/page.tsx";
import { EmptyState } from "#app/ui/states.tsx";
import { dateText, monthText, useDates } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { History } from "#worker/domain/calibrators/history.ts";
import { ControlChart } from "./control-chart.tsx";
import "../../css/control-charts.css";

type Props = {
  history: History;
  calibrator: { id: string; status: string };
};

const monthOf = (on: string) => monthText(on.slice(0, 7));
/** The checks of a standard between its calibrations, beside how its corrections drift: a chart for each point. */
export function CheckPanels({ history, calibrator }: Props) {
  const { series, drifts, hasMore } = history;
  const checked = new Set(series.map(({ key }) => key));
  const alone = drifts.filter(({ key }) => !checked.has(key));
  const first = series.length === 0 ? alone[0] : undefined;
  const rest = first ? alone.slice(1) : alone;
  return (
    <>
      {series.map((one) => {
        const drift = drifts.find(({ key }) => key === one.key);
        const chart = <CheckPanel key={one.key} series={one} {...{ history, calibrator }} />;
        return drift ? (
          <div className="cols cols-cc" key={one.key}>
            {chart}
            <DriftPanel series={drift} />
          </div>
        ) : (
          chart
        );
      })}
      {series.length === 0 && (
        <div className={first ? "cols cols-cc" : undefined}>
          <NoChecks {...{ history, calibrator }} />
          {first && <DriftPanel series={first} />}
        </div>
      )}
      {hasMore && (
        <p>
          <Link to={`/calibrator/checks/${calibrator.id}`}>All checks</Link>
        </p>
      )}
      {rest.length > 0 && <DriftTable series={rest} />}
    </>
  );
}

const mayCheck = ({ history, calibrator }: Props) =>
  history.may.check && calibrator.status !== "retired";

function NoChecks(props: Props) {
  const { to } = useDialog();
  return (
    <Panel title="Checks" flush>
      <EmptyState
        panel={false}
        title="No checks yet"
        text="Between two calibrations a standard is checked against another one. Each check is kept, and shown here with its limits; one that fails puts the standard into quarantine."
        action={
          mayCheck(props) && (
            <Link className="btn btn-primary" to={to({ do: "check" })} preventScrollReset>
              Record check
            </Link>
          )
        }
      />
    </Panel>
  );
}

function CheckPanel({ series, history, calibrator }: Props & { series: CheckSeries }) {
  const { date } = useDates();
  const { to } = useDialog();
  const { points, unit, key } = series;
  const [first, last] = [points[0]!, points.at(-1)!];
  const title = `Checks of ${seriesName(series)}`;
  const say = saidOfChecks(series);
  const { low, high } = linesAt(last);
  const text = (of: (typeof points)[number]) =>
    `${date(of.on)}: ${measured(of.value, unit)} against ${measured(of.reference, unit)}, ${checkWords[of.result].toLowerCase()}`;
  const times = plural(
    points.length,
    `One check on ${date(last.on)}`,
    `{n} checks from ${date(first.on)} to ${date(last.on)}`,
  );
  return (
    <ChartPanel
      title={title}
      say={say}
      aside={
        <>
          <span className="muted hide-phone">{limitsText(series, history)}</span>
          {mayCheck({ history, calibrator }) && (
            <Link
              className="btn btn-sm"
              to={to({ do: "check", on: key })}
              preventScrollReset
              aria-label={`Record check of ${seriesName(series)}`}
            >
              <Icon name="plus" />
              Check
            </Link>
          )}
        </>
      }
      table={{
        of: "Day",
        heads: ["Value", "Reference", "Limit", "Result"],
        rows: points
          .map((one, at): [string, ...string[]] => [
            points.slice(0, at).some(({ on }) => on === one.on)
              ? `${date(one.on)} (${at + 1})`
              : date(one.on),
            measured(one.value, unit),
            measured(one.reference, unit),
            `±${measured(one.limit, unit)}`,
            checkWords[one.result],
          ])
          .toReversed(),
        before: <Link to={`/calibrator/checks/${calibrator.id}`}>All checks</Link>,
      }}
    >
      <ControlChart
        key={last.id}
        series={series}
        label={`${times}, limits ${measured(low, unit)} and ${measured(high, unit)}. ${say}`}
        certificates={history.certificates.map(({ on }) => on)}
        month={monthOf}
        text={text}
        failed={`${measured(last.value, unit)}, fail`}
      />
    </ChartPanel>
  );
}

/** The limits of the last check, and what it was compared with. */
function limitsText({ points, unit, key }: CheckSeries, { checkStandard, series }: History) {
  const limits = measured(points.at(-1)!.limit, unit);
  return checkStandard && key === series[0]?.key
    ? `check standard ${checkStandard.label}, limits ±${limits}`
    : `limits ±${limits}`;
}

/** Figures of one certificate after another, told to who does not see the chart. */
const driftLabel = ({ points, unit }: DriftSeries, say: string) => {
  const each = points.map(
    ({ on, correction, u }) =>
      `${dateText(on)} ${measured(correction, unit)} ±${measured(u, unit)}`,
  );
  return `${each.join("; ")}. ${say}`;
};

function DriftPanel({ series }: { series: DriftSeries }) {
  const { date } = useDates();
  const { points, unit, taken } = series;
  const say = saidOfDrift(series);
  return (
    <ChartPanel
      title={`Drift of ${seriesName(series)}`}
      say={say}
      table={{
        of: "Certificate",
        heads: ["Calibrated", "Correction", "U"],
        rows: points.map(({ certificateNo, on, correction, u, k }) => [
          certificateNo,
          date(on),
          measured(correction, unit),
          `±${measured(u, unit)} (k = ${k})`,
        ]),
      }}
    >
      <DriftChart
        label={driftLabel(series, say)}
        points={points.map(({ id, on, correction, u }) => ({
          ...{ id, under: yearLabel(on, points), value: Number(correction), u: Number(u) },
        }))}
        band={taken?.kind === "from_history" ? halfWidthOf(series) : null}
      />
    </ChartPanel>
  );
}

/** Points without a chart of their own. */
function DriftTable({ series }: { series: readonly DriftSeries[] }) {
  return (
    <Panel title="Drift at other points" flush>
      <DataTable
        label="Drift at other points"
        sticky={false}
        rows={series.map((one) => ({ ...one, id: one.key }))}
        columns={[
          { key: "point", label: "Point", card: "c-name", show: seriesName },
          {
            key: "certificates",
            label: "Certificates",
            card: "c-due",
            numeric: true,
            show: ({ points }) => points.length,
          },
          {
            key: "last",
            label: "Last correction",
            card: "c-due",
            numeric: true,
            show: ({ points, unit }) => measured(points.at(-1)!.correction, unit),
          },
          {
            key: "change",
            label: "Largest change",
            card: "c-due",
            numeric: true,
            show: ({ points, unit }) => {
              const change = largestChange(points)?.change;
              return change ? measured(change, unit) : <span className="quiet">–</span>;
            },
          },
          {
            key: "taken",
            label: "Drift in budgets",
            card: "c-due",
            show: (one) => takenFigure(one) ?? <span className="quiet">–</span>,
          },
        ]}
      />
    </Panel>
  );
}
