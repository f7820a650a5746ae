import { Link } from "react-router";
import type { ListResult } from "#app/shared/list.ts";
import { quantityText } from "#app/shared/quantity.ts";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import type { PartRow } from "#worker/domain/assets/parts-tab.ts";

const columns: Column<PartRow>[] = [
  { key: "date", label: "Date", card: "c-top", as: "day", field: "serviceOn" },
  { key: "part", label: "Part", card: "c-name", field: "partName" },
  {
    key: "report",
    label: "Service Ticket No",
    look: "c-meta",
    show: (row) => (
      <Link className="code" to={`/asset/service-report/print/${row.reportId}`} prefetch="intent">
        {row.serviceTicket}
      </Link>
    ),
  },
  {
    key: "qty",
    label: "Quantity",
    card: "c-due",
    numeric: true,
    show: (row) => quantityText(row.qty, row.unit),
  },
  { key: "cost", label: "Cost", keep: true, as: "money", field: "costMinor" },
  {
    key: "total",
    label: "Total Cost",
    card: "c-due",
    keep: true,
    as: "money",
    field: "totalMinor",
  },
  { key: "store", label: "Store", clip: true, field: "storeName" },
];

type Props = { list: ListResult<PartRow>; assetId: string; mayExport: boolean };

/** Parts that service reports used on a device, newest first. */
export function PartsTab({ list, assetId, mayExport }: Props) {
  return (
    <ListPage
      title="Parts"
      head={false}
      result={list}
      columns={columns}
      {...(mayExport ? { exportHref: `/asset/detail/${assetId}/parts.csv` } : {})}
      empty={{
        title: "No parts used yet",
        text: "What service reports take from stock for this device is listed here.",
      }}
    />
  );
}
