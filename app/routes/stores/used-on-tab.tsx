import { Link } from "react-router";
import type { ListResult } from "#app/shared/list.ts";
import { ListPage } from "#app/ui/list-page.tsx";
import type { UseRow } from "#worker/domain/stock/used-on.ts";

/** The devices an item was used on, with the report of each use. */
export const UsedOnTab = ({ list, mayOpen }: { list: ListResult<UseRow>; mayOpen: boolean }) => (
  <ListPage
    title="Used on"
    head={false}
    result={list}
    empty={{
      title: "Not used yet",
      text: "Each service report that takes this item is listed here with its device.",
    }}
    {...(mayOpen
      ? { rowHref: (row: UseRow) => `/asset/service-report/print/${row.reportId}` }
      : {})}
    columns={[
      {
        key: "code",
        label: "Asset",
        card: "c-top",
        show: (row) => <AssetCode row={row} mayOpen={mayOpen} />,
      },
      { key: "ticket", label: "Service Ticket No", card: "c-name", as: "code" },
      { key: "name", label: "Name", card: "c-meta", field: "assetName" },
      { key: "at", label: "Time", keep: true, as: "time" },
      { key: "qty", label: "Quantity", card: "c-due", numeric: true },
      { key: "cost", label: "Unit cost", as: "money", field: "unitCostMinor" },
    ]}
  />
);

const AssetCode = ({ row, mayOpen }: { row: UseRow; mayOpen: boolean }) =>
  mayOpen ? (
    <Link className="code" to={`/asset/detail/${row.assetId}`} prefetch="intent">
      {row.assetCode}
    </Link>
  ) : (
    <span className="code">{row.assetCode}</span>
  );
