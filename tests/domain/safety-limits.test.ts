import { beforeAll, describe, expect, test } from "vitest";
import { type SafetyQuestion, safetyLimitFor } from "#app/shared/metrology/safety-limits.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { csvOf, importer } from "#tests/support/imports.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { builtIn } from "#worker/domain/calibration/built-in.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "safety-limits", 1, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
});

const post = (path: string, body: object = {}) => admin.call("POST", path, body);
const limit = (more: object = {}) => ({
  ...{ standard: "IEC 62353", edition: "2014", quantity: "touch_current" },
  ...{ op: "le", limit_value: "100", unit: "uA", ...more },
});
type Row = { id: string; version: number; verify: number; limit_value: string; name: string };
const rows = () => shard.all<Row>("select * from safety_limits where company_id = ? order by id");

describe("what is built in", () => {
  const { limits } = { limits: [] as Awaited<ReturnType<typeof builtIn>>["limits"] };
  beforeAll(async () => {
    limits.push(...(await builtIn()).limits);
  });
  const answerTo = (more: Partial<SafetyQuestion>) => {
    const found = safetyLimitFor(
      limits.map(({ originKey, limitValue, name: _, ...row }) => ({
        ...{ ...row, id: originKey, limit: limitValue },
      })),
      {
        ...{ standard: "IEC 62353", edition: "2014", method: "direct", equipmentClass: "I" },
        ...{ appliedPart: "BF", supply: null, quantity: "equipment_leakage", condition: null },
        ...more,
      },
    );
    return found.kind === "limit" ? `${found.row.op} ${found.row.limit}` : found.kind;
  };

  test("answers each class by each method", () => {
    const of = (equipmentClass: string) =>
      ["direct", "differential", "alternative"].map((method) =>
        answerTo({ equipmentClass, method }),
      );
    expect(of("I")).toEqual(["le 500", "le 500", "le 1000"]);
    expect(of("II")).toEqual(["le 100", "le 100", "le 500"]);
    for (const other of ["IP", "III", "NA"]) expect(of(other)).toEqual(["none", "none", "none"]);
  });

  test("answers each applied part by each method; type B has no limit of its own, and so no verdict", () => {
    const of = (appliedPart: string) =>
      ["direct", "differential", "alternative"].map((method) =>
        answerTo({ quantity: "applied_part_leakage", appliedPart, method }),
      );
    expect(of("BF")).toEqual(["le 5000", "none", "le 5000"]);
    expect(of("CF")).toEqual(["le 50", "none", "le 50"]);
    expect([of("B"), of("NONE")]).toEqual([Array(3).fill("none"), Array(3).fill("none")]);
  });

  test("needs the edition where limits differ by it", () => {
    const of = (edition: string | null, condition: string) =>
      answerTo({ standard: "IEC 60601-1", quantity: "earth_leakage", edition, condition });
    expect([of("2", "NC"), of("2", "SFC")]).toEqual(["le 500", "le 1000"]);
    expect([of("3", "NC"), of("3", "SFC")]).toEqual(["le 5000", "le 10000"]);
    expect([of(null, "NC"), of("4", "NC")]).toEqual(["none", "none"]);
  });

  test("takes protective earth by the supply; where there is none, it does not apply", () => {
    const of = (supply: string | null, equipmentClass = "I") =>
      answerTo({ quantity: "protective_earth_resistance", supply, equipmentClass });
    expect([of("detachable_cord"), of("fixed_cord"), of("permanent")]).toEqual([
      ...["le 0.3", "le 0.2", "le 0.2"],
    ]);
    expect([of("battery"), of("detachable_cord", "II"), of(null)]).toEqual([
      ...["not_applicable", "not_applicable", "none"],
    ]);
  });
});

test("the built-in limits come once, with their marks; what a company has changed stays as it is", async () => {
  const first = await post("/api/safety-limits/bring-in");
  expect([first.status, first.message, first.data]).toEqual([
    200,
    "Brought in: 0 templates, 45 limits",
    { templates: 0, limits: 45 },
  ]);
  const before = await rows();
  expect(before).toHaveLength(45);
  expect(before.filter(({ verify }) => verify)).toHaveLength(6);
  const changed = before.find(
    ({ name }) => name === "IEC 62353 2014, Equipment leakage, Class I, Direct",
  )!;
  await shard.set("safety_limits", changed.id, { limit_value: "450" });
  const both = await Promise.all([
    post("/api/safety-limits/bring-in"),
    post("/api/safety-limits/bring-in"),
  ]);
  expect(both.map(({ message }) => message)).toEqual(
    Array(2).fill("All that is built in is there already"),
  );
  expect(await rows()).toEqual(
    before.map((row) => (row.id === changed.id ? { ...row, limit_value: "450" } : row)),
  );
  const found = await admin.call<Row[]>("GET", "/api/safety-limits?q=leakage&size=100");
  expect(found.data.length).toBeGreaterThan(10);
  expect(
    await shard.count("activity_log", "action = 'create.safety_limit' and via = 'import'"),
  ).toBe(45);
});

