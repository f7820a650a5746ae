import { moveItem } from "#worker/domain/stock/commands.ts";
import { moveStock } from "#worker/domain/stock/move.ts";
import type { StockStep } from "../stock.ts";
import { DAY, type Day, HOUR, MINUTE, onDuty } from "./day.ts";
import type { Opened } from "./sessions.ts";

/** What a stock item is at a moment of the play. */
export type Shelf = {
  id: string;
  kind: string;
  quantity: number;
  minQty: number;
  rateMinor: number;
  vendorId: string | null;
};
const ITEM = `select id, kind, quantity, min_qty as minQty, rate_minor as rateMinor, vendor_id as vendorId from stock_items
  where company_id = ? and part_no = ? and has_batches = 0`;

const signed = ({ kind, qty }: StockStep) => (kind === "receipt" ? qty : -qty);

/** What is free in the stores: of each item, what neither a report to come nor a pass that is being written needs. */
export class Shelves {
  #opened: Opened;
  /** What is still to come, oldest first, by item. */
  #coming = new Map<string, StockStep[]>();
  /** What passes take when they go out, by pass. */
  #promised = new Map<string, { itemId: string; qty: number }[]>();
  /** Pieces that calls used up and nobody has ordered again, by item. */
  #owed = new Map<string, number>();

  constructor(opened: Opened, steps: readonly StockStep[]) {
    this.#opened = opened;
    for (const step of [...steps].sort((a, b) => a.at - b.at)) {
      const list = this.#coming.get(step.stockItemId) ?? [];
      list.push(step);
      this.#coming.set(step.stockItemId, list);
    }
  }

  get steps(): readonly StockStep[] {
    return [...this.#coming.values()].flat();
  }

  done(step: StockStep): void {
    const list = this.#coming.get(step.stockItemId)!;
    list.splice(list.indexOf(step), 1);
  }

  /** @returns the item of a part number where so many pieces of it are free; undefined also without a part number */
  async find(partNo: string | undefined, qty: number): Promise<Shelf | undefined> {
    if (!partNo) return undefined;
    const { db, companyId } = this.#opened;
    const item = await db.prepare(ITEM).bind(companyId, partNo).first<Shelf>();
    return item && this.#free(item) >= qty ? item : undefined;
  }

  #free({ id, quantity }: Shelf): number {
    let [balance, least] = [quantity, quantity];
    for (const step of this.#coming.get(id) ?? []) {
      balance += signed(step);
      least = Math.min(least, balance);
    }
    for (const { itemId, qty } of [...this.#promised.values()].flat())
      if (itemId === id) least -= qty;
    return least;
  }

  promise(passId: string, { id }: Shelf, qty: number): void {
    this.#promised.set(passId, [...(this.#promised.get(passId) ?? []), ...[{ itemId: id, qty }]]);
  }

  /** A pass has gone out, or never will. */
  release(passId: string): void {
    this.#promised.delete(passId);
  }

  /** Pieces were used up. What is enough for an order comes some days later. */
  used(day: Day, { id, minQty, rateMinor, vendorId }: Shelf, qty: number): void {
    const { random, history, desk } = day;
    const owed = (this.#owed.get(id) ?? 0) + qty;
    const isEnough = owed >= Math.max(1, minQty / 2);
    this.#owed.set(id, isEnough ? 0 : owed);
    if (!isEnough) return;
    const morning = Math.floor((Date.now() + random.int(2, 9) * DAY) / DAY) * DAY + 3.5 * HOUR;
    const price = (rateMinor * (0.92 + random.next() * 0.12)) / 100;
    history.plan(onDuty(day, morning + random.int(0, 8 * 60) * MINUTE), () =>
      moveItem(desk, id, "receive", {
        ...{ qty: owed, unitCostMinor: price.toFixed(2), vendorId: vendorId ?? "" },
        billNo: `INV-${random.digits(5)}`,
      }),
    );
  }
}

/** What reports that were written past the app took from stock, in the order of time with everything else. */
export function planSteps({ history, shelves, engineers }: Day): void {
  for (const step of shelves.steps)
    history.plan(step.at, async () => {
      shelves.done(step);
      const who = engineers.find(({ actor }) => actor.userId === step.actorId) ?? engineers[0]!;
      const db = who.authorize("edit-asset");
      const { stockItemId, kind, qty, unitCostMinor, reason, serviceReportPartId } = step;
      await db.commit({
        writes: moveStock(db, [
          ...[{ stockItemId, kind, qty, unitCostMinor, reason, serviceReportPartId }],
        ]),
        activity: [],
        answer: { status: 200, message: "", data: {} },
      });
    });
}
