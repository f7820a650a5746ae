import { quantityText } from "#app/shared/quantity.ts";
import { refusalOf } from "#app/ui/form.tsx";
import { MenuLink } from "#app/ui/menu.tsx";
import { Money } from "#app/ui/money.tsx";
import { RecordDialogs } from "#app/ui/record-dialogs.tsx";
import { RecordList } from "#app/ui/record-list.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import { itemToMove } from "#worker/domain/stock/history.ts";
import { stocks } from "#worker/domain/stock/items.ts";
import { sessionContext } from "#worker/web/context.ts";
import { entityActions, entityLoader } from "#worker/web/entity-page.ts";
import { LabelsOf } from "../assets/labels-link.tsx";
import { searchChoices } from "../masters/choices.ts";
import type { Route } from "./+types/stocks";
import { LedgerDrawer } from "./ledger-drawer.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { type MayMove, MoveLinks } from "./move-links.tsx";
import { ScanToLine } from "./scan-to-line.tsx";
import { StockFields } from "./stock-fields.tsx";
import { MOST_STORES } from "./store-picker.tsx";
import { expiringWords, kinds, levels, offered, StockBadge } from "./words.tsx";

const list = entityLoader(stocks);
export async function loader(args: Route.LoaderArgs) {
  const session = args.context.get(sessionContext);
  const move: MayMove = { move: session.can("edit-stock"), approve: session.can("approve-stock") };
  const asked = new URL(args.request.url).searchParams;
  const on = asked.get("move") && asked.get("on");
  return {
    ...(await list(args)),
    moving: on ? await itemToMove(session, on) : null,
    move,
    reports: session.can("view-asset"),
  };
}
export const action = entityActions(stocks);
export const meta = () => [{ title: "Stocks - Plumbline" }];

export default function Stocks({ loaderData, actionData }: Route.ComponentProps) {
  const { value, stores, store, moving, vendor, today, move, ledger, reports } = loaderData;
  const { to } = useDialog();
  return (
    <>
      <RecordList
        title="Stocks"
        list={loaderData}
        scan={<ScanToLine at={{ pathname: "/stocks", search: "" }} />}
        onChosen={(chosen) => <LabelsOf chosen={chosen} to="/stocks/labels" />}
        searchLabel="Item, part no, rack or bin"
        about="Spares and consumables by store. Their quantity moves when parts are received, issued or used in a service report."
        exportsChosen
        filters={[
          stores.length < MOST_STORES
            ? { key: "store", label: "Store", options: stores }
            : { key: "store", label: "Store", load: searchChoices("stores"), selected: store },
          { key: "kind", label: "Kind", options: kinds },
          { key: "level", label: "Level", options: levels },
          { key: "expiring", label: "Expiring", options: expiringWords },
          { key: "vendor", label: "Vendor", load: searchChoices("vendors"), selected: vendor },
          { key: "active", label: "Can be used in reports", options: offered },
        ]}
        columns={[
          { key: "partNo", label: "Part no", card: "c-top", as: "code" },
          { key: "name", label: "Item", card: "c-name", sortable: true },
          { key: "store", label: "Store", card: "c-meta", field: "storeName" },
          {
            key: "kind",
            label: "Kind",
            wide: 1,
            show: (row) => kinds.find((kind) => kind.value === row.kind)?.label,
          },
          {
            key: "quantity",
            label: "Quantity",
            card: "c-due",
            numeric: true,
            show: (row) => quantityText(row.quantity, row.unit),
          },
          {
            key: "min",
            label: "Min",
            wide: 1,
            numeric: true,
            show: (row) => row.minQty ?? <span className="quiet">–</span>,
          },
          { key: "rate", label: "Rate", as: "money", field: "rateMinor" },
          {
            key: "value",
            label: "Value",
            wide: 1,
            as: "money",
            show: (row) => row.rateMinor * row.quantity,
          },
          {
            key: "rack",
            label: "Rack, bin",
            optional: true,
            show: (row) => [row.rack, row.bin].filter(Boolean).join(", "),
          },
          { key: "expiry", label: "Next expiry", optional: true, as: "day", field: "nextExpiryOn" },
          { key: "moved", label: "Last movement", optional: true, as: "time", field: "movedAt" },
        ]}
        state={(row) => <StockBadge item={row} today={today} />}
        rowHref={(row) => `/stocks/ledger/${row.id}`}
        rowMenu={(row) => (
          <>
            <MenuLink className="hide-phone" to={to({ ledger: row.id })} icon="list">
              Ledger
            </MenuLink>
            <MenuLink to={`/stocks/labels?ids=${row.id}`} icon="print" prefetch="intent">
              Label
            </MenuLink>
            {!row.archivedAt && (
              <MoveLinks to={(move) => to({ move, on: row.id })} may={move} look="menu-item" />
            )}
          </>
        )}
      >
        <p className="list-note">
          {value.of === "all" ? "Total value" : "Value of the items on this page"}{" "}
          <Money minor={value.minor} />
        </p>
      </RecordList>
      <RecordDialogs
        list={loaderData}
        answer={actionData}
        archiving="It is no longer offered as a part. Reports that used it, and its ledger, keep it."
        wide
        values={(row) =>
          row ?? {
            isActive: true,
            unit: "pcs",
            kind: "spare",
            storeId: loaderData.query.filters.store,
          }
        }
      >
        {(row) => <StockFields item={row} stores={stores} />}
      </RecordDialogs>
      {moving && <MoveDialog {...moving} may={move} problem={refusalOf(actionData)} />}
      {ledger && <LedgerDrawer ledger={ledger} today={today} mayOpen={reports} />}
    </>
  );
}