test("one that was deleted comes back when it is asked for, and none that contradicts an own one", async () => {
  const other = await addCompany(w.env, "own-limits", 1, 0);
  const client = await signedIn(w, other, "admin");
  const own = await client.call("POST", "/api/safety-limits", {
    ...limit({ quantity: "Equipment leakage", limit_value: "450", equipment_class: "I" }),
    method: "direct",
  });
  expect([own.status, own.errors]).toEqual([201, undefined]);
  const first = await client.call("POST", "/api/safety-limits/bring-in", {});
  expect(first.data).toEqual({ templates: 0, limits: 44 });
  expect(first.warnings).toEqual(["1 limit was left out: one of your own is about the same"]);
  await client.call("DELETE", `/api/safety-limits/${own.data.id}`);
  const second = await client.call("POST", "/api/safety-limits/bring-in", {});
  expect(second.data).toEqual({ templates: 0, limits: 1 });
});

test("a limit that leaves a device undecided is refused at the form with the other one named", async () => {
  const refused = await post("/api/safety-limits", {
    ...limit({ quantity: "equipment_leakage", equipment_class: "I", limit_value: "300" }),
    method: "direct",
  });
  expect(refused.status).toBe(422);
  expect(refused.errors).toEqual({
    quantity: [
      "This limit and “IEC 62353 2014, Equipment leakage, Class I, Direct” would fit the same device equally well. Say more in one of them.",
    ],
  });
  const byClass = await post("/api/safety-limits", limit({ equipment_class: "I" }));
  expect(byClass.status).toBe(201);
  // One says the class, the other the part: a class I device of type BF would have both.
  const byPart = await post("/api/safety-limits", limit({ applied_part: "BF" }));
  expect(byPart.errors?.quantity?.[0]).toContain("Touch current, Class I");
  const nearer = await post(
    "/api/safety-limits",
    limit({ applied_part: "BF", equipment_class: "I" }),
  );
  expect(nearer.status).toBe(201);
  // Neither a change nor a restored one may contradict another.
  const { data } = await admin.call<Record<string, unknown>>(
    "GET",
    `/api/safety-limits/${nearer.data.id}`,
  );
  const changed = await admin.call("PUT", `/api/safety-limits/${nearer.data.id}`, {
    ...limit({ applied_part: "BF" }),
    version: data.version,
  });
  expect(changed.status).toBe(422);
  await post(`/api/safety-limits/${byClass.data.id}/archive`);
  expect((await post("/api/safety-limits", limit({ applied_part: "CF" }))).status).toBe(201);
  const restored = await post(`/api/safety-limits/${byClass.data.id}/restore`);
  expect(restored.errors?.quantity?.[0]).toContain("Type CF");
});

test("of two contradicting limits that are added at once one is refused", async () => {
  const one = (more: object) =>
    post("/api/safety-limits", limit({ quantity: "Own current", ...more }));
  const answers = await Promise.all([
    one({ equipment_class: "I" }),
    one({ applied_part: "BF" }),
    one({ method: "direct" }),
    one({ edition: null, condition: "NC", equipment_class: "II" }),
  ]);
  const added = answers.filter(({ status }) => status === 201).length;
  expect(added).toBeGreaterThan(0);
  for (const { status } of answers) expect([201, 409, 422]).toContain(status);
  const own = await shard.all<{ edition: string | null; equipment_class: string | null }>(
    "select * from safety_limits where company_id = ? and quantity = 'Own current'",
  );
  expect(own).toHaveLength(added);
  if (own.length > 1)
    expect(new Set(own.map(({ equipment_class }) => equipment_class)).size).toBe(own.length);
});

test("a figure is confirmed or changed by a person: the mark goes, the log keeps the old value", async () => {
  const [open, other] = (await rows()).filter(({ verify }) => verify) as [Row, Row];
  const confirmed = await post(`/api/safety-limits/${open.id}/confirm`, { version: open.version });
  expect([confirmed.status, confirmed.message]).toEqual([200, "Safety limit confirmed"]);
  expect(await shard.get("safety_limits", open.id)).toMatchObject({
    ...{ verify: 0, confirmed_by: company.users.admin.id, confirmed_at: expect.any(Number) },
    ...{ limit_value: open.limit_value },
  });
  expect((await post(`/api/safety-limits/${other.id}/confirm`, { version: 7 })).status).toBe(409);
  const { data } = await admin.call<Record<string, unknown>>(
    "GET",
    `/api/safety-limits/${other.id}`,
  );
  const { standard, edition, equipment_class, applied_part, method, condition, quantity } = data;
  const said = { standard, edition, equipment_class, applied_part, method, condition, quantity };
  const put = (more: object) =>
    admin.call("PUT", `/api/safety-limits/${other.id}`, {
      ...{ ...said, op: data.op, unit: data.unit, limit_value: data.limit_value, ...more },
    });
  expect((await put({ source: "Table 2" })).status).toBe(200);
  expect(await shard.get("safety_limits", other.id)).toMatchObject({
    verify: 1,
    confirmed_by: null,
  });
  expect((await put({ limit_value: "0.15" })).status).toBe(200);
  expect(await shard.get("safety_limits", other.id)).toMatchObject({
    ...{ verify: 0, confirmed_by: company.users.admin.id, limit_value: "0.15" },
  });
  const changes = await shard.value<string>(
    "select changes from activity_log where company_id = ? and entity_id = ? order by id desc",
    other.id,
  );
  expect(JSON.parse(changes!)).toContainEqual({
    ...{ field: "limitValue", from: other.limit_value, to: "0.15" },
  });
});

