import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { colleague } from "#tests/support/person.ts";
import { PNG } from "#tests/support/pictures.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let from: string;
let to: string;
let room: string;
let categoryId: string;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "moving", 2, 0);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  const masters = await mastersFor(w, company, "Moving");
  ({ departmentId: from, categoryId } = masters);
  to = await shard.add("departments", { name: "Receiving ward" });
  room = await shard.add("locations", {
    name: "Main",
    path: "Main",
    level: "site",
    path_ids: "/x/",
    depth: 1,
  });
}, 60_000);

let made = 0;
async function device(more: Record<string, unknown> = {}) {
  const { data, status, errors } = await admin.call<{ id: string }>("POST", "/api/assets", {
    ...{ asset_code: `MV-${++made}`, name: `Infusion pump ${made}`, category_id: categoryId },
    ...{ department_id: from, ownership: "owned", criticality: "high", lifecycle: "in_service" },
    ...more,
  });
  expect([status, errors]).toEqual([201, undefined]);
  return { id: data.id, code: `MV-${made}` };
}
const request = (assets: string[], more: object = {}, by = admin) =>
  by.call<{ id: string; number: string }>("POST", "/api/asset-transfers", {
    kind: "permanent",
    to_department_id: to,
    reason: "Needed there",
    lines: assets.map((asset_id) => ({ asset_id, condition_out: "good" })),
    ...more,
  });
const linesOf = (id: string) =>
  shard.all<Record<string, string>>(
    "select * from asset_transfer_lines where company_id = ?1 and transfer_id = ?2 order by id",
    id,
  );
const rights = ["view", "create", "edit", "approve"].map((verb) => `${verb}-asset-transfer`);
const move = (by: Client, id: string, name: string, body: object = {}) =>
  by.call<{ id: string }>("POST", `/api/asset-transfers/${id}/${name}`, body);
const limitedTo = async (department: string) => {
  const person = await colleague(w, company, "view-asset", ...rights);
  await shard.add("user_scopes", { user_id: person.id, department_id: department });
  return person;
};

test("a person of the receiving Location alone takes in what they did not see, and nothing else", async () => {
  const [pump, other] = [await device(), await device()];
  const { data } = await request([pump.id]);
  const other2 = await request([other.id], { to_department_id: from, to_location_id: room });
  const receiver = await limitedTo(to);
  expect((await receiver.client.api(`/api/assets/${pump.id}`)).status).toBe(404);
  expect((await receiver.client.api(`/api/asset-transfers/${other2.data.id}`)).status).toBe(404);
  expect((await move(receiver.client, data.id, "approve")).status).toBe(200);
  expect((await move(receiver.client, data.id, "dispatch")).status, "not theirs to send").toBe(403);
  await move(admin, data.id, "dispatch");
  const [line] = await linesOf(data.id);
  const shown = await receiver.client.call<{ lines: { asset_code: string }[] }>(
    "GET",
    `/api/asset-transfers/${data.id}`,
  );
  expect(shown.data.lines.map(({ asset_code }) => asset_code)).toEqual([pump.code]);
  const scanned = await receiver.client.page(
    `/asset-transfer/scan/${data.id}?text=${pump.code.toLowerCase()}`,
  );
  expect(await scanned.json()).toMatchObject({ found: { value: line!.id } });
  const stranger = await receiver.client.page(`/asset-transfer/scan/${data.id}?text=${other.code}`);
  expect(await stranger.json()).toHaveProperty("problem");
  const before = await shard.value(
    "select value from counters where company_id = ?1 and id = ?2",
    `assets.department:${from}`,
  );
  const received = await move(receiver.client, data.id, "receive", {
    lines: [{ id: line!.id, decision: "accepted", condition_in: "good" }],
  });
  expect(received).toMatchObject({ status: 200, message: "Transfer received" });
  expect((await receiver.client.api(`/api/assets/${pump.id}`)).status).toBe(200);
  expect(
    await shard.value(
      "select value from counters where company_id = ?1 and id = ?2",
      `assets.department:${from}`,
    ),
  ).toBe(before! - 1);
  const found = await receiver.client.call<{ asset_code: string }[]>(
    "GET",
    `/api/assets?q=${pump.code}`,
  );
  expect(found.data.map(({ asset_code }) => asset_code)).toEqual([pump.code]);
});

