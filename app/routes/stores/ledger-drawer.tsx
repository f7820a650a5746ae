import { Link } from "react-router";
import { quantityText } from "#app/shared/quantity.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { TimeText } from "#app/ui/time.tsx";
import { useDialog } from "#app/ui/use-dialog.ts";
import type { MovementRow } from "#worker/domain/stock/ledger.ts";
import { Reference } from "./movement-columns.tsx";
import { comes, movements, StockBadge } from "./words.tsx";

type Item = {
  id: string;
  name: string;
  unit: string;
  quantity: number;
  minQty: number | null;
  isActive: boolean;
  archivedAt: number | null;
  nextExpiryOn: string | null;
  storeName: string;
};
type Props = { ledger: { item: Item; rows: MovementRow[] }; today: string; mayOpen: boolean };

/** The last movements of an item beside the list, at its own address. */
export function LedgerDrawer({ ledger: { item, rows }, today, mayOpen }: Props) {
  const {
    shown: { closeTo, ...shown },
  } = useDialog();
  return (
    <Dialog
      {...shown}
      title={item.name}
      className="drawer"
      footer={
        <>
          <Link className="btn" to={closeTo} replace preventScrollReset>
            Close
          </Link>
          <Link className="btn btn-primary" to={`/stocks/ledger/${item.id}`}>
            Whole ledger
          </Link>
        </>
      }
    >
      <p className="facts">
        <span>{item.storeName}</span>
        <span>{quantityText(item.quantity, item.unit)}</span>
        <StockBadge item={item} today={today} />
      </p>
      {rows.length === 0 && <p className="muted">No movements yet.</p>}
      <ul className="feed">
        {rows.map((row) => (
          <li key={row.id}>
            <Icon name={comes.has(row.kind) ? "plus" : "minus"} />
            <span className="feed-main">
              <b>
                {movements[row.kind]} {row.qty}
              </b>
              <span className="muted">
                <TimeText at={row.at} /> {row.actorName}
              </span>
              <span className="muted">
                <Reference row={row} mayOpen={mayOpen} />
              </span>
            </span>
            <span className="feed-end">
              <span className="muted">Balance</span>
              <b>{row.balanceAfter}</b>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
