import { Link } from "react-router";
import type { ListResult } from "#app/shared/list.ts";
import { type Column, ListPage } from "#app/ui/list-page.tsx";
import { Money } from "#app/ui/money.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { PartRow } from "#worker/domain/assets/parts-tab.ts";

const columns: Column<PartRow>[] = [
  { key: "date", label: "Date", card: "c-top", show: (row) => <DateText on={row.serviceOn} /> },
  { key: "part", label: "Part", card: "c-name", show: (row) => row.partName },
  {
    key: "report",
    label: "Service Ticket No",
    card: "c-meta",
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
    show: (row) => `${row.qty} ${row.unit}`,
  },
  {
    key: "cost",
    label: "Cost",
    card: "c-hide",
    keep: true,
    numeric: true,
    show: (row) => <Money minor={row.costMinor} />,
  },
  {
    key: "total",
    label: "Total Cost",
    card: "c-due",
    numeric: true,
    keep: true,
    show: (row) => <Money minor={row.totalMinor} />,
  },
  { key: "store", label: "Store", card: "c-hide", show: (row) => row.storeName },
];

/** Parts that service reports used on a device, newest first. */
export function PartsTab({
  list,
  assetId,
  mayExport,
}: {
  list: ListResult<PartRow>;
  assetId: string;
  mayExport: boolean;
}) {
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
