import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  shard = rowsOf(w, w.companies.acme);
});

/** A device with calls of colleagues that hold it down or not. */
async function device(...down: boolean[]) {
  const { asset, department } = await bench(w, w.companies.acme, []);
  const rows = down.map((equipmentDown) => ({
    id: newId(),
    number: `SC-${newId().slice(-8)}`,
    asset_id: asset,
    department_id: department,
    source: "web",
    reported_by_name: "Nurse",
    reported_at: Date.now(),
    problem: "No display",
    priority: "high",
    equipment_down: Number(equipmentDown),
  }));
  await shard.add("breakdowns", ...rows);
  await shard.set("assets", asset, {
    open_breakdown_count: down.length,
    is_down: Number(down.includes(true)),
    condition: down.includes(true) ? "not_working" : "working",
  });
  const [first = "", second = "", third = ""] = rows.map(({ id }) => id);
  return { asset, calls: [first, second, third] as const };
}
const move = (id: string, verb: string, body: object = {}, by = admin) =>
  by.call("POST", `/api/service-calls/${id}/${verb}`, body);
const solved = { cause_code: "battery", resolution: "Battery replaced" };
const stateOf = async (asset: string) => {
  const { open_breakdown_count, is_down, condition } = await shard.get("assets", asset);
  return { open_breakdown_count, is_down, condition };
};
test("a device is down until the last call that holds it down is resolved", async () => {
  const { asset, calls } = await device(true, true, false);
  const counts = () =>
    Promise.all(["calls.open", "assets.condition:not_working"].map(shard.counter));
  const [open, notWorking] = (await counts()) as [number, number];
  expect(await move(calls[0], "resolve", solved)).toMatchObject({
    status: 200,
    message: "Call resolved",
  });
  expect(await stateOf(asset)).toEqual({
    open_breakdown_count: 2,
    is_down: 1,
    condition: "not_working",
  });
  await move(calls[1], "resolve", { ...solved, condition: "working_limited" });
  expect(await stateOf(asset)).toEqual({
    open_breakdown_count: 1,
    is_down: 0,
    condition: "working_limited",
  });
  await move(calls[2], "cancel", { reason: "Nothing was wrong" });
  expect(await stateOf(asset)).toMatchObject({ open_breakdown_count: 0, is_down: 0 });
  expect(await counts()).toEqual([open - 3, notWorking - 1]);
  const page = await admin.text(`/asset/detail/${asset}`);
  expect([page.includes("Do not use"), page.includes("Call open")]).toEqual([false, false]);
});

test("what a stranger reports holds a device down once a colleague acknowledges it", async () => {
  const working = { is_down: 0, condition: "working" };
  const { asset, calls } = await device(true, true);
  for (const call of calls.slice(0, 2)) await shard.set("breakdowns", call, { source: "qr" });
  await shard.set("assets", asset, working);
  await move(calls[1], "cancel", { reason: "A false alarm" });
  expect(await stateOf(asset)).toEqual({ open_breakdown_count: 1, ...working });
  await move(calls[0], "acknowledge");
  expect(await stateOf(asset)).toMatchObject({ is_down: 1, condition: "not_working" });
  await move(calls[0], "resolve", solved);
  expect(await stateOf(asset)).toEqual({ open_breakdown_count: 0, ...working });
});

test.each(["cancel", "resolve"])(
  "to %s a report of a stranger leaves the condition",
  async (verb) => {
    const { asset, calls } = await device(true);
    await shard.set("breakdowns", calls[0], { source: "qr" });
    await shard.set("assets", asset, { is_down: 0, condition: "working_limited" });
    await move(calls[0], verb, verb === "resolve" ? solved : { reason: "A false alarm" });
    expect(await stateOf(asset)).toEqual({
      open_breakdown_count: 0,
      is_down: 0,
      condition: "working_limited",
    });
  },
);

