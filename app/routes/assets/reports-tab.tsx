import { Link } from "react-router";
import { type Mover, movesOf } from "#app/shared/flows/rules.ts";
import { reportRules } from "#app/shared/flows/service-reports.ts";
import type { ListResult } from "#app/shared/list.ts";
import type { Refused } from "#app/ui/form.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { Money } from "#app/ui/money.tsx";
import { MoveDialog, MoveEntries } from "#app/ui/moves.tsx";
import { Badge } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { ReportRow } from "#worker/domain/assets/reports-tab.ts";

const columns: Column<ReportRow>[] = [
  {
    key: "ticket",
    label: "Service Ticket No",
    card: "c-top",
    show: (row) => <span className="code">{row.serviceTicket}</span>,
  },
  { key: "date", label: "Date", card: "c-state", show: (row) => <DateText on={row.serviceOn} /> },
  { key: "type", label: "Type", card: "c-meta", show: (row) => <Kind row={row} /> },
  { key: "by", label: "Done By", card: "c-meta", show: (row) => row.doneBy },
  { key: "checks", label: "Checks", card: "c-due", show: (row) => <Checks row={row} /> },
  {
    key: "parts",
    label: "Parts cost",
    card: "c-hide",
    numeric: true,
    show: (row) => <Money minor={row.partsCostMinor} />,
  },
  {
    key: "service",
    label: "Service Cost",
    card: "c-hide",
    numeric: true,
    show: (row) => <Money minor={row.serviceCostMinor} />,
  },
  {
    key: "total",
    label: "Total Cost",
    card: "c-due",
    numeric: true,
    keep: true,
    show: (row) => <Money minor={row.totalCostMinor} />,
  },
  {
    key: "action",
    label: "Action Taken",
    card: "c-hide",
    clip: true,
    optional: true,
    show: (row) => row.actionTaken,
  },
  { key: "media", label: "Media", card: "c-hide", keep: true, show: (row) => <Media row={row} /> },
];

type Props = {
  list: ListResult<ReportRow>;
  assetId: string;
  create: string | null;
  may: { edit: boolean; export: boolean; cancel: boolean; mover: Mover };
  problem: Refused | undefined;
};

/** A device's service/PM reports, newest first. */
export function ReportsTab({ list, assetId, create, may, problem }: Props) {
  const { to, asked } = useDialog();
  const on = asked("on");
  const open = list.rows.find(({ id }) => id === on);
  return (
    <>
      <ListPage
        title="Service Report"
        head={false}
        result={list}
        {...(may.export ? { exportHref: `/asset/detail/${assetId}/reports.csv` } : {})}
        columns={columns}
        rowHref={(row) => `/asset/service-report/print/${row.id}`}
        rowActions={(row) => (
          <Menu label={`Actions for ${row.serviceTicket}`}>
            <MenuLink to={`/asset/service-report/print/${row.id}`} icon="eye" prefetch="intent">
              View and print
            </MenuLink>
            {may.edit && !row.lockedAt && !row.cancelledAt && (
              <MenuLink to={`/asset/service-report/edit/${row.id}`} icon="edit" prefetch="intent">
                Edit
              </MenuLink>
            )}
            {may.cancel && (
              <MoveEntries
                of={{ id: row.id, moves: movesOf(reportRules, row, may.mover) }}
                rules={reportRules}
                to={(move) => to({ do: move, on: row.id })}
              />
            )}
          </Menu>
        )}
        empty={{
          title: "No service reports yet",
          text: "Each PM and repair of this device, with its checks, parts and costs.",
          action: create && (
            <Link className="btn btn-primary" to={create}>
              Create Service Report
            </Link>
          ),
        }}
      />
      {may.cancel && open && (
        <MoveDialog
          of={{ id: open.id, moves: movesOf(reportRules, open, may.mover) }}
          rules={reportRules}
          name={open.serviceTicket}
          isOneOfMany
          intent={() => "cancel-report"}
          hidden={{ report: open.id }}
          fields={() => (
            <p className="muted">
              {open.partsCostMinor > 0 && "Its parts go back to stock. "}It stays readable, marked
              as cancelled, and counts in no cost or date. This cannot be undone.
            </p>
          )}
          keep="Keep report"
          problem={problem}
        />
      )}
    </>
  );
}

const Kind = ({ row }: { row: ReportRow }) => (
  <span className="badges">
    <span>{row.serviceType === "pm" ? "PM" : "Other"}</span>
    {row.cancelledAt && <Note icon="cross" text="Cancelled" />}
    {!row.cancelledAt && row.lockedAt && <Note icon="lock" text="Locked" />}
  </span>
);
const Note = ({ icon, text }: { icon: "cross" | "lock"; text: string }) => (
  <Badge tone="hold" icon={icon}>
    {text}
  </Badge>
);

function Checks({ row: { checksYes, checksNo, checksNa } }: { row: ReportRow }) {
  const all = checksYes + checksNo + checksNa;
  if (all === 0) return <span className="quiet">–</span>;
  if (checksNo > 0)
    return (
      <Badge tone="overdue" icon="x" title={`${checksYes} Yes, ${checksNo} No, ${checksNa} N/A`}>
        {checksNo} No of {all}
      </Badge>
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

function Media({ row: { mediaId, mediaName } }: { row: ReportRow }) {
  if (!mediaId) return <span className="quiet">–</span>;
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
