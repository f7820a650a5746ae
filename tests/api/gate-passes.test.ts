import { beforeAll, describe, expect, test } from "vitest";
import { dayIn } from "#app/shared/company-time.ts";
import { inDays, type PassBench, passBench } from "#tests/support/passes.ts";
import { TIME_ZONE, world } from "#tests/support/world.ts";

let b: PassBench;
beforeAll(async () => {
  b = await passBench(await world(), "passes", 2);
});

/** A pass that is out: made, approved by both levels, let out. */
async function outPass(lines: object[], more: object = {}) {
  const { data, status, message } = await b.pass(lines as never, more);
  expect([status, message]).toEqual([201, "Gate pass made out"]);
  for (const by of [b.approver, b.second])
    expect((await b.move(by.client, data.id, "approve")).status).toBe(200);
  const answer = await b.move(b.guard.client, data.id, "out");
  expect([answer.status, answer.message]).toEqual([200, `${data.number} is out`]);
  return data;
}
const asset = (id: string) => b.shard.get<Record<string, unknown>>("assets", id);

describe("approval", () => {
  test("is by different people at each level, never by the creator, and keeps how many levels there were", async () => {
    const both = await b.person("Both", "view-gate-pass", "create-gate-pass", "approve-gate-pass");
    const { data } = await b.pass([{ description: "Crate" }], {}, both.client);
    await b.setLevels(0);
    const own = await b.move(both.client, data.id, "approve");
    expect([own.status, own.message]).toEqual([
      403,
      "Somebody else approves what you have made out",
    ]);
    const first = await b.move(b.approver.client, data.id, "approve", { reason: "Fine" });
    expect(first.message).toBe("Approved. Level 2 of 2 is next.");
    expect((await b.move(b.guard.client, data.id, "out")).status).toBe(409);
    const again = await b.move(b.approver.client, data.id, "approve");
    expect(again.message).toBe(
      "You have approved it already. Somebody else approves the next level.",
    );
    expect((await b.move(b.second.client, data.id, "approve")).message).toBe(
      `${data.number} may go out`,
    );
    const rows = await b.shard.all(
      "select level, user_name, decision, note from gate_pass_approvals where company_id = ? and gate_pass_id = ? order by level",
      data.id,
    );
    expect(rows).toEqual([
      { level: 1, user_name: "Asha Menon", decision: "approved", note: "Fine" },
      { level: 2, user_name: "Dr. V. Rao", decision: "approved", note: null },
    ]);
    await b.setLevels(2);
  });

  test("is not asked for where the company has no levels", async () => {
    await b.setLevels(0);
    const { data } = await b.pass([{ description: "Crate" }]);
    expect(await b.row(data.id)).toMatchObject({ status: "approved", levels: 0 });
    await b.setLevels(2);
  });

  test("that is refused frees the devices for another pass", async () => {
    const device = await b.device();
    const { data } = await b.pass([{ asset_id: device }]);
    const taken = await b.pass([{ asset_id: device }]);
    expect([taken.status, taken.message]).toMatchObject([
      409,
      expect.stringMatching(new RegExp(`Mobile X-ray is already on ${data.number}$`)),
    ]);
    await b.move(b.approver.client, data.id, "reject", { reason: "Repair it here" });
    expect((await b.pass([{ asset_id: device }])).status).toBe(201);
  });
});

