import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type MovementKind, movementKinds, stockIn } from "#drizzle/tenant/stores.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { type Company, world } from "#tests/support/world.ts";
import { moveStock, type StockMove, withStock } from "#worker/domain/stock/move.ts";

let acme: Company;
let shard: Rows;
beforeAll(async () => {
  const w = await world();
  acme = w.companies.acme;
  shard = rowsOf(w, acme);
});

async function items(count: number, minQty: number | null = null) {
  const store_id = await shard.add("stores", { name: `Store ${newId()}` });
  const ids = Array.from({ length: count }, () => newId());
  const common = { store_id, rate_minor: 700, min_qty: minQty, is_active: 1 };
  await shard.add("stock_items", ...ids.map((id) => ({ ...common, id, name: `Part ${id}` })));
  return ids;
}

const move = (moves: StockMove[]) => {
  const db = companyDb(shard);
  return withStock(db, moves, () =>
    db.commit({
      writes: moveStock(db, moves),
      activity: {
        action: "move.stock_item",
        kind: "stock_item",
        id: moves[0]!.stockItemId,
        label: "test",
      },
      answer: { status: 200, message: "", data: null },
    }),
  );
};

const item = (id: string) => shard.get<{ quantity: number; version: number }>("stock_items", id);
type Entry = {
  kind: MovementKind;
  qty: number;
  seq: number;
  balance_after: number;
  unit_cost_minor: number;
  actor_name: string;
};
const ledger = (id: string) =>
  shard.all<Entry>(
    "select * from stock_movements where company_id = ? and stock_item_id = ? order by seq",
    id,
  );
const comes = new Set<MovementKind>(stockIn);
/** By how much the counter of low items is more than there are. */
const lowTooMany = async () => {
  const low =
    "quantity <= min_qty and is_active = 1 and archived_at is null and deleted_at is null";
  return (await shard.counter("stock.low")) - (await shard.count("stock_items", low));
};

/** The ledger retells every quantity. */
async function lawful(id: string) {
  const entries = await ledger(id);
  let balance = 0;
  entries.forEach((entry, at) => {
    balance += comes.has(entry.kind) ? entry.qty : -entry.qty;
    expect([entry.seq, entry.balance_after]).toEqual([at + 1, balance]);
    expect(balance).toBeGreaterThanOrEqual(0);
  });
  expect((await item(id)).quantity).toBe(balance);
  return entries;
}

test("moves of several items in one batch, with running balances", async () => {
  const [a, b] = (await items(2)) as [string, string];
  await move([
    { stockItemId: a, kind: "opening", qty: 5 },
    { stockItemId: b, kind: "receipt", qty: 2, unitCostMinor: 99 },
    { stockItemId: a, kind: "issue_service", qty: 3 },
  ]);
  expect(await lawful(a)).toMatchObject([
    { kind: "opening", qty: 5, balance_after: 5, unit_cost_minor: 700, actor_name: "admin" },
    { kind: "issue_service", qty: 3, balance_after: 2 },
  ]);
  expect(await lawful(b)).toMatchObject([{ unit_cost_minor: 99 }]);
  expect((await item(a)).version).toBe(2);
});

test("a shortage or an unknown item leaves nothing behind and says which", async () => {
  const [a, b] = (await items(2)) as [string, string];
  await move([{ stockItemId: a, kind: "opening", qty: 5 }]);
  const refusal = async (...moves: StockMove[]) => {
    const response = (await move(moves).catch((refused) => refused)) as Response;
    expect(response.status).toBe(409);
    return response.json();
  };
  const issue: StockMove = { stockItemId: a, kind: "issue", qty: 1 };
  expect(await refusal(issue, { ...issue, stockItemId: b })).toMatchObject({
    message: `Only 0 of Part ${b} in stock`,
    data: { stock_item_id: b, available: 0, name: `Part ${b}` },
  });
  expect(await refusal(issue, { stockItemId: "nowhere", kind: "receipt", qty: 1 })).toMatchObject({
    message: "An item is no longer available",
  });
  expect((await item(a)).quantity).toBe(5);
  expect(await lawful(a)).toHaveLength(1);
});

test("random sequences agree with a model of three lines", async () => {
  const step = fc.array(
    fc.record({
      item: fc.nat(2),
      kind: fc.constantFrom(...movementKinds),
      qty: fc.integer({ min: 1, max: 9 }),
    }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const before = await lowTooMany();
      const ids = await items(3, 4);
      const born = await lowTooMany();
      const model = [0, 0, 0];
      for (const moves of steps) {
        const after = [...model];
        for (const { item: at, kind, qty } of moves) after[at]! += comes.has(kind) ? qty : -qty;
        const done = await move(
          moves.map(({ item: at, ...rest }) => ({ stockItemId: ids[at]!, ...rest })),
        ).then(
          () => true,
          (refusal: Response) => refusal.status !== 409,
        );
        expect(done).toBe(after.every((quantity) => quantity >= 0));
        if (done) model.splice(0, 3, ...after);
      }
      for (const [at, id] of ids.entries()) {
        await lawful(id);
        expect((await item(id)).quantity).toBe(model[at]);
      }
      expect(before - born).toBe(3);
      expect(await lowTooMany()).toBe(born);
    }),
    { numRuns: 15 },
  );
});
