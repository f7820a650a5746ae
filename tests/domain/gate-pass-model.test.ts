import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { chosen } from "#tests/support/model.ts";
import { inDays, type PassBench, passBench } from "#tests/support/passes.ts";
import { world } from "#tests/support/world.ts";

let b: PassBench;
beforeAll(async () => {
  b = await passBench(await world(), "passmodel", 1);
});

const DEVICES = 3;
const ITEMS = 2;
const OPENING = 6;

type Line = {
  device: number | null;
  item: number | null;
  qty: number;
  back: number;
  isOpen: boolean;
  id: string;
};
type Pass = {
  id: string;
  number: string;
  status: string;
  isReturnable: boolean;
  wasApproved: boolean;
  lines: Line[];
};
/** The plain model: what stands where, and how many there are. */
type Model = { passes: Pass[]; stock: number[]; devices: string[]; items: string[] };

const isOut = ({ status }: Pass) => status === "out" || status === "partially_returned";
const holderOf = ({ passes }: Model, device: number) =>
  passes.find(({ lines }) => lines.some((line) => line.isOpen && line.device === device));

const things = fc.record({
  devices: fc.uniqueArray(fc.nat(DEVICES - 1), { maxLength: 2 }),
  items: fc.uniqueArray(
    fc.record({ item: fc.nat(ITEMS - 1), qty: fc.integer({ min: 1, max: 5 }) }),
    {
      maxLength: 2,
      selector: ({ item }) => item,
    },
  ),
  crates: fc.nat(2),
});
const which = fc.nat(50);
const op = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("make" as const), isReturnable: fc.boolean(), things }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("approve" as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("out" as const), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("return" as const),
      which,
      line: fc.nat(4),
      qty: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reject" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("write-off" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("extend" as const), which }) },
);
type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

async function make(model: Model, { isReturnable, things }: Op & { do: "make" }) {
  const lines = [
    ...things.devices.map((device) => ({ device, item: null, qty: 1 })),
    ...things.items.map(({ item, qty }) => ({ device: null, item, qty })),
    ...Array.from({ length: things.crates }, () => ({ device: null, item: null, qty: 2 })),
  ];
  const answer = await b.pass(
    lines.map(({ device, item, qty }) => ({
      qty,
      ...(device !== null
        ? { asset_id: model.devices[device] }
        : item !== null
          ? { stock_item_id: model.items[item] }
          : { description: "Crate" }),
    })),
    isReturnable ? {} : { kind: "non_returnable", purpose: "other", expected_return_on: "" },
  );
  if (lines.length === 0) return expect(answer.status).toBe(422);
  const held = things.devices.find((device) => holderOf(model, device));
  if (held !== undefined) {
    const holder = holderOf(model, held)!;
    expect(answer.status).toBe(409);
    const where = isOut(holder) ? "is already out on" : "is already on";
    return expect(answer.message).toContain(where);
  }
  expect([answer.status, answer.errors]).toEqual([201, undefined]);
  const rows = await b.lines(answer.data.id);
  model.passes.push({
    ...{
      id: answer.data.id,
      number: answer.data.number,
      status: "pending_approval",
      isReturnable,
      wasApproved: false,
    },
    lines: lines.map((line, at) => ({ ...line, back: 0, isOpen: true, id: rows[at]!.id })),
  });
}

const free = (pass: Pass) => {
  for (const line of pass.lines) line.isOpen = false;
};

/** What the model says of a command on a pass: whether it is carried out, and what becomes of it. */
function expected(model: Model, pass: Pass, asked: Exclude<Op, { do: "make" }>): number {
  const { status } = pass;
  if (asked.do === "approve" || asked.do === "reject") {
    // The same person approves or rejects no further level.
    if (status !== "pending_approval") return pass.wasApproved ? 403 : 409;
    pass.wasApproved = asked.do === "approve";
    pass.status = asked.do === "approve" ? "approved" : "rejected";
    if (asked.do === "reject") free(pass);
    return 200;
  }
  if (asked.do === "cancel") {
    if (status !== "pending_approval" && status !== "approved") return 409;
    pass.status = "cancelled";
    free(pass);
    return 200;
  }
  if (asked.do === "out") {
    if (status !== "approved") return 409;
    const wanted = pass.lines.filter(({ item }) => item !== null);
    if (wanted.some(({ item, qty }) => model.stock[item!]! < qty)) return 409;
    for (const { item, qty } of wanted) model.stock[item!]! -= qty;
    pass.status = pass.isReturnable ? "out" : "closed";
    if (!pass.isReturnable) free(pass);
    return 200;
  }
  if (!isOut(pass)) return 409;
  if (asked.do === "extend") return 200;
  if (asked.do === "write-off") {
    pass.status = "written_off";
    free(pass);
    return 200;
  }
  const line = pass.lines[asked.line % pass.lines.length]!;
  if (!line.isOpen || asked.qty > line.qty - line.back) return 409;
  line.back += asked.qty;
  line.isOpen = line.back < line.qty;
  if (line.item !== null) model.stock[line.item]! += asked.qty;
  pass.status = pass.lines.every(({ isOpen }) => !isOpen) ? "returned" : "partially_returned";
  return 200;
}

const waiting = ["pending_approval"];
const outside = ["out", "partially_returned"];
const from = {
  ...{ approve: waiting, reject: waiting, cancel: [...waiting, "approved"], out: ["approved"] },
  ...{ return: outside, "write-off": outside, extend: outside },
};