describe("a device", () => {
  test("is out until it is back, has its badge and its history, and is on no other pass meanwhile", async () => {
    const device = await b.device();
    const pass = await outPass([{ asset_id: device }]);
    expect(await asset(device)).toMatchObject({ open_gate_pass_id: pass.id });
    const taken = await b.pass([{ asset_id: device }]);
    expect(taken.message).toMatch(new RegExp(`is already out on ${pass.number}$`));
    const moved = await b.admin.call("POST", `/api/assets/${device}/move`, {
      department_id: b.ward,
      room: "9",
      reason: "x",
    });
    expect(moved.status).toBe(409);
    const [line] = await b.lines(pass.id);
    const back = await b.move(b.guard.client, pass.id, "return", {
      lines: [{ id: line!.id, qty: 1, condition_in: "damaged" }],
    });
    expect([back.status, back.message]).toEqual([200, `Everything on ${pass.number} is back`]);
    expect(await asset(device)).toMatchObject({ open_gate_pass_id: null });
    const actions = await b.shard.all<{ action: string }>(
      "select action from activity_log where company_id = ? and asset_id = ? order by id",
      device,
    );
    expect(actions.map(({ action }) => action)).toEqual([
      "create.asset",
      "go_out.asset",
      "come_back.asset",
    ]);
    const twice = await b.move(b.guard.client, pass.id, "return", {
      lines: [{ id: line!.id, qty: 1, condition_in: "good" }],
    });
    expect(twice.status).toBe(409);
  });

  test("that came into a transfer meanwhile does not leave, and the guard reads why", async () => {
    const device = await b.device();
    const { data } = await b.pass([{ asset_id: device }]);
    for (const by of [b.approver, b.second]) await b.move(by.client, data.id, "approve");
    const other = await b.made("/api/departments", { name: "Elsewhere" });
    const transfer = await b.shard.add("asset_transfers", {
      ...{ number: "TR-1", kind: "permanent", from_department_id: b.ward, reason: "x" },
      ...{ to_department_id: other, status: "dispatched" },
    });
    await b.shard.set("assets", device, { open_transfer_id: transfer });
    const answer = await b.move(b.guard.client, data.id, "out");
    expect([answer.status, answer.message]).toMatchObject([
      409,
      expect.stringMatching(/Mobile X-ray is already in transfer TR-1$/),
    ]);
    expect((await b.row(data.id)).status).toBe("approved");
  });

  test("needs a serial, goes once, and is the company's", async () => {
    const device = await b.device({ serial_no: "" });
    const bare = await b.pass([{ asset_id: device }]);
    expect(bare.errors).toEqual({ "lines.0.serial_no": ["Serial no is required"] });
    const many = await b.pass([{ asset_id: device, serial_no: "1", qty: 2 }]);
    expect(many.errors).toEqual({ "lines.0.qty": ["An asset goes out once. Its quantity is 1"] });
    const both = await b.pass([{ asset_id: device, description: "And this", serial_no: "1" }]);
    expect(both.status).toBe(422);
    const nowhere = await b.pass([{ asset_id: "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41" }]);
    expect(nowhere.status).toBe(404);
  });

  test("that is written off stays out: it is not located, and can be condemned", async () => {
    const device = await b.device();
    const pass = await outPass([{ asset_id: device }]);
    const answer = await b.move(b.approver.client, pass.id, "write-off", { reason: "Lost" });
    expect(answer.status).toBe(200);
    expect(await asset(device)).toMatchObject({
      open_gate_pass_id: null,
      not_located_since: expect.any(String),
    });
    const condemned = await b.admin.call("POST", `/api/assets/${device}/condemn`, {
      condemn_reason: "lost",
    });
    expect(condemned.status).toBe(200);
  });

  test("is sold only once it is condemned, and leaves for good", async () => {
    const device = await b.device();
    const sale = { kind: "non_returnable", purpose: "condemn_sale", expected_return_on: "" };
    const early = await b.pass([{ asset_id: device }], sale);
    expect([early.status, early.message]).toMatchObject([
      409,
      expect.stringMatching(/is not condemned\. Condemn it before it is sold\.$/),
    ]);
    await b.admin.call("POST", `/api/assets/${device}/condemn`, { condemn_reason: "obsolete" });
    const pass = await outPass([{ asset_id: device }], sale);
    expect(await b.row(pass.id)).toMatchObject({ status: "closed" });
    expect(await asset(device)).toMatchObject({ open_gate_pass_id: null, lifecycle: "condemned" });
  });

  const dispose = (device: string) =>
    b.admin.call("POST", `/api/assets/${device}/dispose`, {
      ...{ disposal_mode: "scrap", disposed_on: inDays(-1), disposal_value: "0" },
    });
  const condemned = async (more: object = {}) => {
    const device = await b.device(more);
    const answer = await b.admin.call("POST", `/api/assets/${device}/condemn`, {
      ...{ condemn_reason: "obsolete", condemned_on: inDays(-2) },
    });
    expect(answer.status).toBe(200);
    return device;
  };

  test("is neither condemned nor disposed of while it is out, and the refusal names the pass", async () => {
    const [living, old] = [await b.device(), await condemned()];
    const pass = await outPass([{ asset_id: living }, { asset_id: old }]);
    const out = [409, `It is out on gate pass ${pass.number}. Return it first.`];
    const refused = await b.admin.call("POST", `/api/assets/${living}/condemn`, {
      condemn_reason: "obsolete",
    });
    expect([refused.status, refused.message]).toEqual(out);
    const { status, message } = await dispose(old);
    expect([status, message]).toEqual(out);
    const [, line] = await b.lines(pass.id);
    await b.move(b.guard.client, pass.id, "return", {
      lines: [{ id: line!.id, qty: 1, condition_in: "damaged" }],
    });
    expect((await dispose(old)).status).toBe(200);
  });

  test("is disposed of or goes on a pass, never both at once", async () => {
    const devices = await Promise.all([1, 2, 3, 4].map(() => condemned()));
    for (const device of devices) {
      const [gone, pass] = await Promise.all([dispose(device), b.pass([{ asset_id: device }])]);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual([gone.status, pass.status]);
      if (gone.status === 409) expect(gone.message).toContain(pass.data.number);
    }
  });

  test("that is sold is disposed of before or after it is fetched", async () => {
    const sale = { kind: "non_returnable", purpose: "condemn_sale", expected_return_on: "" };
    const device = await condemned();
    const { data: pass } = await b.pass([{ asset_id: device }], sale);
    expect((await dispose(device)).status).toBe(200);
    for (const by of [b.approver, b.second]) await b.move(by.client, pass.id, "approve");
    expect((await b.move(b.guard.client, pass.id, "out")).message).toBe(`${pass.number} is out`);
    const again = await b.pass([{ asset_id: device }], sale);
    expect(again.message).toMatch(/is disposed$/);
  });
});

