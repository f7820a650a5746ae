import { Link } from "react-router";
import { monthText } from "#app/shared/dates.ts";
import { measured } from "#app/shared/metrology/measured.ts";
import { type UnitCode, units } from "#app/shared/metrology/units.ts";
import { ChartPanel } from "#app/ui/charts/columns.tsx";
import { DriftChart } from "#app/ui/charts/drift.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { Panel } from "#app/ui/page.tsx";
import { DateText, useDates } from "#app/ui/time.tsx";
import type { CalibrationOfAsset, ErrorTrend } from "#worker/domain/assets/calibration-tab.ts";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import { DueBadge } from "../calibrators/words.tsx";
import { CertificateBadge } from "../certificates/words.tsx";
import { InhouseBadge, OutcomeBadge } from "../inhouse/words.tsx";
import { VerdictBadge } from "../procedures/figures.tsx";
import "#app/css/control-charts.css";
import "#app/css/inhouse.css";

const columns = (today: string): Column<CalibrationOfAsset>[] => [
  { key: "inhouseNo", label: "Number", card: "c-top", as: "code" },
  { key: "performedOn", label: "Date", card: "c-name", as: "day" },
  { key: "technicianName", label: "Technician", card: "c-meta" },
  {
    key: "nextDueOn",
    label: "Next due",
    show: (row) => <DueBadge dueOn={row.nextDueOn} today={today} />,
  },
  {
    key: "outcome",
    label: "Outcome",
    card: "c-state",
    show: (row) => (row.outcome ? <OutcomeBadge outcome={row.outcome} /> : ""),
  },
  {
    key: "status",
    label: "Status",
    card: "c-due",
    show: (row) => <InhouseBadge status={row.status} calm />,
  },
];

type Shown = NonNullable<AssetDetail["shown"]["calibration"]>;
type Props = Shown & { assetId: string; today: string; mayUse: boolean };

/** The calibrations of a device, its certificates, and how its errors went. */
export function CalibrationTab({
  list,
  trends,
  certificates,
  mayBegin,
  assetId,
  today,
  mayUse,
}: Props) {
  const begin = mayBegin && mayUse && (
    <Link className="btn btn-sm" to={`/inhouse-calibration/create?asset=${assetId}`}>
      <Icon name="gauge" />
      Calibrate
    </Link>
  );
  return (
    <>
      <ListPage
        title="Calibrations"
        head={false}
        result={list}
        columns={columns(today)}
        rowHref={(row) => `/inhouse-calibration/${row.id}`}
        empty={{
          title: "No in-house calibrations yet",
          text: "What was measured of this device, with which standards and what came of it.",
          action: begin,
        }}
      >
        {list.rows.length > 0 && begin && <div>{begin}</div>}
      </ListPage>
      {trends.length > 0 && (
        <div className="cols cols-2">
          {trends.map((trend) => (
            <Trend key={trend.key} trend={trend} />
          ))}
        </div>
      )}
      {certificates.length > 0 && (
        <Panel title="Certificates">
          <ul className="inhouse-certificates">
            {certificates.map(({ id, name, status, conformity, calEndOn }) => (
              <li key={id}>
                <Link to={`/certificate-report/${id}`}>{name}</Link>
                <DateText on={calEndOn} />
                {conformity && <VerdictBadge verdict={conformity} />}
                <CertificateBadge status={status} calm />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

const SAY =
  "Error with its expanded uncertainty, at the point that came nearest to its limits the last time.";

/** The errors of one point over the years. */
function Trend({ trend: { parameter, point, unit, series } }: { trend: ErrorTrend }) {
  const { date } = useDates();
  const { symbol } = units[unit as UnitCode];
  const figure = (text: string | null) => (text === null ? "–" : measured(text, unit as UnitCode));
  const told = series.map(({ on, error, u }) => `${date(on)} ${figure(error)} ±${figure(u)}`);
  return (
    <ChartPanel
      title={symbol ? `${parameter}, ${point}, in ${symbol}` : `${parameter}, ${point}`}
      say={SAY}
      table={{
        of: "Calibration",
        heads: ["Error", "U"],
        rows: series.map(({ no, error, u }) => [no, figure(error), figure(u)]),
      }}
    >
      <DriftChart
        label={told.join("; ")}
        points={series.map(({ id, on, error, u }) => ({
          ...{ id, under: monthText(on.slice(0, 7)), value: Number(error), u: Number(u ?? 0) },
        }))}
        band={null}
      />
    </ChartPanel>
  );
}
