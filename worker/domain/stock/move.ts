import { sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import {
  type MovementKind,
  stockBatches,
  stockIn,
  stockItems,
  stockMovements,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { conflict, isRefusal } from "../../refusals.ts";
import { type BatchName, moveBatches } from "./batches.ts";
import { countMoved } from "./value.ts";

/** One quantity that comes or goes; its kind gives the direction. */
export type StockMove = {
  stockItemId: string;
  kind: MovementKind;
  /** A whole number of 1 or more. */
  qty: number;
  serviceReportPartId?: string | null;
  gatePassLineId?: string | null;
  /** Null or absent: the item's rate at that moment. */
  unitCostMinor?: number | null;
  reason?: string | null;
  /** For items kept by batch. Without it, outgoing stock takes the first batch to expire and incoming stock goes to the batch without a name. */
  batch?: BatchName | null;
  /** The name of who gave or received it. */
  party?: string | null;
  billNo?: string | null;
  importJobId?: string | null;
  /** The ledger row's own id and its other half's, for the two of a transfer. */
  id?: string;
  pairId?: string | null;
};

const comes = new Set<MovementKind>(stockIn);
const signed = ({ kind, qty }: Pick<StockMove, "kind" | "qty">) => (comes.has(kind) ? qty : -qty);

/** What each item gains or loses in all. */
function deltasOf(moves: readonly StockMove[]): Map<string, number> {
  const deltas = new Map<string, number>();
  for (const move of moves)
    deltas.set(move.stockItemId, (deltas.get(move.stockItemId) ?? 0) + signed(move));
  return deltas;
}

/**
 * The one way a quantity changes: the statements of a batch, in order. Whatever is missing stops the batch, by
 * `stock_not_negative` for a shortage and `assert_all_found` for an item that is not there.
 * `cross join` keeps SQLite from walking the company's items: each is found by its key.
 * Several moves of one item get consecutive ledger rows, what comes in before what goes out.
 */
export function moveStock(db: CompanyDb, moves: readonly StockMove[]): Statement[] {
  if (!moves.length) return [];
  const deltas = deltasOf(moves);
  const changes = JSON.stringify([...deltas]);
  const entries = ledgerOf(moves, deltas);
  const { actorId, actorName } = db.stamp;
  const now = Date.now();
  const company = db.companyId;
  return [
    db.run(sql`update ${stockItems} set "quantity" = ${stockItems.quantity} + "change"."delta",
      "low_stock_notified_at" = case when ${stockItems.quantity} + "change"."delta" > ${stockItems.minQty} then null else ${stockItems.lowStockNotifiedAt} end,
      "version" = ${stockItems.version} + 1, "updated_at" = ${now}
      from (select "value" ->> 0 as "item", "value" ->> 1 as "delta" from json_each(${changes})) as "change"
      where ${stockItems.companyId} = ${company} and ${stockItems.id} in (select "value" ->> 0 from json_each(${changes}))
        and ${stockItems.id} = "change"."item" and ${stockItems.deletedAt} is null`),
    db.assert("all_found", sql`changes() = ${deltas.size}`),
    db.run(sql`insert into ${stockMovements} ("company_id", "id", "stock_item_id", "kind", "qty", "unit_cost_minor", "balance_after",
      "seq", "service_report_part_id", "gate_pass_line_id", "pair_id", "import_job_id", "batch_no", "expiry_on", "reason", "party", "bill_no",
      "actor_id", "actor_name", "at")
      select ${company}, "move"."value" ->> 'id', ${stockItems.id}, "move"."value" ->> 'kind', "move"."value" ->> 'qty',
        coalesce("move"."value" ->> 'unitCostMinor', ${stockItems.rateMinor}), ${stockItems.quantity} - ("move"."value" ->> 'follows'),
        coalesce((select max("before"."seq") from ${stockMovements} as "before"
          where "before"."company_id" = ${company} and "before"."stock_item_id" = ${stockItems.id}), 0) + ("move"."value" ->> 'place'),
        "move"."value" ->> 'serviceReportPartId', "move"."value" ->> 'gatePassLineId', "move"."value" ->> 'pairId', "move"."value" ->> 'importJobId', nullif("move"."value" ->> 'batchNo', ''),
        nullif("move"."value" ->> 'expiryOn', ''), "move"."value" ->> 'reason', "move"."value" ->> 'party', "move"."value" ->> 'billNo',
        ${actorId}, ${actorName}, ${now}
      from json_each(${JSON.stringify(entries)}) as "move"
      cross join ${stockItems} on ${stockItems.companyId} = ${company} and ${stockItems.id} = "move"."value" ->> 'stockItemId'`),
    ...moveBatches(
      db,
      entries.map(({ id, stockItemId, serviceReportPartId = null, batch = null, ...move }) => ({
        id,
        item: stockItemId,
        part: serviceReportPartId,
        qty: signed(move),
        batch,
        isReturn: move.kind === "return_service",
      })),
    ),
    countMoved(db, changes),
  ];
}

/** Ledger rows in order: `follows` is what the item still gains or loses after a row, `place` counts the rows of the item. */
function ledgerOf(moves: readonly StockMove[], deltas: ReadonlyMap<string, number>) {
  const rest = new Map(deltas);
  const places = new Map<string, number>();
  const inFirst = [...moves].sort((a, b) => Number(comes.has(b.kind)) - Number(comes.has(a.kind)));
  return inFirst.map((move) => {
    const item = move.stockItemId;
    const follows = rest.get(item)! - signed(move);
    const place = (places.get(item) ?? 0) + 1;
    rest.set(item, follows);
    places.set(item, place);
    return { ...move, id: move.id ?? newId(), follows, place, ...move.batch };
  });
}

/**
 * Says why a batch with these moves was refused; returns when they are not the cause.
 * @throws Response 409 `Only {n} of {item} in stock`, or `An item is no longer available`
 */
export async function explainShortage(
  db: Pick<CompanyDb, "companyId" | "rows" | "read">,
  moves: readonly StockMove[],
): Promise<void> {
  const deltas = deltasOf(moves);
  const ids = JSON.stringify([...deltas.keys()]);
  const [items] = await db.read(
    db.rows<{ id: string; name: string; quantity: number }>(
      sql`select ${stockItems.id}, ${stockItems.name}, ${stockItems.quantity} from json_each(${ids}) as "asked"
        cross join ${stockItems} on ${stockItems.companyId} = ${db.companyId} and ${stockItems.id} = "asked"."value" and ${stockItems.deletedAt} is null`,
    ),
  );
  const present = new Map(items.map((item) => [item.id, item]));
  for (const [id, delta] of deltas) {
    const item = present.get(id);
    if (!item) return conflict("An item is no longer available", { stock_item_id: id });
    const { name, quantity } = item;
    if (quantity + delta < 0)
      return conflict(`Only ${quantity} of ${name} in stock`, {
        stock_item_id: id,
        available: quantity,
        name,
      });
  }
  const named = moves.filter(({ batch, kind }) => batch && !comes.has(kind));
  if (!named.length) return;
  const [there] = await db.read(
    db.rows<{ item: string; batchNo: string; expiryOn: string; quantity: number }>(
      sql`select ${stockBatches.stockItemId} as "item", ${stockBatches.batchNo} as "batchNo", ${stockBatches.expiryOn} as "expiryOn", ${stockBatches.quantity}
        from ${stockBatches} where ${stockBatches.companyId} = ${db.companyId} and ${stockBatches.stockItemId} in (select "value" from json_each(${ids}))`,
    ),
  );
  for (const { stockItemId: id, qty, batch } of named) {
    const isSame = (row: (typeof there)[number]) =>
      row.item === id &&
      row.batchNo.toLowerCase() === batch!.batchNo.toLowerCase() &&
      row.expiryOn === batch!.expiryOn;
    const quantity = there.find(isSame)?.quantity ?? 0;
    const name = [present.get(id)!.name, batch!.batchNo && `batch ${batch!.batchNo}`]
      .filter(Boolean)
      .join(", ");
    if (quantity < qty)
      return conflict(`Only ${quantity} of ${name} in stock`, {
        stock_item_id: id,
        available: quantity,
        name,
      });
  }
}

/** Runs a command that moves stock; a refusal for a shortage names the item and what is left of it. */
export async function withStock<R>(
  db: CompanyDb,
  moves: readonly StockMove[],
  command: () => Promise<R>,
): Promise<R> {
  try {
    return await command();
  } catch (refusal) {
    if (moves.length && isRefusal(refusal, 409)) await explainShortage(db, moves);
    throw refusal;
  }
}