describe("stock on a pass", () => {
  test("is issued when it leaves, and comes back to its batches piece by piece", async () => {
    const item = await b.item(3, {
      ...{ has_batches: true, has_expiry: true },
      ...{ opening_batch_no: "A", opening_expiry_on: "2030-01-31" },
    });
    await b.admin.call("POST", `/api/stocks/${item}/receive`, {
      ...{ qty: 4, unit_cost: "14", batch_no: "B", expiry_on: "2031-01-31" },
    });
    const pass = await outPass([{ stock_item_id: item, qty: 5 }]);
    expect(await b.quantity(item)).toBe(2);
    const batches = async () =>
      Object.fromEntries(
        (
          await b.shard.all<{ batch_no: string; quantity: number }>(
            "select batch_no, quantity from stock_batches where company_id = ? and stock_item_id = ?",
            item,
          )
        ).map(({ batch_no, quantity }) => [batch_no, quantity]),
      );
    expect(await batches()).toEqual({ A: 0, B: 2 });
    const [line] = await b.lines(pass.id);
    const back = (qty: number) =>
      b.move(b.guard.client, pass.id, "return", {
        lines: [{ id: line!.id, qty, condition_in: "good" }],
      });
    expect((await back(1)).message).toBe(`Part of ${pass.number} is back`);
    expect(await batches()).toEqual({ A: 0, B: 3 });
    expect((await back(5)).message).toMatch(/^Only 4 of Part \w+ are out$/);
    expect((await back(3)).status).toBe(200);
    expect(await batches()).toEqual({ A: 2, B: 4 });
    expect((await back(1)).message).toBe(`Everything on ${pass.number} is back`);
    expect(await batches()).toEqual({ A: 3, B: 4 });
    expect(await b.quantity(item)).toBe(7);
    const ledger = await b.shard.all<Record<string, unknown>>(
      "select kind, qty, unit_cost_minor, gate_pass_line_id, party from stock_movements where company_id = ? and stock_item_id = ? and gate_pass_line_id is not null order by seq",
      item,
    );
    expect(ledger.map(({ kind, qty }) => [kind, qty])).toEqual([
      ["issue", 5],
      ["receipt", 1],
      ["receipt", 1],
      ["receipt", 2],
      ["receipt", 1],
    ]);
    for (const row of ledger)
      expect(row).toMatchObject({ gate_pass_line_id: line!.id, party: "Northgate Clinic" });
  });

  test("that is short keeps the whole pass in, and says how much there is", async () => {
    const [item, device] = [await b.item(2), await b.device()];
    const { data } = await b.pass([{ stock_item_id: item, qty: 3 }, { asset_id: device }]);
    for (const by of [b.approver, b.second]) await b.move(by.client, data.id, "approve");
    const answer = await b.move(b.guard.client, data.id, "out");
    expect([answer.status, answer.message]).toMatchObject([
      409,
      expect.stringMatching(/^Only 2 of Part \w+ in stock$/),
    ]);
    expect(await asset(device)).toMatchObject({ open_gate_pass_id: null });
    expect((await b.row(data.id)).status).toBe("approved");
  });
});