test("only whoever may change limits does, and another company's are not there", async () => {
  const { client } = await colleague(w, company, "view-machine", "edit-machine");
  const [row] = (await rows()) as [Row];
  expect((await client.call("GET", `/api/safety-limits/${row.id}`)).status).toBe(200);
  for (const path of ["bring-in", `${row.id}/confirm`])
    expect((await client.call("POST", `/api/safety-limits/${path}`, {})).status).toBe(403);
  expect((await client.call("POST", "/api/safety-limits", limit())).status).toBe(403);
  const stranger = await signedIn(w, await addCompany(w.env, "strange-limits", 1, 1), "admin");
  expect((await stranger.call("POST", `/api/safety-limits/${row.id}/confirm`, {})).status).toBe(
    404,
  );
});

test("the look-up answers as the engine does, in words", async () => {
  const ask = (asked: Record<string, string>) =>
    admin.text(`/safety-limits?${new URLSearchParams({ tab: "look", ...asked })}`);
  const leakage = { standard: "IEC 62353", edition: "2014", quantity: "equipment_leakage" };
  expect(await ask({ ...leakage, class: "II", method: "alternative" })).toContain("≤ 500 µA");
  expect(await ask({ ...leakage, class: "III", method: "direct" })).toContain(
    "There is no limit for it.",
  );
  const earth = { ...leakage, quantity: "protective_earth_resistance" };
  expect(await ask({ ...earth, class: "I", supply: "battery" })).toContain("Not applicable");
  expect(await ask({ ...earth, class: "I", supply: "detachable_cord" })).toContain("≤ 0.3 Ω");
  const unasked = await ask({});
  expect(unasked).toContain("unsuitable under about 75");
  expect(unasked).not.toContain("is required");
  const empty = await ask({ standard: "", quantity: "", method: "direct" });
  expect(empty).toContain("Standard is required");
  expect(empty).toContain("Quantity is required");
  expect(await ask({ standard: "IEC 62353", quantity: "" })).not.toContain("Standard is required");
});

test("limits are taken out and brought in again; a row that contradicts one is refused by its line", async () => {
  const other = await addCompany(w.env, "brought-limits", 1, 1);
  const steps = importer(await signedIn(w, other, "admin"));
  const file = await (await admin.page("/safety-limits/export.csv")).text();
  const [head, ...lines] = file
    .replace(/^\uFEFF/, "")
    .trim()
    .split(/\r?\n/);
  expect(head).toMatch(/^"?Standard"?,"?Edition"?,"?Quantity"?/);
  expect(lines.length).toBeGreaterThan(45);
  const taken = await steps.upload("safety-limits", file, "limits.csv");
  await steps.map(taken.data.id);
  const checked = await steps.check(taken.data.id);
  const living = await shard.count("safety_limits", "deleted_at is null and archived_at is null");
  expect(lines).toHaveLength(living);
  expect(checked.counts).toMatchObject({ create: lines.length });
  await steps.run(taken.data.id);
  const there = rowsOf(w, other);
  const figures =
    "select group_concat(name || limit_value || unit || op, '|') from (select * from safety_limits where company_id = ? and archived_at is null order by name, limit_value)";
  expect(await there.value<string>(figures)).toContain("Equipment leakage, Class I, Direct450uAle");
  expect(await there.count("safety_limits")).toBe(living);
  const wrong = await steps.upload(
    "safety-limits",
    csvOf([
      ["Standard", "Edition", "Quantity", "Class", "Applied part", "Limit is", "Limit", "Unit"],
      ["IEC 62353", "2014", "Equipment leakage", "I", "", "at most", "600", "uA"],
      ["IEC 99999", "1", "Touch current", "I", "", "at most", "100", "uA"],
      ["IEC 99999", "1", "touch_current", "", "BF", "at most", "50", "uA"],
      ["IEC 99999", "1", "Earth leakage", "", "", "at most", "1,5x", "uA"],
    ]),
  );
  await steps.map(wrong.data.id);
  const { counts } = await steps.check(wrong.data.id);
  expect(counts).toMatchObject({ create: 2, error: 2 });
});
