import { Link } from "react-router";
import { assetRules } from "#app/shared/flows/assets.ts";
import { isPossible, type Mover, movesOf, whyNot } from "#app/shared/flows/rules.ts";
import { reportRules } from "#app/shared/flows/service-reports.ts";
import type { ListResult } from "#app/shared/list.ts";
import { plural } from "#app/shared/plural.ts";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { MoveEntries } from "#app/ui/move-entries.tsx";
import { MoveDialog } from "#app/ui/moves.tsx";
import { Badge } from "#app/ui/page.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { AssetDetail } from "#worker/domain/assets/detail.ts";
import type { Raising, ReportRow } from "#worker/domain/assets/reports-tab.ts";
import type { DeviceCall } from "#worker/domain/service-calls/read.ts";
import { CallDialog } from "./calls-panel.tsx";
import { RaiseCall } from "./raise-call.tsx";

const columns: Column<ReportRow>[] = [
  { key: "ticket", label: "Service Ticket No", card: "c-top", as: "code", field: "serviceTicket" },
  { key: "date", label: "Date", card: "c-state", as: "day", field: "serviceOn" },
  { key: "type", label: "Type", look: "c-meta", show: (row) => <Kind row={row} /> },
  { key: "by", label: "Done By", card: "c-meta", wide: 2, field: "doneBy" },
  { key: "checks", label: "Checks", card: "c-due", show: (row) => <Checks row={row} /> },
  { key: "parts", label: "Parts cost", wide: 1, as: "money", field: "partsCostMinor" },
  { key: "service", label: "Service Cost", optional: true, as: "money", field: "serviceCostMinor" },
  {
    key: "total",
    label: "Total Cost",
    card: "c-due",
    keep: true,
    as: "money",
    field: "totalCostMinor",
  },
  { key: "media", label: "Media", wide: 2, show: (row) => <Media row={row} /> },
];

type Props = {
  list: ListResult<ReportRow>;
  /** Those one of which a report has just answered. */
  calls: DeviceCall[];
  asset: AssetDetail["asset"];
  /** That whose checks are to raise a service call. */
  raising: Raising | null;
  may: { export: boolean; raise: boolean; mover: Mover };
  problem: Refused | undefined;
};

/** A device's service/PM reports, newest first. */
export function ReportsTab({ list, calls, raising, asset, may, problem }: Props) {
  const { to, asked } = useDialog();
  const open = list.rows.find(({ id }) => id === asked("on"));
  const answered = calls.find(({ id }) => id === asked("on"));
  const isFinal = whyNot(assetRules, "report", asset, may.mover) !== null;
  const mayRaise = may.raise && !["condemned", "disposed"].includes(asset.lifecycle);
  const offered = (row: ReportRow) => ({
    id: row.id,
    moves: movesOf(reportRules, row, may.mover).filter(({ move }) => !isFinal || move === "edit"),
  });
  return (
    <>
      <ListPage
        title="Service Report"
        head={false}
        result={list}
        {...(may.export ? { exportHref: `/asset/detail/${asset.id}/reports.csv` } : {})}
        columns={columns}
        rowHref={(row) => `/asset/service-report/print/${row.id}`}
        rowActions={(row) => (
          <RowMenu label={`Actions for ${row.serviceTicket}`}>
            <MenuLink to={`/asset/service-report/print/${row.id}`} icon="eye" prefetch="intent">
              View and print
            </MenuLink>
            {mayRaise && row.checksNo > 0 && !row.raisedCallNumber && !row.cancelledAt && (
              <MenuLink to={to({ do: "raise-call", on: row.id })} icon="call">
                Raise a service call
              </MenuLink>
            )}
            <MoveEntries of={offered(row)} rules={reportRules} />
          </RowMenu>
        )}
        empty={{
          title: "No service reports yet",
          text: "Each PM and repair of this device, with its checks, parts and costs.",
          action: isPossible(asset.moves, "report") && (
            <Link className="btn btn-primary" to={assetRules.moves.report.page(asset.id)}>
              Create Service Report
            </Link>
          ),
        }}
      />
      {answered && (
        <CallDialog
          call={answered}
          done={list.rows.find(({ breakdownId }) => breakdownId === answered.id)?.actionTaken}
          keep="Not yet"
          problem={problem}
        />
      )}
      {raising && mayRaise && <RaiseCall report={raising} asset={asset} problem={problem} />}
      {open && (
        <MoveDialog
          of={offered(open)}
          rules={reportRules}
          name={open.serviceTicket}
          isOneOfMany
          intent={(move) => `report-${move}`}
          hidden={{ report: open.id }}
          fields={() => (
            <p className="muted">
              {open.partsCostMinor > 0 && "Its parts go back to stock. "}It stays readable, marked
              as cancelled, and counts in no cost or date.{" "}
              {open.conditionAfter && "The condition it gave the device stays. "}This cannot be
              undone.
            </p>
          )}
          keep="Keep report"
          problem={problem}
        />
      )}
    </>
  );
}

const Kind = ({ row: { serviceType, cancelledAt, lockedAt } }: { row: ReportRow }) => (
  <span className="badges">
    <span>{serviceType === "pm" ? "PM" : "Other"}</span>
    {(cancelledAt || lockedAt) && (
      <Badge tone="hold" icon={cancelledAt ? "cross" : "lock"}>
        {cancelledAt ? "Cancelled" : "Locked"}
      </Badge>
    )}
  </span>
);

function Checks({ row: { checksYes, checksNo, checksNa, raisedCallNumber } }: { row: ReportRow }) {
  const all = checksYes + checksNo + checksNa;
  if (all === 0) return <span className="quiet">–</span>;
  if (checksNo > 0)
    return (
      <span className="check-result">
        <Badge tone="overdue" icon="x" title={`${checksYes} Yes, ${checksNo} No, ${checksNa} N/A`}>
          {checksNo} No of {all}
        </Badge>
        {raisedCallNumber && <span className="code">{raisedCallNumber}</span>}
      </span>
    );
  return (
    <span className="due" title={`${checksYes} Yes, ${checksNa} N/A`}>
      <Icon name="ok" size="s" />
      <span className="tn">
        {checksYes} of {checksYes + checksNo}
      </span>
    </span>
  );
}

/** One file opens; several are seen on the report. */
function Media({ row: { id, mediaId, mediaName, fileCount, photoCount } }: { row: ReportRow }) {
  if (fileCount === 0) return <span className="quiet">–</span>;
  if (fileCount > 1 || !mediaId)
    return (
      <Link className="nowrap" to={`/asset/service-report/print/${id}#files`}>
        {photoCount === fileCount
          ? plural(fileCount, "1 photo", "{n} photos")
          : plural(fileCount, "1 file", "{n} files")}
      </Link>
    );
  return (
    <a
      className="btn btn-ghost btn-sm btn-icon"
      href={`/media/${mediaId}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open ${mediaName}`}
    >
      <Icon name="file" />
    </a>
  );
}
