import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { MasterPage } from "#app/ui/master-page.tsx";
import { Money } from "#app/ui/money.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { stocks } from "#worker/domain/stock/items.ts";
import { masterAction, masterLoader } from "#worker/web/resource-routes.ts";
import type { Route } from "./+types/stocks";
import { StockFields } from "./stock-fields.tsx";
import { kinds, StockBadge } from "./words.tsx";

export const loader = masterLoader(stocks);
export const action = masterAction(stocks);
export const meta = () => [{ title: "Stocks - Plumbline" }];

const levels = [
  { value: "low", label: "Low" },
  { value: "out", label: "Out of stock" },
];
const offered = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

export default function Stocks({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MasterPage
      title="Stocks"
      thing="stock item"
      list={loaderData}
      problem={actionData?.success === false ? actionData : undefined}
      searchLabel="Item, part no, rack or bin"
      about="Spares and consumables by store. Their quantity moves when parts are received, issued or used in a service report."
      archiving="It is no longer offered as a part. Reports that used it, and its ledger, keep it."
      wide
      filters={[
        { key: "store", label: "Store", options: loaderData.stores },
        { key: "kind", label: "Kind", options: kinds },
        { key: "level", label: "Level", options: levels },
        { key: "active", label: "Offered", options: offered },
      ]}
      columns={[
        { key: "partNo", label: "Part no", card: "c-top", show: (row) => row.partNo && <span className="code">{row.partNo}</span> },
        { key: "name", label: "Item", card: "c-name", sortable: true, show: (row) => row.name },
        { key: "store", label: "Store", card: "c-meta", show: (row) => row.storeName },
        { key: "kind", label: "Kind", card: "c-hide", show: (row) => kinds.find(({ value }) => value === row.kind)?.label },
        { key: "quantity", label: "Quantity", card: "c-due", numeric: true, show: (row) => `${row.quantity} ${row.unit}` },
        { key: "min", label: "Min", card: "c-hide", numeric: true, show: (row) => row.minQty ?? <span className="quiet">–</span> },
        { key: "rate", label: "Rate", card: "c-hide", keep: true, numeric: true, show: (row) => <Money minor={row.rateMinor} /> },
        { key: "value", label: "Value", card: "c-hide", numeric: true, show: (row) => <Money minor={row.rateMinor * row.quantity} /> },
        { key: "moved", label: "Last movement", card: "c-hide", optional: true, show: (row) => <TimeText at={row.movedAt} /> },
      ]}
      state={(row) => <StockBadge item={row} />}
      rowHref={(row) => `/stocks/ledger/${row.id}`}
      rowMenu={(row) => (
        <Link className="menu-item" to={`/stocks/ledger/${row.id}`} prefetch="intent">
          <Icon name="list" />
          Ledger
        </Link>
      )}
      values={(row) => row ?? { isActive: true, unit: "pcs", kind: "spare" }}
      fields={(row) => <StockFields item={row} stores={loaderData.stores} />}
    />
  );
}
