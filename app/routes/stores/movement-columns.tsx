import { Link } from "react-router";
import type { Column } from "#app/ui/list-page.tsx";
import type { MovementRow } from "#worker/domain/stock/ledger.ts";
import { comes, movements } from "./words.tsx";

/** The columns of an item's ledger; `mayOpen` links the reports. */
export const movementColumns = (mayOpen: boolean, hasBatches: boolean): Column<MovementRow>[] => [
  { key: "at", label: "Time", card: "c-top", as: "time" },
  {
    key: "kind",
    label: "Movement",
    card: "c-name",
    show: (row) => (
      <>
        {movements[row.kind]}{" "}
        <b className="phone-only">
          {comes.has(row.kind) ? "+" : "-"}
          {row.qty}
        </b>
      </>
    ),
  },
  {
    key: "in",
    label: "In",
    keep: true,
    numeric: true,
    show: (row) => comes.has(row.kind) && row.qty,
  },
  {
    key: "out",
    label: "Out",
    keep: true,
    numeric: true,
    show: (row) => !comes.has(row.kind) && row.qty,
  },
  {
    key: "balance",
    label: "Balance",
    card: "c-due",
    numeric: true,
    show: (row) => <b>{row.balanceAfter}</b>,
  },
  { key: "cost", label: "Unit cost", as: "money", field: "unitCostMinor" },
  ...(hasBatches
    ? [
        {
          key: "batch",
          label: "Batch, expiry",
          show: (row: MovementRow) => [row.batchNo, row.expiryOn].filter(Boolean).join(", "),
        },
      ]
    : []),
  {
    key: "reference",
    label: "Reference",
    look: "c-meta",
    show: (row) => <Reference row={row} mayOpen={mayOpen} />,
  },
  { key: "person", label: "Person", keep: true, field: "actorName" },
];

/** What a movement belongs to: a report, the item at the other end of a transfer, or who gave or got it and why. */
export function Reference({ row, mayOpen }: { row: MovementRow; mayOpen: boolean }) {
  if (row.reportId && mayOpen)
    return (
      <Link className="code" to={`/asset/service-report/print/${row.reportId}`}>
        {row.ticket}
      </Link>
    );
  if (row.otherItemId)
    return (
      <>
        <Link to={`/stocks/ledger/${row.otherItemId}`}>{row.party}</Link>
        {row.reason && `, ${row.reason}`}
      </>
    );
  return [row.ticket, row.party, row.billNo, row.reason].filter(Boolean).join(", ");
}
