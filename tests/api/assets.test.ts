import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let m: Awaited<ReturnType<typeof mastersFor>>;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  m = await mastersFor(w, w.companies.acme, "Assets");
});

type Json = {
  success: boolean;
  message: string;
  errors?: Record<string, string[]>;
  data: Record<string, unknown>;
};
const device = (more: object = {}) => ({
  name: "Ventilator",
  category_id: m.categoryId,
  department_id: m.departmentId,
  ...more,
});
const post = (body: object, headers: Record<string, string> = {}, by = admin) =>
  by.api("/api/assets", { method: "POST", body: body as Record<string, unknown>, headers });
const put = (id: string, body: object, by = admin) =>
  by.api(`/api/assets/${id}`, { method: "PUT", body: body as Record<string, unknown> });
const json = async (answer: Response) => (await answer.json()) as Json;
const made = async (more: object = {}) =>
  (await json(await post(device(more)))).data as { id: string; asset_code: string };
const find = async (id: string) => (await json(await admin.api(`/api/assets/${id}`))).data;
const counter = async (name: string) =>
  (
    await m.db
      .prepare("select value from counters where company_id = ? and id = ?")
      .bind(w.companies.acme.id, name)
      .first<{ value: number }>()
  )?.value ?? 0;
const refused = async (answer: Response) => {
  const { errors } = await json(answer);
  return [answer.status, errors];
};

test("five verbs, with the caches a device moves", async () => {
  const names = [
    "assets.total",
    `assets.category:${m.categoryId}`,
    `assets.category:${m.otherCategoryId}`,
    "assets.condition:working",
  ];
  const counts = () => Promise.all(names.map(counter));
  const before = await counts();
  const created = await post(
    device({
      serial_no: "SN-77/A",
      make: "Dräger",
      model: "V600",
      purchase_cost: "1250.50",
      put_to_use_on: "2026-01-05",
    }),
  );
  const { data, message } = await json(created);
  expect([created.status, message, data]).toEqual([
    201,
    "Asset added",
    { id: expect.any(String), asset_code: expect.stringMatching(/^AST-\d{5}$/) },
  ]);
  expect(d1Of(created).trips).toBeLessThanOrEqual(3);
  const id = String(data.id);
  expect(await counts()).toEqual([before[0]! + 1, before[1]! + 1, before[2], before[3]! + 1]);

  const read = await admin.api(`/api/assets/${id}`);
  expect(d1Of(read).trips).toBe(2);
  const row = (await json(read)).data;
  expect(row).toMatchObject({
    asset_code: data.asset_code,
    criticality: "high",
    lifecycle: "in_service",
    condition: "working",
    purchase_cost: "1250.50",
    category_name: "Assets category",
    department_name: "Assets ward",
  });
  expect(row).not.toHaveProperty("qr_token");

  for (const q of ["sn-77/a", "SN77A", "drager v600", String(data.asset_code).replace("-", "")]) {
    const found = (await (await admin.api(`/api/assets?q=${encodeURIComponent(q)}`)).json()) as {
      data: { id: string }[];
    };
    expect([q, found.data.map((one) => one.id)]).toEqual([q, [id]]);
  }

  const saved = await put(id, {
    asset_code: data.asset_code,
    name: "Anaesthesia unit",
    category_id: m.otherCategoryId,
    department_id: m.departmentId,
    version: row.version,
  });
  expect([saved.status, (await json(saved)).message]).toEqual([200, "Asset saved"]);
  expect(d1Of(saved).trips).toBeLessThanOrEqual(3);
  expect(await counts()).toEqual([before[0]! + 1, before[1], before[2]! + 1, before[3]! + 1]);
  expect(await find(id)).toMatchObject({ name: "Anaesthesia unit", serial_no: null, version: 2 });
  const gone = (await (await admin.api("/api/assets?q=drager")).json()) as { data: unknown[] };
  expect(gone.data).toEqual([]);

  const removed = await admin.api(`/api/assets/${id}`, { method: "DELETE" });
  expect([removed.status, (await json(removed)).message]).toEqual([200, "Asset deleted"]);
  expect((await admin.api(`/api/assets/${id}`)).status).toBe(404);
  expect(await counts()).toEqual(before);
});

test("what happened is in the device's history, with names instead of ids", async () => {
  const { id, asset_code: assetCode } = await made();
  await put(id, { asset_code: assetCode, name: "Monitor", category_id: m.otherCategoryId });
  const { results } = await m.db
    .prepare(
      "select action, changes from activity_log where company_id = ? and asset_id = ? order by id",
    )
    .bind(w.companies.acme.id, id)
    .all<{ action: string; changes: string }>();
  expect(results.map(({ action }) => action)).toEqual(["create.asset", "update.asset"]);
  const changes = JSON.parse(results[1]!.changes) as unknown[];
  expect(changes).toContainEqual({ field: "name", from: "Ventilator", to: "Monitor" });
  expect(changes).toContainEqual({
    field: "category",
    from: "Assets category",
    to: "Assets other category",
  });
  expect(changes).toHaveLength(2);
});

