import { Link } from "react-router";
import { checkWords, seriesName } from "#app/shared/calibration/check-series.ts";
import { measured } from "#app/shared/metrology/measured.ts";
import type { UnitCode } from "#app/shared/metrology/units.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ListPage } from "#app/ui/list-page.tsx";
import { PageHead } from "#app/ui/page.tsx";
import { checksPage } from "#worker/domain/calibrators/check-list.ts";
import { sessionContext } from "#worker/web/context.ts";
import type { Route } from "./+types/check-list";
import { CheckBadge } from "./check-badge.tsx";
import { StatusBadge } from "./words.tsx";

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  checksPage(context.get(sessionContext), params.id, new URL(request.url).searchParams);

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `Checks of ${loaderData?.calibrator.calibratorNo ?? "a calibrator"} - Plumbline` },
];

type Row = Route.ComponentProps["loaderData"]["rows"][number];
const unitOf = (row: Row) => row.unit as UnitCode;
const results = Object.entries(checkWords).map(([value, label]) => ({ value, label }));

export default function CheckList({ loaderData }: Route.ComponentProps) {
  const { calibrator, may } = loaderData;
  const record = may.check && calibrator.status !== "retired" && (
    <Link className="btn btn-primary" to={`/calibrator/${calibrator.id}?do=check`}>
      <Icon name="plus" />
      Record check
    </Link>
  );
  return (
    <>
      <PageHead
        isWide
        title={`Checks of ${calibrator.name}`}
        crumbs={[
          { label: "Calibrator", to: "/calibrations" },
          {
            label: <span className="code">{calibrator.calibratorNo}</span>,
            to: `/calibrator/${calibrator.id}`,
          },
        ]}
        badges={<StatusBadge status={calibrator.status} />}
        actions={record}
      />
      <ListPage
        title="Checks"
        head={false}
        result={loaderData}
        filters={[{ key: "result", label: "Result", options: results }]}
        {...(may.export ? { exportHref: `/calibrator/checks/${calibrator.id}/export.csv` } : {})}
        empty={{
          title: "No checks yet",
          text: "Between two calibrations a standard is checked against another one. What was recorded stays as it is.",
          action: record,
        }}
        columns={[
          { key: "day", label: "Day", card: "c-top", as: "day", field: "checkedOn" },
          {
            key: "point",
            label: "Point",
            card: "c-name",
            show: (row) => seriesName({ ...row, unit: unitOf(row) }),
          },
          {
            key: "value",
            label: "Value",
            card: "c-due",
            numeric: true,
            show: (row) => measured(row.value, unitOf(row)),
          },
          {
            key: "reference",
            label: "Reference",
            card: "c-due",
            numeric: true,
            show: (row) => measured(row.reference, unitOf(row)),
          },
          {
            key: "limit",
            label: "Limit",
            card: "c-due",
            numeric: true,
            show: (row) => `±${measured(row.limitValue, unitOf(row))}`,
          },
          {
            key: "result",
            label: "Result",
            card: "c-state",
            show: (row) => <CheckBadge result={row.result} />,
          },
          { key: "standard", label: "Check standard", as: "code", field: "checkStandardNo" },
          { key: "person", label: "Person", card: "c-meta", field: "actorName" },
          { key: "note", label: "Note", field: "note", optional: true },
        ]}
      />
    </>
  );
}