describe("a repair", () => {
  test("holds its call while the device is out, and asks for the service report when it is back", async () => {
    const device = await b.device();
    const call = await b.made("/api/service-calls", {
      ...{ asset_id: device, problem: "No image on the screen", equipment_down: "yes" },
    });
    const pass = await outPass([{ asset_id: device }], { purpose: "repair", breakdown_id: call });
    expect(await b.shard.get("breakdowns", call)).toMatchObject({
      status: "on_hold",
      hold_reason: "sent_out",
    });
    const [line] = await b.lines(pass.id);
    const back = await b.move(b.guard.client, pass.id, "return", {
      lines: [{ id: line!.id, qty: 1, condition_in: "good" }],
    });
    expect(back.message).toBe(`Back on ${pass.number}. Write the service report of the repair.`);
    expect(await b.shard.get("breakdowns", call)).toMatchObject({
      status: "in_progress",
      hold_reason: null,
    });
  });

  const called = async (device: string) =>
    b.made("/api/service-calls", {
      ...{ asset_id: device, problem: "No image on the screen", equipment_down: "yes" },
    });
  const backOf = async (pass: string, ...at: number[]) => {
    const lines = await b.lines(pass);
    const answer = await b.move(b.guard.client, pass, "return", {
      lines: at.map((one) => ({ id: lines[one]!.id, qty: 1, condition_in: "good" })),
    });
    expect(answer.status).toBe(200);
  };
  const callIs = async (call: string) => {
    const { status, hold_reason } = await b.shard.get("breakdowns", call);
    return [status, hold_reason];
  };

  test("waits until its own device is back, whatever else comes back before", async () => {
    const [device, other] = [await b.device(), await b.device()];
    const call = await called(device);
    const about = { purpose: "repair", breakdown_id: call };
    const pass = await outPass([{ asset_id: device }, { asset_id: other }], about);
    await backOf(pass.id, 1);
    expect(await callIs(call)).toEqual(["on_hold", "sent_out"]);
    await backOf(pass.id, 0);
    expect(await callIs(call)).toEqual(["in_progress", null]);
  });

  test("that people hold for another reason meanwhile stays on hold", async () => {
    const device = await b.device();
    const call = await called(device);
    const about = { purpose: "repair", breakdown_id: call };
    const pass = await outPass([{ asset_id: device }], about);
    await b.admin.call("POST", `/api/service-calls/${call}/resume`, {});
    const held = { hold_reason: "awaiting_part" };
    await b.admin.call("POST", `/api/service-calls/${call}/hold`, held);
    await backOf(pass.id, 0);
    expect(await callIs(call)).toEqual(["on_hold", "awaiting_part"]);
  });

  test("alone holds a call: a device that is lent is not being repaired", async () => {
    const device = await b.device();
    const call = await called(device);
    await outPass([{ asset_id: device }], { purpose: "loan", breakdown_id: call });
    expect(await callIs(call)).toEqual(["new", null]);
  });

  test("names a call of a device that is on the pass", async () => {
    const [device, other] = [await b.device(), await b.device()];
    const call = await b.made("/api/service-calls", {
      ...{ asset_id: other, problem: "No image on the screen", equipment_down: "no" },
    });
    const answer = await b.pass([{ asset_id: device }], { purpose: "repair", breakdown_id: call });
    expect(answer.errors).toEqual({
      breakdown_id: ["The call is about an asset that is not on this pass"],
    });
  });
});

