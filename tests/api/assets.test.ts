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
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  shard = rowsOf(w, w.companies.acme);
  m = await mastersFor(w, w.companies.acme, "Assets");
});

const device = (more: object = {}) => ({
  name: "Ventilator",
  category_id: m.categoryId,
  department_id: m.departmentId,
  ...more,
});
type Device = { id: string; asset_code: string };
const post = (body: object) => admin.call<Device>("POST", "/api/assets", body);
const put = (id: string, body: object) => admin.call("PUT", `/api/assets/${id}`, body);
const add = async (more: object = {}) => (await post(device(more))).data;
const read = (id: string) => admin.call("GET", `/api/assets/${id}`);
const idsFoundBy = async (q: string) => {
  const path = `/api/assets?q=${encodeURIComponent(q)}`;
  return (await admin.call<Device[]>("GET", path)).data.map(({ id }) => id);
};

test("five verbs, with the caches a device moves", async () => {
  const names = [
    "assets.total",
    `assets.category:${m.categoryId}`,
    `assets.category:${m.otherCategoryId}`,
    "assets.condition:working",
  ];
  const counts = () => Promise.all(names.map(shard.counter));
  const [total, category, other, working] = (await counts()) as [number, number, number, number];
  const { status, message, data } = await post(
    device({
      serial_no: "SN-77/A",
      make: "Dräger",
      model: "V600",
      purchase_cost: "1250.50",
      put_to_use_on: "2026-01-05",
    }),
  );
  expect([status, message, data]).toEqual([
    201,
    "Asset added",
    { id: expect.any(String), asset_code: expect.stringMatching(/^AST-\d{5}$/) },
  ]);
  const { id, asset_code } = data;
  expect(await counts()).toEqual([total + 1, category + 1, other, working + 1]);

  const row = (await read(id)).data;
  expect(row).toMatchObject({
    asset_code,
    criticality: "high",
    lifecycle: "in_service",
    condition: "working",
    purchase_cost: "1250.50",
    category_name: "Assets category",
    department_name: "Assets ward",
  });
  expect(row).not.toHaveProperty("qr_token");
  for (const q of ["sn-77/a", "SN77A", "drager v600", asset_code.replace("-", "")])
    expect([q, await idsFoundBy(q)]).toEqual([q, [id]]);

  const saved = await put(id, {
    asset_code,
    name: "Anaesthesia unit",
    category_id: m.otherCategoryId,
    department_id: m.departmentId,
    version: row.version,
  });
  expect([saved.status, saved.message]).toEqual([200, "Asset saved"]);
  expect(await counts()).toEqual([total + 1, category, other + 1, working + 1]);
  expect((await read(id)).data).toMatchObject({
    name: "Anaesthesia unit",
    serial_no: null,
    version: 2,
  });
  expect(await idsFoundBy("drager")).toEqual([]);

  expect(await admin.call("DELETE", `/api/assets/${id}`)).toMatchObject({
    status: 200,
    message: "Asset deleted",
  });
  expect((await read(id)).status).toBe(404);
  expect(await counts()).toEqual([total, category, other, working]);
});

test("what happened is in the device's history, with names instead of ids", async () => {
  const { id, asset_code } = await add();
  await put(id, { asset_code, name: "Monitor", category_id: m.otherCategoryId });
  const log = await shard.all<{ action: string; changes: string }>(
    "select action, changes from activity_log where company_id = ? and asset_id = ? order by id",
    id,
  );
  expect(log.map(({ action }) => action)).toEqual(["create.asset", "update.asset"]);
  const changes = JSON.parse(log[1]!.changes) as unknown[];
  expect(changes).toHaveLength(2);
  expect(changes).toEqual(
    expect.arrayContaining([
      { field: "name", from: "Ventilator", to: "Monitor" },
      { field: "category", from: "Assets category", to: "Assets other category" },
    ]),
  );
});

test("a list says the same of each device, however it is found and sorted", async () => {
  await add({ name: "Alike one" });
  await add({ name: "Alike two" });
  const fields = async (query: string) => {
    const { data } = await admin.call<object[]>("GET", `/api/assets?${query}`);
    return data.map((row) => Object.keys(row).sort().join(" "));
  };
  const [plain] = await fields("");
  for (const query of ["q=alike", "q=alike&sort=cost", "sort=cost", "condition=working&sort=cover"])
    expect(new Set(await fields(query)), query).toEqual(new Set([plain]));
});