test("a call reopened holds the device down again, and tells those who look after it", async () => {
  const { asset, calls } = await device(true);
  await move(calls[0], "acknowledge");
  await move(calls[0], "resolve", solved);
  expect(await move(calls[0], "close", { reason: "Works" })).toMatchObject({
    status: 200,
    message: "Call closed",
  });
  expect((await move(calls[0], "reopen", { reason: "Dark again" })).status).toBe(200);
  expect(await stateOf(asset)).toEqual({
    open_breakdown_count: 1,
    is_down: 1,
    condition: "not_working",
  });
  expect(await shard.get("breakdowns", calls[0])).toMatchObject({
    status: "in_progress",
    reopen_count: 1,
    first_response_at: expect.any(Number),
    resolved_at: null,
    restored_at: null,
    closed_at: null,
  });
  const title = "select title from notifications where company_id = ? and entity_id = ?";
  expect(await shard.value<string>(title, calls[0])).toMatch(/^Problem reported again: /);
  const events = await shard.all(
    "select status, note, actor_name from breakdown_events where company_id = ? and breakdown_id = ? order by id",
    calls[0],
  );
  const actor_name = "admin of acme";
  expect(events).toEqual([
    { status: "acknowledged", note: null, actor_name },
    { status: "resolved", note: "Battery replaced", actor_name },
    { status: "closed", note: "Works", actor_name },
    { status: "in_progress", note: "Dark again", actor_name },
  ]);
});

test("a call is read with what happened and what may be done, and the device's page shows both", async () => {
  const { asset, calls } = await device(true);
  await move(calls[0], "acknowledge", { reason: "On my way" });
  type Call = { moves: { move: string; why: string | null }[] };
  const { data } = await admin.call<Call>("GET", `/api/service-calls/${calls[0]}`);
  expect(data).toMatchObject({ status: "acknowledged", events: [{ note: "On my way" }] });
  expect(Object.fromEntries(data.moves.map((offer) => [offer.move, offer.why]))).toEqual({
    acknowledge: "This call is acknowledged",
    assign: null,
    start: null,
    hold: "Only a call that is assigned or in progress is put on hold",
    resume: "Only a call on hold is resumed",
    resolve: null,
    close: "Only a resolved call is closed",
    reopen: "This call is acknowledged",
    cancel: null,
    duplicate: null,
    remark: null,
    join: null,
    correct: null,
    "tell-vendor": null,
  });
  const page = await admin.text(`/asset/detail/${asset}`);
  const texts = ["Reported problems", "On my way", "Acknowledged", "Resolve", "Do not use"];
  expect(texts.filter((text) => !page.includes(text))).toEqual([]);
  const dialog = await admin.text(`/asset/detail/${asset}?do=resolve&on=${calls[0]}`);
  expect(dialog).toMatch(/<dialog[^>]*>[\s\S]*name="resolution"/);
  const sent = await admin.form(`/asset/detail/${asset}.data`, {
    intent: "call-resolve",
    call: calls[0],
    version: "2",
    causeCode: "battery",
    resolution: "Battery replaced",
    condition: "working",
  });
  expect([sent.status, (await sent.text()).includes("Call resolved")]).toEqual([200, true]);
  expect(await stateOf(asset)).toEqual({
    open_breakdown_count: 0,
    is_down: 0,
    condition: "working",
  });
});

test("who reported a call cancels and closes it, with less than others need", async () => {
  const { calls } = await device(false, false);
  const rights = ["view-breakdown", "create-breakdown"];
  const { id, client } = await colleague(w, w.companies.acme, ...rights);
  expect((await move(calls[0], "cancel", { reason: "My mistake" }, client)).status).toBe(403);
  for (const call of [calls[0], calls[1]])
    await shard.set("breakdowns", call, { reporter_user_id: id });
  expect((await move(calls[0], "cancel", { reason: "My mistake" }, client)).status).toBe(200);
  await move(calls[1], "resolve", solved);
  expect((await move(calls[1], "close", {}, client)).status).toBe(200);
  expect((await move(calls[1], "resolve", solved, client)).status).toBe(403);
});