test("60 parallel creates get distinct consecutive codes, and a refused one burns none", async () => {
  await made();
  const numbers = (await Promise.all(Array.from({ length: 60 }, () => made())))
    .map(({ asset_code: assetCode }) => Number(assetCode.slice(4)))
    .sort((a, b) => a - b);
  expect(numbers.map((n) => n - numbers[0]!)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  const last = numbers.at(-1)!;
  expect((await post(device({ department_id: m.archivedId }))).status).toBe(422);
  await made({ asset_code: `AST-${String(last + 1).padStart(5, "0")}` });
  expect((await made()).asset_code).toBe(`AST-${String(last + 2).padStart(5, "0")}`);
});

test("one key, one device", async () => {
  const headers = { "Idempotency-Key": newId() };
  const [first, second] = [
    await json(await post(device(), headers)),
    await json(await post(device(), headers)),
  ];
  expect(second).toEqual(first);
  expect((await post(device({ name: "Other" }), headers)).status).toBe(422);
});

test("codes and serials are one device's", async () => {
  const { id, asset_code: assetCode } = await made({
    asset_code: "X-1",
    make: "GE",
    model: "MAC",
    serial_no: "S1",
  });
  expect(assetCode).toBe("X-1");
  expect(await refused(await post(device({ asset_code: "x-1" })))).toEqual([
    422,
    { asset_code: ["Asset code is already used"] },
  ]);
  const twice = device({ make: "ge", model: "mac", serial_no: "s1" });
  expect(await refused(await post(twice))).toEqual([
    422,
    { serial_no: ["Serial already used by X-1"] },
  ]);
  expect((await post(device({ make: "GE", model: "Other", serial_no: "S1" }))).status).toBe(201);
  expect(
    (
      await put(id, {
        asset_code: "X-1",
        name: "Same",
        category_id: m.categoryId,
        make: "GE",
        model: "MAC",
        serial_no: "S1",
      })
    ).status,
  ).toBe(200);
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
  for (const [more, errors] of cases)
    expect(await refused(await post(device(more)))).toEqual([422, errors]);
  expect((await post(device({ category_id: newId() }))).status).toBe(404);
  for (const name of ["company_id", "qr_token", "service_cost", "failed_checks", "version_"])
    expect((await post(device({ [name]: "1" }))).status).toBe(422);
});

test("the form leaves place and state alone, and tells who came first", async () => {
  const { id, asset_code: assetCode } = await made();
  const other = await mastersFor(w, w.companies.acme, "Assets move");
  const body = { asset_code: assetCode, name: "Ventilator", category_id: m.categoryId };
  expect(await refused(await put(id, { ...body, department_id: other.departmentId }))).toEqual([
    422,
    { department_id: ["Location is changed by a move"] },
  ]);
  expect(await refused(await put(id, { ...body, condition: "not_working" }))).toEqual([
    422,
    { condition: ["Condition is not changed by this form"] },
  ]);
  expect((await put(id, { ...body, version: 1 })).status).toBe(200);
  const late = await put(id, { ...body, name: "Late", version: 1 });
  expect([late.status, await json(late)]).toMatchObject([
    409,
    { message: "Someone else changed this record", data: { version: 2 } },
  ]);
  const both = await Promise.all([
    put(id, { ...body, name: "A", version: 2 }),
    put(id, { ...body, name: "B", version: 2 }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("the plan's limit holds, also for many at once", async () => {
  const { count } = (await m.db
    .prepare("select asset_count as count from company_profiles where company_id = ?")
    .bind(w.companies.acme.id)
    .first<{ count: number }>())!;
  const limit = (limits: object) =>
    m.db
      .prepare("update company_profiles set limits = ? where company_id = ?")
      .bind(JSON.stringify(limits), w.companies.acme.id)
      .run();
  await limit({ max_assets: count + 2 });
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(device())));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  expect((await json(await post(device()))).message).toBe(`Your plan allows ${count + 2} assets`);
  await limit({});
});

test("a device with a history is not deleted", async () => {
  const { id } = await made();
  const at = Date.now();
  await m.db
    .prepare(
      "insert into service_reports (company_id, id, created_at, updated_at, asset_id, service_ticket, service_on, done_by) values (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(w.companies.acme.id, newId(), at, at, id, "PM-250101000001", "2025-01-01", "R. Krishnan")
    .run();
  const answer = await admin.api(`/api/assets/${id}`, { method: "DELETE" });
  expect([answer.status, (await json(answer)).message]).toEqual([
    409,
    "Used by 1 service report. Condemn it instead.",
  ]);
});

test("another company's device is not there, and rights are needed", async () => {
  const { id } = await made();
  const stranger = await signedIn(w, w.companies.globex, "admin");
  const [viewer, engineer] = [
    await signedIn(w, w.companies.acme, "viewer"),
    await signedIn(w, w.companies.acme, "engineer"),
  ];
  expect((await stranger.api(`/api/assets/${id}`)).status).toBe(404);
  expect((await stranger.page(`/asset/detail/${id}`)).status).toBe(404);
  expect(
    (await put(id, { asset_code: "A", name: "A", category_id: m.categoryId }, stranger)).status,
  ).toBe(404);
  expect((await stranger.api(`/api/assets/${id}`, { method: "DELETE" })).status).toBe(404);
  expect((await post(device(), {}, viewer)).status).toBe(403);
  expect((await post(device(), {}, engineer)).status).toBe(403);
  expect((await viewer.api(`/api/assets/${id}`)).status).toBe(200);
  expect((await viewer.api(`/api/assets/${id}`, { method: "DELETE" })).status).toBe(403);
});
