import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let shard: Rows;
let m: Awaited<ReturnType<typeof mastersFor>>;
let other: Awaited<ReturnType<typeof mastersFor>>;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  shard = rowsOf(w, w.companies.acme);
  m = await mastersFor(w, w.companies.acme, "Commands");
  other = await mastersFor(w, w.companies.acme, "Elsewhere");
});

const reason = "Seen on the round";
const newAsset = async (more: object = {}) => {
  const places = { category_id: m.categoryId, department_id: m.departmentId };
  const body = { name: "Ventilator", ...places, put_to_use_on: "2026-01-05", ...more };
  return (await admin.call("POST", "/api/assets", body)).data.id;
};
const command = (id: string, verb: string, body: object = {}) =>
  admin.call("POST", `/api/assets/${id}/${verb}`, body);
const read = async (id: string) => (await admin.call("GET", `/api/assets/${id}`)).data;
const changesOf = async (id: string, action: string) =>
  JSON.parse(
    (await shard.value<string>(
      "select changes from activity_log where company_id = ? and asset_id = ? and action = ?",
      id,
      action,
    ))!,
  );

test("a life from received to disposed, each step with who, when and why", async () => {
  const id = await newAsset({ put_to_use_on: "" });
  expect((await read(id)).lifecycle).toBe("received");
  const steps: [string, object, object][] = [
    [
      "commission",
      { installed_on: "2026-01-10" },
      { lifecycle: "in_service", installed_on: "2026-01-10" },
    ],
    ["standby", { reason }, { lifecycle: "standby" }],
    ["resume", { reason }, { lifecycle: "in_service" }],
    ["not-located", { reason }, { not_located_since: expect.stringMatching(/^\d{4}-/) }],
    ["found", {}, { not_located_since: null }],
    ["condition", { condition: "working_limited", reason }, { condition: "working_limited" }],
    [
      "condemn",
      { condemn_reason: "unsafe", reason },
      { lifecycle: "condemned", condemn_reason: "unsafe" },
    ],
    ["reinstate", { reason }, { lifecycle: "standby", condemn_reason: null, condemned_on: null }],
    [
      "condemn",
      { condemn_reason: "surplus", condemned_on: "2026-02-01" },
      { condemned_on: "2026-02-01" },
    ],
    [
      "dispose",
      {
        disposal_mode: "sale",
        disposed_on: "2026-02-02",
        disposal_value: "1500.50",
        disposal_ref: "S-1",
      },
      { lifecycle: "disposed", disposal_value: "1500.50", disposal_ref: "S-1" },
    ],
  ];
  for (const [verb, body, after] of steps) {
    expect([verb, (await command(id, verb, body)).status]).toEqual([verb, 200]);
    expect([verb, await read(id)]).toMatchObject([verb, after]);
  }
  const log = await shard.all<{ action: string; actor_name: string; changes: string }>(
    "select action, actor_name, changes from activity_log where company_id = ? and asset_id = ? order by id",
    id,
  );
  expect(log.slice(1).map(({ action }) => action)).toEqual(
    steps.map(([verb]) => `${verb.replace("-", "_")}.asset`),
  );
  expect(new Set(log.map((row) => row.actor_name))).toEqual(new Set(["admin of acme"]));
  expect(JSON.parse(log[2]!.changes)).toEqual([
    { field: "lifecycle", from: "in_service", to: "standby" },
  ]);
  const body = { asset_code: "A", name: "B", category_id: m.categoryId };
  expect((await admin.call("PUT", `/api/assets/${id}`, body)).status).toBe(409);
});

test("a move takes counters, search and the time line with it", async () => {
  const id = await newAsset({ serial_no: "MV-77" });
  const cityId = newId();
  const city = { level: "city", name: "Commands city", path: "Commands city", depth: 1 };
  await shard.add("locations", { ...city, id: cityId, path_ids: `/${cityId}/` });
  const counts = () =>
    Promise.all(
      [m, other].map(({ departmentId }) => shard.counter(`assets.department:${departmentId}`)),
    );
  const [from, to] = (await counts()) as [number, number];
  const target = { location_id: cityId, room: "Bed 7", reason, department_id: other.departmentId };
  expect(await command(id, "move", target)).toMatchObject({
    status: 200,
    message: "Asset moved to Elsewhere ward",
  });
  expect(await counts()).toEqual([from - 1, to + 1]);
  expect(await read(id)).toMatchObject({
    department_name: "Elsewhere ward",
    location_path: "Commands city",
    room: "Bed 7",
  });
  const hits = async ({ departmentId }: typeof m) =>
    (await admin.call<[]>("GET", `/api/assets?q=mv77&department=${departmentId}`)).data.length;
  expect([await hits(m), await hits(other)]).toEqual([0, 1]);
  expect(await changesOf(id, "move.asset")).toContainEqual({
    field: "department",
    from: "Commands ward",
    to: "Elsewhere ward",
  });
  expect((await command(id, "move", target)).errors).toEqual({
    department_id: ["Choose another Location, place or room"],
  });
  expect((await command(id, "move", { department_id: m.archivedId, reason })).errors).toEqual({
    department_id: ["Location is archived or was deleted"],
  });
});