let later = 10;
async function command(model: Model, asked: Op) {
  if (asked.do === "make") return make(model, asked);
  const pass = chosen(model.passes, from[asked.do], {
    on: asked.which,
    choice: asked.which + model.passes.length,
  });
  if (!pass) return;
  const by = { approve: b.approver, reject: b.approver, out: b.guard, return: b.guard }[
    asked.do as "out"
  ];
  const line = asked.do === "return" ? pass.lines[asked.line % pass.lines.length]! : null;
  later += 1;
  const body = {
    ...(["reject", "cancel", "write-off", "extend"].includes(asked.do) ? { reason: "Model" } : {}),
    ...(asked.do === "extend" ? { new_on: inDays(later) } : {}),
    ...(asked.do === "return"
      ? { lines: [{ id: line!.id, qty: asked.qty, condition_in: "good" }] }
      : {}),
  };
  const { status, message } = await b.move(
    (by ?? b.admin).client ?? b.admin,
    pass.id,
    asked.do,
    body,
  );
  expect([asked.do, status, message]).toEqual([asked.do, expected(model, pass, asked), message]);
}

/** Everything that must hold of passes, devices, stock and counters. */
async function lawful(model: Model) {
  for (const pass of model.passes) {
    expect((await b.row(pass.id)).status, pass.number).toBe(pass.status);
    const rows = await b.lines(pass.id);
    expect(rows.map((row) => [row.id, row.returned_qty, row.is_open === 1])).toEqual(
      pass.lines.map((line) => [line.id, line.back, line.isOpen]),
    );
  }
  for (const [at, id] of model.items.entries()) {
    expect(await b.quantity(id), "stock is that of the model").toBe(model.stock[at]);
    const sum = await b.shard.value(
      `select sum(case when kind in ('opening', 'receipt', 'return_service', 'adjust_plus', 'transfer_in') then qty else -qty end)
       from stock_movements where company_id = ? and stock_item_id = ?`,
      id,
    );
    expect(sum, "the ledger adds up").toBe(model.stock[at]);
    const batches = await b.shard.value(
      "select sum(quantity) from stock_batches where company_id = ? and stock_item_id = ?",
      id,
    );
    expect(batches ?? model.stock[at], "the batches add up").toBe(model.stock[at]);
  }
  for (const [at, id] of model.devices.entries()) {
    const holder = holderOf(model, at);
    const { open_gate_pass_id } = await b.shard.get<{ open_gate_pass_id: string | null }>(
      "assets",
      id,
    );
    expect(open_gate_pass_id).toBe(holder && isOut(holder) ? holder.id : null);
  }
  const count = (where: string) => b.shard.count("gate_passes", where);
  expect({
    total: await b.shard.counter("passes.total"),
    toApprove: await b.shard.counter("passes.to_approve"),
    out: await b.shard.counter("passes.out"),
    due: await b.shard.counter("passes.due"),
  }).toEqual({
    total: await count("1"),
    toApprove: await count("status = 'pending_approval'"),
    out: await count("status in ('out', 'partially_returned')"),
    due: await count("status = 'pending_approval'"),
  });
  const twice = await b.shard.value(
    "select count(*) from (select asset_id from gate_pass_lines where company_id = ? and is_open = 1 and asset_id is not null group by 1 having count(*) > 1)",
  );
  expect(twice, "a device is on one open pass").toBe(0);
}

test("passes with devices and stock follow a plain model through any commands", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 15, maxLength: 30, size: "max" }), async (asked) => {
      const model: Model = {
        passes: [],
        stock: Array(ITEMS).fill(OPENING),
        devices: await Promise.all(Array.from({ length: DEVICES }, () => b.device())),
        items: [
          await b.item(OPENING),
          await b.item(OPENING, {
            ...{ has_batches: true, has_expiry: true },
            ...{ opening_batch_no: "A", opening_expiry_on: "2030-01-31" },
          }),
        ],
      };
      for (const [at, one] of asked.entries()) {
        await command(model, one);
        if (at % 5 === 0) await lawful(model);
      }
      await lawful(model);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test("of twenty people at once one approves, one lets out, one takes in; the others read who", async () => {
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      b.person(`Person ${at}`, "view-gate-pass", "edit-gate-pass", "approve-gate-pass"),
    ),
  );
  const item = await b.item(5);
  const device = await b.device();
  const { data } = await b.pass([{ asset_id: device }, { stock_item_id: item, qty: 3 }]);
  const all = async (move: string, body: object = {}) => {
    const { version } = await b.row(data.id);
    const answers = await Promise.all(
      people.map(({ client }) => b.move(client, data.id, move, { ...body, version })),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status === 409);
    expect([move, won.length, lost.length]).toEqual([move, 1, 19]);
    const winner = people[answers.findIndex(({ status }) => status === 200)]!;
    const name = (await b.shard.get<{ name: string }>("users", winner.id)).name;
    for (const { data } of lost)
      expect((data as unknown as { changedBy: { name: string } }).changedBy.name).toBe(name);
  };
  await all("approve");
  await all("out");
  expect(await b.quantity(item)).toBe(2);
  const [first, second] = await b.lines(data.id);
  await all("return", { lines: [{ id: second!.id, qty: 3, condition_in: "good" }] });
  expect(await b.quantity(item)).toBe(5);
  await all("return", { lines: [{ id: first!.id, qty: 1, condition_in: "good" }] });
  expect((await b.row(data.id)).status).toBe("returned");
});

test("twenty passes of one device at once: one is made, the others read which", async () => {
  const device = await b.device();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => b.pass([{ asset_id: device }])),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made.length).toBe(1);
  for (const { status, message } of answers.filter((one) => one !== made[0]))
    expect([status, message]).toMatchObject([409, expect.stringContaining(made[0]!.data.number)]);
});