test("who sends does not receive for the other Location, and a rejection needs no less", async () => {
  const pump = await device();
  const { data } = await request([pump.id]);
  const [sender, another] = [await limitedTo(from), await limitedTo(from)];
  await move(sender.client, data.id, "approve");
  expect((await move(sender.client, data.id, "dispatch")).status).toBe(200);
  const [line] = await linesOf(data.id);
  for (const decision of ["accepted", "rejected"])
    expect(
      await move(another.client, data.id, "receive", {
        lines: [{ id: line!.id, decision, condition_in: "good", discrepancy: "Not ours" }],
      }),
    ).toMatchObject({ status: 403, message: "People of the Location it goes to receive it" });
  expect(await shard.get("assets", pump.id)).toMatchObject({
    ...{ department_id: from, open_transfer_id: data.id },
  });
});

test("what arrives worse than it left is received with a discrepancy, and told of", async () => {
  const pump = await device();
  const requester = await colleague(w, company, "view-asset", ...rights);
  const { data } = await request([pump.id], {}, requester.client);
  await move(admin, data.id, "approve");
  await move(requester.client, data.id, "dispatch");
  const [line] = await linesOf(data.id);
  await move(admin, data.id, "receive", {
    lines: [{ id: line!.id, decision: "accepted", condition_in: "fair" }],
  });
  expect(await shard.get("asset_transfers", data.id)).toMatchObject({
    status: "received_with_discrepancy",
  });
  expect(
    await shard.count("notifications", "kind = 'transfer.discrepancy' and entity_id = ?2", data.id),
  ).toBeGreaterThan(0);
});

test("what was lent from a place that is gone comes back to its Location alone", async () => {
  const place = await shard.add("locations", {
    ...{ name: "Old wing", path: "Old wing", level: "site", path_ids: "/old/", depth: 1 },
  });
  const pump = await device({ location_id: place, room: "Bed 1" });
  const { data } = await request([pump.id], { kind: "temporary", due_back_on: "2099-01-01" });
  await move((await limitedTo(from)).client, data.id, "approve");
  await move(admin, data.id, "dispatch");
  const [line] = await linesOf(data.id);
  await move((await limitedTo(to)).client, data.id, "receive", {
    lines: [{ id: line!.id, decision: "accepted", condition_in: "good" }],
  });
  await shard.set("locations", place, { archived_at: 1 });
  const back = await move(admin, data.id, "give-back", {
    lines: [{ id: line!.id, condition_back: "good" }],
  });
  expect(back.message).toBe("Given back. The place of 1 asset is no longer there.");
  expect(await shard.get("assets", pump.id)).toMatchObject({
    ...{ department_id: from, location_id: null, room: null },
  });
});

test("a person who is limited gives back a device that leaves their sight", async () => {
  const pump = await device({ room: "Bed 7" });
  const { data } = await request([pump.id], { kind: "temporary", due_back_on: "2099-01-01" });
  const receiver = await limitedTo(to);
  await move(receiver.client, data.id, "approve");
  await move(admin, data.id, "dispatch");
  const [line] = await linesOf(data.id);
  const lines = [{ id: line!.id, decision: "accepted", condition_in: "good" }];
  await move(receiver.client, data.id, "receive", { lines });
  const held = await admin.call("POST", `/api/assets/${pump.id}/move`, {
    ...{ department_id: from, reason: "Back" },
  });
  expect(held).toMatchObject({ status: 409, message: "It is in a transfer. Finish that first." });
  const back = await move(receiver.client, data.id, "give-back", {
    lines: [{ id: line!.id, condition_back: "fair" }],
  });
  expect(back).toMatchObject({ status: 200, message: "Assets are back" });
  expect(
    await shard.first(
      "select department_id, room, open_transfer_id from assets where company_id = ?1 and id = ?2",
      pump.id,
    ),
  ).toEqual({ department_id: from, room: "Bed 7", open_transfer_id: null });
  expect((await receiver.client.api(`/api/assets/${pump.id}`)).status).toBe(404);
  const { data: found } = await admin.call<{ id: string }[]>("GET", `/api/assets?q=${pump.code}`);
  expect(found.map(({ id }) => id)).toEqual([pump.id]);
});