test("condemning ends what was open, and is refused while the device is away", async () => {
  const id = await newAsset();
  const breakdown = await shard.add("breakdowns", {
    number: `SC-${id.slice(-6)}`,
    asset_id: id,
    department_id: m.departmentId,
    source: "web",
    reported_by_name: "N",
    reported_at: 1,
    problem: "No display",
    priority: "high",
    status: "assigned",
  });
  const schedule = await shard.add("schedules", {
    asset_id: id,
    kind: "pm",
    title: "PM",
    interval_unit: "month",
    interval_count: 6,
    mode: "fixed",
    anchor_on: "2026-01-01",
    source: "oem",
  });
  const due = await shard.add("due_occurrences", {
    schedule_id: schedule,
    asset_id: id,
    kind: "pm",
    due_on: "2027-01-01",
  });
  const pass = await shard.add("gate_passes", {
    number: `GP-${id.slice(-6)}`,
    kind: "returnable",
    purpose: "repair",
    party_name: "P",
    carrier_name: "C",
    status: "out",
  });
  const line = await shard.add("gate_pass_lines", {
    gate_pass_id: pass,
    asset_id: id,
    condition_out: "good",
  });
  expect(await command(id, "condemn", { condemn_reason: "lost" })).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^It is out on gate pass GP-\S+\. Return it first\.$/),
  });
  await shard.set("gate_pass_lines", line, { is_open: 0 });
  await shard.set("assets", id, {
    open_breakdown_count: 1,
    is_down: 1,
    next_pm_on: "2026-12-01",
  });
  expect((await command(id, "condemn", { condemn_reason: "lost" })).status).toBe(200);
  expect(await read(id)).toMatchObject({
    open_breakdown_count: 0,
    is_down: false,
    next_pm_on: null,
    lifecycle: "condemned",
  });
  expect([
    (await shard.get("breakdowns", breakdown)).status,
    (await shard.get("schedules", schedule)).is_active,
    (await shard.get("due_occurrences", due)).status,
  ]).toEqual(["closed_condemned", 0, "cancelled"]);
  const logged = "asset_id = ? and action = 'close_condemned.breakdown'";
  expect(await shard.count("activity_log", logged, id)).toBe(1);
});

test("what is not valid is told by field", async () => {
  const id = await newAsset();
  const cases: [string, object, Record<string, string[]>][] = [
    ["standby", {}, { reason: ["Reason is required"] }],
    ["standby", { reason, colour: "red" }, { colour: ["colour is not a field of this form"] }],
    ["condemn", { condemn_reason: "bored" }, { condemn_reason: ["Choose why it is condemned"] }],
    ["condemn", { condemn_reason: "other" }, { reason: ["Say why"] }],
    [
      "condemn",
      { condemn_reason: "lost", condemned_on: "2999-01-01" },
      { condemned_on: ["The date cannot be in the future"] },
    ],
    [
      "condition",
      { condition: "working", reason },
      { condition: ["It is in this condition already"] },
    ],
    [
      "not-located",
      { not_located_since: "2999-01-01" },
      { not_located_since: ["The date cannot be in the future"] },
    ],
  ];
  for (const [verb, body, errors] of cases)
    expect([verb, (await command(id, verb, body)).errors]).toEqual([verb, errors]);
  expect((await command(id, "explode")).status).toBe(404);
  const received = await newAsset({ put_to_use_on: "", purchase_on: "2026-02-01" });
  expect((await command(received, "commission", { installed_on: "2026-01-01" })).errors).toEqual({
    installed_on: ["Installed cannot be before the purchase date"],
  });
});

test("who is second is told so, and gets the newer row", async () => {
  const id = await newAsset();
  const { version } = await read(id);
  expect((await command(id, "standby", { reason, version })).status).toBe(200);
  expect(await command(id, "resume", { reason, version })).toMatchObject({
    status: 409,
    message: "Someone else changed this record",
    data: { lifecycle: "standby" },
  });
});

test("a new QR code is another one", async () => {
  const id = await newAsset();
  const token = async () => (await shard.get<{ qr_token: string }>("assets", id)).qr_token;
  const before = await token();
  expect((await command(id, "rotate-qr")).status).toBe(200);
  expect(await token()).toMatch(/^[0-9a-f]{32}$/);
  expect(await token()).not.toBe(before);
  expect(await changesOf(id, "rotate_qr.asset")).toEqual([]);
});
