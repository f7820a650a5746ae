import { stockBatches, stockItems, stockMovements } from "#drizzle/tenant/index.ts";
import { type Actor, type Filling, newRow } from "./context.ts";
import { insert } from "./insert.ts";
import type { Named } from "./masters.ts";
import type { Random } from "./random.ts";
import { CYLINDER, type ItemRow } from "./stock-data.ts";

export type Item = typeof stockItems.$inferInsert & {
  id: string;
  name: string;
  partNo: string;
  rateMinor: number;
  unit: string;
  quantity: number;
};
/** A part that a service report took from stock. */
export type Use = { partId: string; stockItemId: string; qty: number; at: number; author: Actor };
type Movement = typeof stockMovements.$inferInsert;
/** A movement that the play makes when its time comes. */
export type StockStep = Movement & { kind: "issue_service" | "receipt" };

/** Parts that are kept in batches, three each, and expire. */
const expires = new Set(["DEF-PAD", "VENT-O2", "VENT-HEPA"]);
const expiryDays = [18, 150, 420];
const expiryOf = (nth: number) =>
  new Date(Date.now() + expiryDays[nth]! * 86_400_000).toISOString().slice(0, 10);

/** The quantity of today: some items are low on stock, of consumables there are many. */
function leftOf(random: Random, [partNo, , kind, , , min]: ItemRow): number {
  if (partNo !== CYLINDER && random.chance(0.13)) return random.int(1, Math.max(1, min));
  return kind === "consumable"
    ? random.int(min + 1, min * 4 + 40)
    : random.int(min + 1, min * 3 + 2);
}

export function newItems(
  filling: Filling,
  rows: readonly ItemRow[],
  storeOf: (store: string) => Named,
  vendors: ReadonlyMap<string, string>,
): Item[] {
  return rows.map((row, index) => {
    const [partNo, name, kind, unit, rate, minQty, store, vendor] = row;
    return {
      ...newRow(filling),
      storeId: storeOf(store).id,
      name,
      partNo,
      kind,
      unit,
      rateMinor: rate * 100,
      quantity: leftOf(filling.random, row),
      minQty,
      maxQty: minQty * 6,
      reorderQty: minQty * 2,
      rack: `R${1 + (index % 6)}`,
      bin: `${String.fromCharCode(65 + (index % 5))}${1 + (index % 9)}`,
      vendorId: vendors.get(vendor) ?? null,
      ...(expires.has(partNo)
        ? { hasBatches: true, hasExpiry: true, nextExpiryOn: expiryOf(0) }
        : {}),
    };
  });
}

/** The movements of one item: the opening, each use, and for some a delivery in between. */
function ledgerOf(
  { companyId, random, since }: Filling,
  item: Item,
  uses: readonly Use[],
  keeper: Actor,
): Movement[] {
  const used = uses.reduce((sum, { qty }) => sum + qty, 0);
  const middle = Math.floor(uses.length / 2);
  const usedLater = uses.slice(middle).reduce((sum, { qty }) => sum + qty, 0);
  const room = Math.min(
    Math.ceil(used / 2) + 4,
    item.quantity + usedLater,
    item.quantity + used - 1,
  );
  const received = uses.length > 1 && room > 0 ? room : 0;
  const base = { companyId, stockItemId: item.id, unitCostMinor: item.rateMinor };
  const stored = { ...base, actorId: keeper.id, actorName: keeper.name };
  let balance = item.quantity + used - received;
  const rows: Movement[] = [];
  const add = (row: Omit<Movement, "id" | "balanceAfter" | "seq">, change: number) => {
    balance += change;
    rows.push({ ...row, id: random.id(row.at), balanceAfter: balance, seq: rows.length + 1 });
  };
  add({ ...stored, kind: "opening", qty: balance, at: since }, 0);
  for (const [index, { partId, qty, at, author }] of uses.entries()) {
    if (index === middle && received) {
      const receipt = {
        kind: "receipt" as const,
        qty: received,
        unitCostMinor: Math.round(item.rateMinor * 0.94),
        reason: `GRN ${random.digits(5)}`,
        at: at - 3 * 3_600_000,
      };
      add({ ...stored, ...receipt }, received);
    }
    const issue = { ...base, actorId: author.id, actorName: author.name };
    add({ ...issue, kind: "issue_service", qty, serviceReportPartId: partId, at }, -qty);
  }
  return rows;
}

export async function saveItems(db: D1Database, items: readonly Item[]): Promise<void> {
  await insert(db, stockItems, items);
  await insert(db, stockBatches, items.filter(({ hasBatches }) => hasBatches).flatMap(batchesOf));
}

/** Up to three batches of an item; the first to expire is the smallest. */
function batchesOf({ companyId, id, partNo, quantity }: Item) {
  const first = Math.max(1, Math.floor(quantity / 6));
  const second = Math.floor((quantity - first) / 2);
  return [first, second, quantity - first - second].flatMap((qty, nth) =>
    qty > 0
      ? [
          {
            companyId,
            id: `${id.slice(0, -1)}${nth}`,
            stockItemId: id,
            batchNo: `${partNo}-2${nth + 4}0${nth + 3}`,
            expiryOn: expiryOf(nth),
            quantity: qty,
          },
        ]
      : [],
  );
}

/**
 * The movements of all items. Items kept by batch have theirs at once; of the others the opening is written, to which their
 * quantity is set, and the steps after it are left to the play, where calls and passes move stock in between.
 */
export function ledgersOf(
  filling: Filling,
  items: readonly Item[],
  uses: readonly Use[],
  keeper: Actor,
): { rows: Movement[]; steps: StockStep[] } {
  const inOrder = [...uses].sort((a, b) => a.at - b.at);
  const ledgers = { rows: [] as Movement[], steps: [] as StockStep[] };
  for (const item of items) {
    const own = inOrder.filter(({ stockItemId }) => stockItemId === item.id);
    const [opening, ...later] = ledgerOf(filling, item, own, keeper);
    ledgers.rows.push(opening!);
    if (item.hasBatches) ledgers.rows.push(...later);
    else {
      item.quantity = opening!.qty;
      ledgers.steps.push(...(later as StockStep[]));
    }
  }
  return ledgers;
}

export const saveLedgers = (db: D1Database, rows: readonly Movement[]) =>
  insert(db, stockMovements, rows);