test("says why a device cannot go, and warns of an open call", async () => {
  const [pump, gone, elsewhere] = [
    await device(),
    await device(),
    await device({ department_id: to }),
  ];
  await admin.call("POST", "/api/service-calls", {
    ...{ asset_id: pump.id, problem: "Alarm does not sound", equipment_down: "no" },
  });
  await admin.call("POST", `/api/assets/${gone.id}/condemn`, { condemn_reason: "obsolete" });
  expect(await request([gone.id])).toMatchObject({
    ...{ status: 409, message: `${gone.code} is condemned` },
  });
  expect(await request([pump.id, elsewhere.id])).toMatchObject({ status: 422 });
  expect(await request([pump.id], { to_department_id: from })).toMatchObject({
    ...{ status: 422, errors: { to_department_id: ["Choose another Location or place"] } },
  });
  expect(await request([pump.id], { kind: "temporary" })).toMatchObject({
    errors: { due_back_on: ["Say when they are due back"] },
  });
  expect(await request([pump.id], { kind: "temporary", due_back_on: "2020-01-01" })).toMatchObject({
    errors: { due_back_on: ["Due back cannot be in the past"] },
  });
  const first = await request([pump.id]);
  expect(first.status).toBe(201);
  expect(first.message).toBe(`Transfer requested. It has an open service call: ${pump.code}`);
  expect(await request([pump.id])).toMatchObject({
    ...{ status: 409, message: `${pump.code} is already in transfer ${first.data.number}` },
  });
  const condemned = await admin.call("POST", `/api/assets/${pump.id}/condemn`, {
    condemn_reason: "obsolete",
  });
  expect(condemned.status).toBe(409);
});

test("of twenty transfers of one device at once one is written", async () => {
  const pump = await device();
  const answers = await Promise.all(Array.from({ length: 20 }, () => request([pump.id])));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, message } of answers.filter((one) => one.status !== 201))
    expect([status, message]).toEqual([
      409,
      expect.stringMatching(new RegExp(`^${pump.code} is already in transfer TR-`)),
    ]);
});

test("a rejected line stays where it was, with its photo, and those concerned are told", async () => {
  const [good, bad] = [await device(), await device()];
  const requester = await colleague(w, company, "view-asset", ...rights);
  const { data } = await request([good.id, bad.id], {}, requester.client);
  await move(admin, data.id, "approve", { reason: "Go ahead" });
  await move(requester.client, data.id, "dispatch");
  const [first, second] = await linesOf(data.id);
  const form = new FormData();
  form.set("line_id", second!.id!);
  form.set("photo", new File([PNG], "scratch.png", { type: "image/png" }));
  const photo = await admin.api(`/api/asset-transfers/${data.id}/photos`, {
    method: "POST",
    body: form,
  });
  expect(photo.status).toBe(201);
  const without = await move(admin, data.id, "receive", {
    lines: [
      { id: first!.id, decision: "accepted", condition_in: "good" },
      { id: second!.id, decision: "rejected", condition_in: "damaged" },
    ],
  });
  expect(without).toMatchObject({
    status: 422,
    errors: { "lines.1.discrepancy": [expect.stringContaining("Say what is wrong")] },
  });
  const done = await move(admin, data.id, "receive", {
    lines: [
      { id: first!.id, decision: "accepted", condition_in: "good" },
      {
        id: second!.id,
        decision: "rejected",
        condition_in: "damaged",
        discrepancy: "Screen broken",
      },
    ],
  });
  expect(done.message).toBe("Received. 1 asset was rejected and stays where it was.");
  expect(
    (await linesOf(data.id)).map((line) => [
      line.status,
      line.is_open,
      line.photo_media_id !== null,
    ]),
  ).toEqual([
    ["accepted", 0, false],
    ["rejected", 0, true],
  ]);
  const places = await shard.all<{ department_id: string; open_transfer_id: null }>(
    "select department_id, open_transfer_id from assets where company_id = ?1 and id in (?2, ?3) order by asset_code",
    good.id,
    bad.id,
  );
  expect(places).toEqual([
    { department_id: to, open_transfer_id: null },
    { department_id: from, open_transfer_id: null },
  ]);
  const told = await shard.all<{ kind: string }>(
    "select kind from notifications where company_id = ?1 and user_id = ?2 and entity_id = ?3 order by id",
    requester.id,
    data.id,
  );
  expect(told.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["transfer.decided", "transfer.discrepancy"]),
  );
  const moves = await shard.value<string>(
    "select reason from activity_log where company_id = ?1 and asset_id = ?2 and action = 'move.asset'",
    good.id,
  );
  expect(moves).toMatch(/^TR-.*: Needed there$/);
});