test("condemning a device closes its calls with their events and counters; they stay closed", async () => {
  const { asset, calls } = await device(true, false);
  await move(calls[1], "resolve", solved);
  const downFor = () => shard.count("asset_downtimes", "asset_id = ? and ended_at is null", asset);
  await shard.add("asset_downtimes", {
    ...{ asset_id: asset, breakdown_id: calls[0], kind: "unplanned", started_at: 1 },
  });
  const open = await shard.counter("calls.open");
  const body = { condemn_reason: "unsafe" };
  expect((await admin.call("POST", `/api/assets/${asset}/condemn`, body)).status).toBe(200);
  expect([await shard.counter("calls.open"), await downFor()]).toEqual([open - 1, 0]);
  for (const id of [calls[0], calls[1]]) {
    const event = await shard.first(
      "select status, actor_name from breakdown_events where company_id = ? and breakdown_id = ? order by id desc",
      id,
    );
    expect(event).toEqual({ status: "closed_condemned", actor_name: "admin of acme" });
    expect((await move(id, "reopen", { reason: "Again" })).message).toBe(
      "This call is closed as condemned",
    );
  }
  expect(await stateOf(asset)).toMatchObject({ open_breakdown_count: 0, is_down: 0 });
});

test("a closed call is not reopened on a condemned device, nor after the company's days", async () => {
  const { asset, calls } = await device(false);
  await move(calls[0], "resolve", solved);
  await move(calls[0], "close");
  await shard.set("assets", asset, { lifecycle: "condemned" });
  expect(await move(calls[0], "reopen", { reason: "Again" })).toMatchObject({
    status: 409,
    message: "Its asset is condemned",
  });
  await shard.set("breakdowns", calls[0], { closed_at: 1 });
  expect((await move(calls[0], "reopen", { reason: "Again" })).message).toBe(
    "A call is reopened within 7 days. Report the problem anew.",
  );
});

test("a device's page moves its own calls and reports alone, none of another device", async () => {
  const [here, there] = [await device(false), await device(false)];
  const post = async (call: string) => {
    const fields = { intent: "call-acknowledge", call, reason: "" };
    return (await admin.form(`/asset/detail/${here.asset}.data`, fields)).status;
  };
  expect([await post(there.calls[0]), await post(here.calls[0])]).toEqual([404, 200]);
});

test("who may report a problem begins a call by choosing a device they see; one that is no longer in use takes none", async () => {
  const { asset, calls } = await device(false);
  const { client: nurse } = await colleague(w, w.companies.acme, "view-asset", "create-breakdown");
  const { client: viewer } = await colleague(w, w.companies.acme, "view-asset", "view-breakdown");
  const open = await shard.counter("calls.open");
  const report = (asset_id: string, by = admin) =>
    by.call("POST", "/api/service-calls", {
      asset_id,
      problem: "Alarm does not sound",
      equipment_down: "yes",
    });
  const answer = await report(asset);
  const { number: already } = await shard.get("breakdowns", calls[0]);
  expect(answer).toMatchObject({
    status: 201,
    message: `Problem reported. Also open on this asset: ${already}`,
  });
  const { id } = (answer as unknown as { data: { id: string } }).data;
  expect(await shard.get("breakdowns", id)).toMatchObject({
    source: "web",
    reporter_user_id: w.companies.acme.users.admin.id,
    equipment_down: 1,
    status: "new",
  });
  expect(await stateOf(asset)).toMatchObject({ open_breakdown_count: 2, is_down: 1 });
  expect(await shard.counter("calls.open")).toBe(open + 1);
  expect((await report(asset, nurse)).status).toBe(201);
  expect((await report(asset, viewer)).status).toBe(403);
  expect(await viewer.text("/dashboard")).toContain("Alarm does not sound");
  await shard.set("assets", asset, { lifecycle: "condemned" });
  expect((await report(asset)).status).toBe(409);
  expect((await report(newId())).status).toBe(404);
});