test("60 parallel creates get distinct consecutive codes, and a refused one burns none", async () => {
  await add();
  const numbers = (await Promise.all(Array.from({ length: 60 }, () => add())))
    .map(({ asset_code }) => Number(asset_code.slice(4)))
    .sort((a, b) => a - b);
  expect(numbers.map((n) => n - numbers[0]!)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  const last = numbers.at(-1)!;
  expect((await post(device({ department_id: m.archivedId }))).status).toBe(422);
  await add({ asset_code: `AST-${String(last + 1).padStart(5, "0")}` });
  expect((await add()).asset_code).toBe(`AST-${String(last + 2).padStart(5, "0")}`);
});

test("codes and serials are one device's", async () => {
  const model = { make: "GE", model: "MAC", serial_no: "S1" };
  const { id, asset_code } = await add({ asset_code: "X-1", ...model });
  expect(asset_code).toBe("X-1");
  expect((await post(device({ asset_code: "x-1" }))).errors).toEqual({
    asset_code: ["Asset code is already used"],
  });
  expect((await post(device({ make: "ge", model: "mac", serial_no: "s1" }))).errors).toEqual({
    serial_no: ["Serial already used by X-1"],
  });
  expect((await post(device({ ...model, model: "Other" }))).status).toBe(201);
  const same = { asset_code, name: "Same", category_id: m.categoryId, ...model };
  expect((await put(id, same)).status).toBe(200);
  const many = await Promise.all(
    Array.from({ length: 6 }, () => post(device({ serial_no: "ALONE" }))),
  );
  expect(many.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
});

test("what is not valid is told by field", async () => {
  const cases: [object, Record<string, string[]>][] = [
    [{ colour: "red" }, { colour: ["colour is not a field of this form"] }],
    [{ name: " " }, { name: ["Name is required"] }],
    [{ category_id: "" }, { category_id: ["Category is required"] }],
    [{ purchase_on: "2999-01-01" }, { purchase_on: ["Purchase date cannot be in the future"] }],
    [
      { purchase_on: "2025-02-01", manufactured_on: "2025-02-02" },
      { purchase_on: ["Purchase date cannot be before the manufacturing date"] },
    ],
    [
      { warranty_start_on: "2025-02-01", warranty_end_on: "2025-01-01" },
      { warranty_end_on: ["Warranty ends before it starts"] },
    ],
    [
      { sub_category_id: m.subCategoryId },
      { sub_category_id: ["Sub-category belongs to another category"] },
    ],
    [{ department_id: m.archivedId }, { department_id: ["Location is archived or was deleted"] }],
    [{ machine_type_id: newId() }, { machine_type_id: ["Machine type is not available"] }],
    [
      { purchase_cost: "-1" },
      { purchase_cost: ["Purchase cost must be an amount of 0 or more with at most two decimals"] },
    ],
  ];
  for (const [more, errors] of cases) expect((await post(device(more))).errors).toEqual(errors);
  for (const name of ["qr_token", "service_cost", "failed_checks"])
    expect((await post(device({ [name]: "1" }))).status).toBe(422);
});

test("the form leaves place and state alone, and tells who came first", async () => {
  const { id, asset_code } = await add();
  const other = await mastersFor(w, w.companies.acme, "Assets move");
  const body = { asset_code, name: "Ventilator", category_id: m.categoryId };
  expect((await put(id, { ...body, department_id: other.departmentId })).errors).toEqual({
    department_id: ["Location is changed by a move"],
  });
  expect((await put(id, { ...body, condition: "not_working" })).errors).toEqual({
    condition: ["Condition is not changed by this form"],
  });
  expect((await put(id, { ...body, version: 1 })).status).toBe(200);
  expect(await put(id, { ...body, name: "Late", version: 1 })).toMatchObject({
    status: 409,
    message: "Someone else changed this record",
    data: { version: 2 },
  });
});

test("the plan's limit holds, also for many at once", async () => {
  const most = (await shard.profile("asset_count")) + 2;
  await shard.setProfile({ limits: JSON.stringify({ max_assets: most }) });
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(device())));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  expect((await post(device())).message).toBe(`Your plan allows ${most} assets`);
  await shard.setProfile({ limits: "{}" });
});

test("a device with a history is not deleted", async () => {
  const { id } = await add();
  await shard.add("service_reports", {
    asset_id: id,
    service_ticket: "PM-250101000001",
    service_on: "2025-01-01",
    done_by: "R. Krishnan",
  });
  expect(await admin.call("DELETE", `/api/assets/${id}`)).toMatchObject({
    status: 409,
    message: "Used by 1 service report. Condemn it instead.",
  });
});