test("a draft is written anew, keeps its lines, and lets go of what it no longer has", async () => {
  const [one, two] = [await device(), await device()];
  const { data } = await request([one.id], { isDraft: undefined, is_draft: true });
  const [line] = await linesOf(data.id);
  const anew = await admin.call("PUT", `/api/asset-transfers/${data.id}`, {
    ...{ kind: "permanent", to_department_id: to, reason: "Both", is_draft: true },
    lines: [one.id, two.id].map((asset_id) => ({ asset_id, condition_out: "fair" })),
  });
  expect(anew.status).toBe(200);
  expect((await linesOf(data.id))[0]!.id).toBe(line!.id);
  await admin.call("PUT", `/api/asset-transfers/${data.id}`, {
    ...{ kind: "permanent", to_department_id: to, reason: "One", is_draft: true },
    lines: [{ asset_id: two.id, condition_out: "fair" }],
  });
  expect(
    await shard.value(
      "select open_transfer_id from assets where company_id = ?1 and id = ?2",
      one.id,
    ),
  ).toBeNull();
  await move(admin, data.id, "submit");
  const late = await admin.call("PUT", `/api/asset-transfers/${data.id}`, {
    ...{ kind: "permanent", to_department_id: to, reason: "Late", is_draft: true },
    lines: [{ asset_id: two.id, condition_out: "fair" }],
  });
  expect(late).toMatchObject({ status: 409, message: "Only a draft is edited" });
});

test("without approval one person does it all", async () => {
  const pump = await device();
  await shard.addUnstamped("company_settings", {
    ...{ id: "transfer_needs_approval", value_json: "0", created_at: 1, updated_at: 1 },
  });
  const { data } = await request([pump.id]);
  const [line] = await linesOf(data.id);
  const lines = [{ id: line!.id, decision: "accepted", condition_in: "good" }];
  expect((await move(admin, data.id, "receive-directly", { lines })).status).toBe(200);
  await shard.run(
    "delete from company_settings where company_id = ?1 and id = 'transfer_needs_approval'",
  );
  expect(
    await shard.value(
      "select department_id from assets where company_id = ?1 and id = ?2",
      pump.id,
    ),
  ).toBe(to);
});

test("the list tells the devices of each transfer, by tab, filter and words", async () => {
  type Listed = { id: string; number: string; asset_count: number; first_asset: string }[];
  const list = async (query: string) =>
    (await admin.call<Listed>("GET", `/api/asset-transfers?${query}`)).data;
  const [pump, other] = [await device(), await device()];
  const { data } = await request([pump.id, other.id]);
  const [row] = await list(`tab=all&asset=${other.id}`);
  expect(row).toMatchObject({ id: data.id, number: data.number, asset_count: 2 });
  expect(row!.first_asset).toContain(pump.code);
  const ids = async (query: string) => (await list(query)).map(({ id }) => id);
  expect(await ids(`tab=all&q=${other.code}`)).toEqual([data.id]);
  expect(await ids(`location=${to}`)).toContain(data.id);
  expect(await ids("tab=mine"), "what one asks for waits for another").not.toContain(data.id);
  const approver = await colleague(w, company, ...rights);
  const theirs = await approver.client.call<Listed>("GET", "/api/asset-transfers?tab=mine");
  expect(theirs.data.map(({ id }) => id)).toContain(data.id);
  await move(approver.client, data.id, "reject", { reason: "Needed here" });
  expect(await ids("tab=open&size=100")).not.toContain(data.id);
});
