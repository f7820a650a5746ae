import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { bench, freshTicket, type PartRow, reportForm, stockOf } from "#tests/support/report.ts";
import { type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let acme: Company;
let engineer: Client;
beforeAll(async () => {
  w = await world();
  acme = w.companies.acme;
  engineer = await signedIn(w, acme, "engineer");
});

const post = (path: string, form: FormData) =>
  engineer.call("POST", `/api/service-report/${path}`, form);
const RATES = [12_50, 1, 99_999_99];
const START = 20;

/** What a posted row is, for one of three items. */
type Step = { item: number; act: "add" | "change" | "remove" | "keep" | "vanish"; qty: number };
const step = fc.record({
  item: fc.nat({ max: 2 }),
  act: fc.constantFrom<Step["act"]>("add", "change", "remove", "keep", "vanish"),
  qty: fc.integer({ min: 1, max: 14 }),
});
const sequence = fc.record({
  first: fc.uniqueArray(
    fc.record({ item: fc.nat({ max: 2 }), qty: fc.integer({ min: 1, max: 14 }) }),
    {
      selector: (part) => part.item,
      maxLength: 3,
    },
  ),
  edits: fc.array(
    fc.uniqueArray(step, { selector: ({ item, act }) => `${item} ${act === "add"}`, maxLength: 4 }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
});

/** The reference: lines by item and what is left of each. It says what a post means, and whether it is refused. */
class Model {
  lines = new Map<number, number>();
  stock = [START, START, START];

  post(steps: Step[]): boolean {
    const lines = new Map(this.lines);
    for (const { item, act } of steps)
      if (["change", "remove", "keep"].includes(act) && !this.lines.has(item)) return false;
    for (const { item, act } of steps) if (act === "remove") lines.delete(item);
    for (const { item, act, qty } of steps) if (act === "change") lines.set(item, qty);
    for (const { item, act, qty } of steps) {
      if (act !== "add") continue;
      if (lines.has(item)) return false;
      lines.set(item, qty);
    }
    const stock = this.stock.map(
      (left, item) => left + (this.lines.get(item) ?? 0) - (lines.get(item) ?? 0),
    );
    if (stock.some((left) => left < 0)) return false;
    this.lines = lines;
    this.stock = stock;
    return true;
  }

  get total() {
    return [...this.lines].reduce((sum, [item, qty]) => sum + qty * RATES[item]!, 0);
  }
}

const rowOf = (items: string[], lines: Map<number, number>, { item, act, qty }: Step): PartRow => {
  const id = items[item]!;
  if (act === "add") return { id, qty, cost: "1", isNew: "1", isDeleted: "0" };
  if (act === "vanish") return { id, qty, cost: "1", isNew: "true", isDeleted: "true" };
  const row = {
    id,
    qty: lines.get(item) ?? 1,
    cost: "1",
    isNew: "0",
    isDeleted: act === "remove" ? "1" : "0",
  };
  return act === "change" ? { ...row, isChangedQyt: "on", newQyt: qty } : row;
};

test("any sequence of edits leaves lines, stock, ledger and money as the reference says", async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async ({ first, edits }) => {
      const { asset, items } = await bench(
        w,
        acme,
        RATES.map((rate) => ({ quantity: START, rate })),
      );
      const model = new Model();
      model.post(first.map(({ item, qty }) => ({ item, qty, act: "add" as const })));
      const parts = first.map(({ item, qty }) => ({ id: items[item]!, qty, cost: "1" }));
      const form = reportForm({ service_ticket: freshTicket() }, parts);
      const { id } = (await post(`create/${asset}`, form)).data;
      for (const steps of edits) {
        const rows = steps.map((one) => rowOf(items, model.lines, one));
        const accepted = model.post(steps);
        const { status } = await post(`update/${id}`, reportForm({}, rows));
        expect(accepted ? [200] : [409, 422]).toContain(status);
      }
      type Report = { total_cost: string; inhouse_items: { store_item_id: string; qty: number }[] };
      const { data } = await engineer.call<Report>("GET", `/api/service-report/${id}`);
      expect(
        Object.fromEntries(
          data.inhouse_items.map((line) => [items.indexOf(line.store_item_id), line.qty]),
        ),
      ).toEqual(Object.fromEntries(model.lines));
      expect(Math.round(Number(data.total_cost) * 100)).toBe(model.total);
      for (const [at, left] of model.stock.entries())
        expect(await stockOf(w, acme, items[at]!)).toEqual({ quantity: left, ledger: left });
    }),
    { numRuns: Number(process.env.RUNS ?? (process.env.CI ? 1000 : 100)) },
  );
}, 600_000);

test("writers of reports and edits in parallel never draw stock below zero", async () => {
  const { asset, items } = await bench(w, acme, [{ quantity: 30 }]);
  const part = { id: items[0]!, cost: "1" };
  const create = (qty: number) =>
    post(`create/${asset}`, reportForm({ service_ticket: freshTicket() }, [{ ...part, qty }]));
  const more = [{ ...part, qty: 2, isChangedQyt: 1, newQyt: 4 }];
  const created = await Promise.all(Array.from({ length: 10 }, () => create(2)));
  const answers = await Promise.all(
    created.flatMap(({ data }) => [post(`update/${data.id}`, reportForm({}, more)), create(1)]),
  );
  expect(answers.every((answer) => [200, 201, 409].includes(answer.status))).toBe(true);
  const { quantity, ledger } = await stockOf(w, acme, items[0]!);
  expect(quantity).toBe(ledger);
  expect(quantity).toBeGreaterThanOrEqual(0);
});