describe("a pass that is out", () => {
  test("gets a later day, and keeps the one before", async () => {
    const pass = await outPass([{ description: "Crate" }]);
    const extend = (new_on: string) =>
      b.move(b.approver.client, pass.id, "extend", { new_on, reason: "Waits for a part" });
    expect((await extend(inDays(7))).errors).toEqual({ new_on: ["Choose a later day than now"] });
    expect((await extend(inDays(20))).status).toBe(200);
    const rows = await b.shard.all(
      "select old_on, new_on, reason, actor_name from gate_pass_extensions where company_id = ? and gate_pass_id = ?",
      pass.id,
    );
    expect(rows).toEqual([
      {
        old_on: inDays(7),
        new_on: inDays(20),
        reason: "Waits for a part",
        actor_name: "Asha Menon",
      },
    ]);
    expect(await b.row(pass.id)).toMatchObject({ status: "out", expected_return_on: inDays(20) });
  });

  test("sends no letter with a line of a header in it, or to several addresses", async () => {
    const pass = await outPass([{ description: "Crate" }]);
    const letter = { to: "party@example.com", subject: "Overdue", letter: "When is it back?" };
    for (const [field, value] of [
      ["subject", "Overdue\r\nBcc: all@example.com"],
      ["subject", "Overdue\u2028Bcc: all@example.com"],
      ["to", "party@example.com\nBcc: all@example.com"],
      ["to", "party@example.com, all@example.com"],
      ["to", "Party <party@example.com>"],
    ] as const) {
      const sent = { ...letter, [field]: value };
      const { status, errors } = await b.move(b.maker.client, pass.id, "chase", sent);
      expect([value, status, Object.keys(errors ?? {})]).toEqual([value, 422, [field]]);
    }
    expect(await b.shard.count("outbox", "instr(dedupe_key, ?2) > 0", pass.id)).toBe(0);
  });

  test("is written about to its party by an edited letter", async () => {
    const pass = await outPass([{ description: "Crate" }]);
    const answer = await b.move(b.maker.client, pass.id, "chase", {
      ...{ to: "party@example.com", subject: "Our crate", letter: "When does it come back?" },
    });
    expect(answer.message).toBe("Letter to party@example.com is on its way");
    const letters = await b.shard.all<{ payload: string }>(
      "select payload from outbox where company_id = ? and instr(dedupe_key, ?) > 0",
      pass.id,
    );
    expect(letters.length).toBe(1);
    expect(letters[0]!.payload).toContain("party@example.com");
  });

  test("takes thirty letters a day of a person, also when the last ones are sent at once", async () => {
    const writer = await b.person("Writer", "view-gate-pass", "create-gate-pass");
    const passes = [
      await outPass([{ description: "Crate" }]),
      await outPass([{ description: "Trolley" }]),
    ];
    const today = dayIn(TIME_ZONE, Date.now());
    for (let n = 0; n < 29; n++)
      await b.shard.add("outbox", {
        ...{ topic: "mail", payload: "{}", sent_at: 1, next_at: null },
        dedupe_key: `pass.letter:${today}:${writer.id}:earlier:${n}`,
      });
    const write = (pass: { id: string }) =>
      b.move(writer.client, pass.id, "chase", {
        ...{ to: "party@example.com", subject: "Overdue", letter: "When is it back?" },
      });
    const answers = await Promise.all(passes.map(write));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(answers.find(({ status }) => status === 429)?.message).toBe(
      "You have written 30 letters about gate passes today. Write more tomorrow.",
    );
    expect((await write(passes[0]!)).status).toBe(429);
    const [pass] = passes;
    const other = await b.move(b.maker.client, pass!.id, "chase", {
      ...{ to: "party@example.com", subject: "Overdue", letter: "When is it back?" },
    });
    expect(other.status).toBe(200);
  });
});

test("the list of passes is read by the API, by tab and by device", async () => {
  const device = await b.device();
  const { data: pass } = await b.pass([{ asset_id: device }]);
  const read = async (query: string) =>
    (await b.maker.client.call<unknown>("GET", `/api/gate-passes?${query}`)).data;
  const row = expect.objectContaining({
    ...{ id: pass.id, number: pass.number, status: "pending_approval" },
    ...{ line_count: 1, first_item: "Mobile X-ray", vendor_name: null },
  });
  expect(await read(`tab=all&asset=${device}`)).toEqual([row]);
  expect(await read("")).toContainEqual(row);
  expect(await read(`tab=out&asset=${device}`)).toEqual([]);
});

test("a draft is edited, its lines replaced, and a second pen reads that it was changed", async () => {
  const [one, two] = [await b.device(), await b.device()];
  const { data } = await b.pass([{ asset_id: one }], { is_submitted: false });
  const { version } = await b.row(data.id);
  const body = {
    ...{ kind: "returnable", purpose: "loan", party_name: "Southgate Clinic", version },
    ...{ carrier_name: "K. Murugan", expected_return_on: inDays(9), is_submitted: true },
    lines: [{ asset_id: two, qty: 1, condition_out: "fair" }],
  };
  const put = () => b.maker.client.call("PUT", `/api/gate-passes/${data.id}`, body);
  expect((await put()).status).toBe(200);
  expect((await b.lines(data.id)).map(({ asset_id }) => asset_id)).toEqual([two]);
  expect(await b.row(data.id)).toMatchObject({
    status: "pending_approval",
    party_name: "Southgate Clinic",
  });
  expect((await put()).status).toBe(409);
  expect((await b.pass([{ asset_id: one }])).status).toBe(201);
});

test("a person of other Locations sees neither a pass nor its devices", async () => {
  const device = await b.device();
  const { data } = await b.pass([{ asset_id: device }]);
  const other = await b.made("/api/departments", { name: "Far ward" });
  const far = await b.person(
    "Far",
    "view-gate-pass",
    "create-gate-pass",
    "approve-gate-pass",
    "view-asset",
  );
  await b.shard.add("user_scopes", { user_id: far.id, department_id: other });
  expect((await far.client.call("GET", `/api/gate-passes/${data.id}`)).status).toBe(404);
  expect((await b.move(far.client, data.id, "approve")).status).toBe(404);
  expect((await b.pass([{ asset_id: device }], {}, far.client)).status).toBe(404);
});
