import { beforeAll, expect, test } from "vitest";
import { inDays, type PassBench, passBench } from "#tests/support/passes.ts";
import { companyDb } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { askForOverdue } from "#worker/domain/gate-passes/overdue.ts";

let b: PassBench;
beforeAll(async () => {
  b = await passBench(await world(), "overdue", 0);
});

const morning = (today: string) =>
  askForOverdue(
    companyDb(b.shard),
    { origin: "http://overdue.localhost", today, company: { settings: {}, country: "IN" } },
    Date.now(),
  );
const letters = (id: string) =>
  b.shard.count("outbox", "topic = 'mail' and instr(dedupe_key, ?) = 1", `pass.overdue:${id}:`);
const notices = (id: string) =>
  b.shard.count(
    "notifications",
    "kind = 'pass.overdue' and entity_id = ? and user_id = ?",
    id,
    b.approver.id,
  );

test("what is overdue is asked for on the first morning and weekly, until a later day is given or it is back", async () => {
  const vendor = await b.made("/api/vendors", {
    ...{
      name: "Siemens Healthineers",
      phone: "+91 1",
      email: "service@example.com",
      is_service: true,
    },
  });
  const { data } = await b.pass([{ description: "Detector" }], { vendor_id: vendor });
  await b.move(b.guard.client, data.id, "out");
  await b.shard.set("gate_passes", data.id, { expected_return_on: inDays(-1) });
  const told = async () => [
    await letters(data.id),
    await notices(data.id),
    await b.shard.counter("passes.overdue"),
    await b.shard.counter("passes.due"),
  ];
  await morning(inDays(-1));
  expect(await told(), "its day is not over").toEqual([0, 0, 0, 0]);
  await morning(inDays(0));
  await morning(inDays(0));
  expect(await told()).toEqual([1, 1, 1, 1]);
  const [letter] = await b.shard.all<{ payload: string }>(
    "select payload from outbox where company_id = ? and instr(dedupe_key, ?) = 1",
    `pass.overdue:${data.id}:`,
  );
  expect(letter!.payload).toContain("1 x Detector");
  expect(letter!.payload).toContain("service@example.com");
  await morning(inDays(3));
  expect((await told())[0], "not every day").toBe(1);
  await morning(inDays(7));
  expect(await told()).toEqual([2, 2, 1, 1]);
  await b.move(b.maker.client, data.id, "extend", {
    new_on: inDays(9),
    reason: "Waits for a part",
  });
  await morning(inDays(8));
  expect(await told(), "a later day ends it").toEqual([2, 2, 0, 0]);
  await morning(inDays(10));
  expect(await told(), "until that is over, too").toEqual([3, 3, 1, 1]);
  const [line] = await b.lines(data.id);
  const { status } = await b.move(b.guard.client, data.id, "return", {
    lines: [{ id: line!.id, qty: 1, condition_in: "good" }],
  });
  expect(status).toBe(200);
  await morning(inDays(30));
  expect(await told()).toEqual([3, 3, 0, 0]);
  const notes = await b.shard.count(
    "gate_pass_events",
    "gate_pass_id = ? and note like 'Letter to service@example.com%'",
    data.id,
  );
  expect(notes).toBe(3);
});

test("two mornings at once ask once", async () => {
  const before = await b.shard.counter("passes.overdue");
  const { data } = await b.pass([{ description: "Crate" }]);
  await b.move(b.guard.client, data.id, "out");
  await b.shard.set("gate_passes", data.id, { expected_return_on: inDays(-2) });
  await Promise.allSettled([morning(inDays(0)), morning(inDays(0))]);
  expect(await notices(data.id)).toBe(1);
  expect(await b.shard.counter("passes.overdue")).toBe(before + 1);
});
