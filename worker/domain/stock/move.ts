import { sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { counters, type MovementKind, stockIn, stockItems, stockMovements } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { LOW_STOCK, lowWeight } from "./low.ts";

/** One quantity that comes or goes; the direction is the kind's. */
export type StockMove = {
  stockItemId: string;
  kind: MovementKind;
  /** A whole number of 1 or more. */
  qty: number;
  serviceReportPartId?: string | null;
  /** Null or absent: the item's rate at that moment. */
  unitCostMinor?: number | null;
  reason?: string | null;
};

const comes = new Set<MovementKind>(stockIn);
const signed = ({ kind, qty }: StockMove) => (comes.has(kind) ? qty : -qty);

/** What each item gains or loses in all. */
function deltasOf(moves: readonly StockMove[]): Map<string, number> {
  const deltas = new Map<string, number>();
  for (const move of moves) deltas.set(move.stockItemId, (deltas.get(move.stockItemId) ?? 0) + signed(move));
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
  const ledger = JSON.stringify(ledgerOf(moves, deltas));
  const { actorId, actorName } = db.stamp;
  const now = Date.now();
  const company = db.companyId;
  return [
    db.run(sql`update ${stockItems} set "quantity" = ${stockItems.quantity} + "change"."delta",
      "version" = ${stockItems.version} + 1, "updated_at" = ${now}
      from (select "value" ->> 0 as "item", "value" ->> 1 as "delta" from json_each(${changes})) as "change"
      where ${stockItems.companyId} = ${company} and ${stockItems.id} in (select "value" ->> 0 from json_each(${changes}))
        and ${stockItems.id} = "change"."item" and ${stockItems.deletedAt} is null`),
    db.assert("all_found", sql`changes() = ${deltas.size}`),
    db.run(sql`insert into ${stockMovements} ("company_id", "id", "stock_item_id", "kind", "qty", "unit_cost_minor", "balance_after",
      "seq", "service_report_part_id", "reason", "actor_id", "actor_name", "at")
      select ${company}, "move"."value" ->> 0, ${stockItems.id}, "move"."value" ->> 2, "move"."value" ->> 3,
        coalesce("move"."value" ->> 4, ${stockItems.rateMinor}), ${stockItems.quantity} - ("move"."value" ->> 5),
        coalesce((select max("before"."seq") from ${stockMovements} as "before"
          where "before"."company_id" = ${company} and "before"."stock_item_id" = ${stockItems.id}), 0) + ("move"."value" ->> 6),
        "move"."value" ->> 7, "move"."value" ->> 8, ${actorId}, ${actorName}, ${now}
      from json_each(${ledger}) as "move"
      cross join ${stockItems} on ${stockItems.companyId} = ${company} and ${stockItems.id} = "move"."value" ->> 1`),
    db.run(sql`insert into ${counters} ("company_id", "id", "value") select ${company}, ${LOW_STOCK}, "moved"."by" from (
      select sum(${lowWeight(sql`${stockItems.quantity}`)} - ${lowWeight(sql`${stockItems.quantity} - ("change"."value" ->> 1)`)}) as "by"
      from json_each(${changes}) as "change"
      cross join ${stockItems} on ${stockItems.companyId} = ${company} and ${stockItems.id} = "change"."value" ->> 0) as "moved"
      where "moved"."by" <> 0
      on conflict ("company_id", "id") do update set "value" = "value" + excluded."value"`),
  ];
}

/** Ledger rows as JSON: id, item, kind, quantity, cost, what still follows for the item, its place, part line, reason. */
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
    return [
      newId(),
      item,
      move.kind,
      move.qty,
      move.unitCostMinor ?? null,
      follows,
      place,
      move.serviceReportPartId ?? null,
      move.reason ?? null,
    ];
  });
}

/**
 * Says why a batch with these moves was refused; returns when they are not the cause.
 * @throws Response 409 `Only {n} of {item} in stock`, or `An item is no longer available`
 */
export async function explainShortage(db: Pick<CompanyDb, "companyId" | "rows" | "read">, moves: readonly StockMove[]): Promise<void> {
  const deltas = deltasOf(moves);
  const asked = JSON.stringify([...deltas.keys()]);
  const [found] = await db.read(
    db.rows<{ id: string; name: string; quantity: number }>(
      sql`select ${stockItems.id}, ${stockItems.name}, ${stockItems.quantity} from json_each(${asked}) as "asked"
        cross join ${stockItems} on ${stockItems.companyId} = ${db.companyId} and ${stockItems.id} = "asked"."value" and ${stockItems.deletedAt} is null`,
    ),
  );
  const present = new Map(found.map((item) => [item.id, item]));
  for (const [id, delta] of deltas) {
    const item = present.get(id);
    if (!item) return conflict("An item is no longer available", { stock_item_id: id });
    const { name, quantity } = item;
    if (quantity + delta < 0) return conflict(`Only ${quantity} of ${name} in stock`, { stock_item_id: id, available: quantity, name });
  }
}

/** Runs a command that moves stock; a refusal for want of stock says of what and how much there is. */
export async function withStock<R>(db: CompanyDb, moves: readonly StockMove[], command: () => Promise<R>): Promise<R> {
  try {
    return await command();
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status === 409 && moves.length) await explainShortage(db, moves);
    throw refusal;
  }
}
