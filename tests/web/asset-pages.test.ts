import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let db: D1Database;
let admin: Client;
let category: Record<string, unknown>;
let plain: Record<string, unknown>;
let ward: Record<string, unknown>;
const own = () => ({ company_id: company.id, id: newId(), created_at: 1, updated_at: 1 });
const schema = [
  { key: "flow", label: "Flow range", type: "number", required: true },
  { key: "mode", label: "Mode", type: "option", options: ["Adult", "Infant"] },
  { key: "tested", label: "Tested", type: "bool" },
  { key: "since", label: "Since", type: "date" },
];

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "devicepages", 2, 2);
  db = w.env[company.shard as "TENANT_DB_0"];
  admin = await clientOf(w, company.host, company.users.admin.email);
  category = {
    ...own(),
    name: "Ventilators",
    field_schema: JSON.stringify(schema),
    default_criticality: "high",
    default_dep_method: "slm",
    default_life_months: 96,
  };
  plain = { ...own(), name: "Pumps" };
  ward = { ...own(), name: "Ward 1" };
  await insert(db, "categories", category, plain);
  await insert(db, "departments", ward);
});

const form = (more: Record<string, string> = {}) =>
  new URLSearchParams({
    name: "Device",
    categoryId: String(plain.id),
    departmentId: String(ward.id),
    pmRequired: "1",
    intent: "save",
    ...more,
  });
const post = (path: string, body: URLSearchParams | FormData, by = admin) =>
  by.page(path, { method: "POST", body });
async function made(more: Record<string, string> = {}): Promise<string> {
  const answer = await post("/asset/create", form(more));
  expect([answer.status, answer.status === 302 ? "" : await answer.text()]).toEqual([302, ""]);
  return answer.headers.get("location")!.split("/").at(-1)!;
}
type Json = {
  data: Record<string, unknown>;
  errors?: Record<string, string[]>;
  warnings?: string[];
};
const api = async (path: string, method = "GET", body?: Record<string, unknown>) => {
  const answer = await admin.api(path, { method, body });
  return { status: answer.status, trips: d1Of(answer).trips, ...((await answer.json()) as Json) };
};
const find = async (id: string) => (await api(`/api/assets/${id}`)).data;
const changed = (id: string, more: object = {}) =>
  api(`/api/assets/${id}`, "PUT", {
    asset_code: `C-${id.slice(-6)}`,
    name: "Device",
    category_id: category.id,
    ...more,
  });

describe("a category's own fields", () => {
  test("are kept by type, and refused by field", async () => {
    const id = await made({
      categoryId: String(category.id),
      "spec.flow": "12.5",
      "spec.mode": "Adult",
      "spec.tested": "true",
      "spec.since": "2026-01-02",
    });
    expect(await find(id)).toMatchObject({
      spec_json: { flow: 12.5, mode: "Adult", tested: true, since: "2026-01-02" },
      criticality: "high",
      dep_method: "slm",
      useful_life_months: 96,
    });
    const page = await (await admin.page(`/asset/detail/${id}`)).text();
    for (const text of ["Flow range", "12.5", "Adult"]) expect(page).toContain(text);
    const wrong: [Record<string, unknown>, Record<string, string[]>][] = [
      [{}, { "spec.flow": ["Flow range is required"] }],
      [{ flow: "much" }, { "spec.flow": ["Flow range must be a number"] }],
      [{ flow: 1, mode: "Old" }, { "spec.mode": ["Mode is not one of its options"] }],
      [{ flow: 1, since: "soon" }, { "spec.since": ["Since must be a date"] }],
      [{ flow: 1, tested: "perhaps" }, { "spec.tested": ["Tested must be yes or no"] }],
      [{ flow: 1, colour: "red" }, { "spec.colour": ["This category has no such field"] }],
    ];
    for (const [spec_json, errors] of wrong)
      expect(await changed(id, { spec_json })).toMatchObject({ status: 422, errors });
    const { changes } = (await db
      .prepare(
        "select changes from activity_log where company_id = ? and asset_id = ? and action = 'create.asset'",
      )
      .bind(company.id, id)
      .first<{ changes: string }>())!;
    expect(JSON.parse(changes)).toContainEqual({ field: "spec:Flow range", from: null, to: 12.5 });
  });

  test("that became required warn on an old device, and stay when they are not sent", async () => {
    const id = await made({ categoryId: String(plain.id) });
    await db
      .prepare("update assets set category_id = ? where company_id = ? and id = ?")
      .bind(category.id, company.id, id)
      .run();
    expect(await changed(id, { remarks: "Only this" })).toMatchObject({
      status: 200,
      warnings: ["Flow range is empty"],
    });
    expect(await changed(id, { spec_json: { flow: 3, mode: "Infant" } })).toMatchObject({
      status: 200,
    });
    expect(await changed(id)).toMatchObject({ status: 200 });
    expect((await find(id)).spec_json).toEqual({ flow: 3, mode: "Infant" });
    expect(await changed(id, { spec_json: { mode: "Adult" } })).toMatchObject({
      errors: { "spec.flow": ["Flow range is required"] },
    });
    expect(await changed(id, { category_id: plain.id })).toMatchObject({ status: 200 });
    expect((await find(id)).spec_json).toEqual({});
  });
});

test("a code or serial that is taken is told with a link, within the company and by right", async () => {
  const id = await made({ assetCode: "TK-1", make: "GE", model: "M1", serialNo: "S-1" });
  const ask = async (query: string, by = admin) => {
    const answer = await by.page(`/asset/taken?${query}`);
    return [answer.status, answer.status === 200 ? await answer.json() : null];
  };
  expect(await ask("code=tk-1&serial=s-1&make=ge&model=m1")).toEqual([
    200,
    { assetCode: { id, assetCode: "TK-1" }, serialNo: { id, assetCode: "TK-1" } },
  ]);
  expect(await ask(`code=TK-1&serial=S-1&make=GE&model=M1&id=${id}`)).toEqual([
    200,
    { assetCode: null, serialNo: null },
  ]);
  expect(
    await ask(
      "code=TK-1&serial=S-1&make=GE",
      await clientOf(w, "acme.localhost", "admin@acme.test"),
    ),
  ).toEqual([200, { assetCode: null, serialNo: null }]);
  const blind = await newPerson(w, company, { permissions: ["create-asset"] });
  expect((await ask("code=TK-1", await clientOf(w, company.host, blind.email)))[0]).toBe(403);
  const refused = await post("/asset/create", form({ make: "GE", model: "M1", serialNo: "S-1" }));
  const text = await refused.text();
  expect([
    refused.status,
    text.includes(`/asset/detail/${id}`),
    text.includes("Serial already used by TK-1"),
  ]).toEqual([422, true, true]);
});

test("a clone has everything but what is one device's alone", async () => {
  const id = await made({
    serialNo: "CL-1",
    make: "Maker",
    remarks: "Kept remark",
    udi: "UDI-77",
    room: "Room 9",
    depRateBp: "12.5",
  });
  expect((await find(id)).dep_rate_bp).toBe(1250);
  const text = await (await admin.page(`/asset/create?clone=${id}`)).text();
  for (const kept of ["Kept remark", "Room 9", "Maker"]) expect(text).toContain(kept);
  for (const gone of ["CL-1", "UDI-77"]) expect(text).not.toContain(gone);
  const again = await post("/asset/create", form({ intent: "clone" }));
  expect(again.headers.get("location")).toMatch(/^\/asset\/create\?clone=/);
});

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
function upload(
  intent: string,
  more: Record<string, string> = {},
  name = "front.png",
  bytes = png,
) {
  const body = new FormData();
  body.set("intent", intent);
  for (const [key, value] of Object.entries({ kind: "photo", ...more })) body.set(key, value);
  body.set("file", new File([bytes], name));
  return body;
}

test("documents are kept, replaced, shown and deleted, by those who may", async () => {
  const id = await made();
  const path = `/asset/detail/${id}`;
  const documents = async () =>
    (
      await db
        .prepare(
          "select id, file_name, kind, valid_until, deleted_at from media where company_id = ? and asset_id = ? order by id",
        )
        .bind(company.id, id)
        .all<{
          id: string;
          file_name: string;
          kind: string;
          valid_until: string | null;
          deleted_at: number | null;
        }>()
    ).results;
  const photo = async () => (await find(id)).photo_media_id;

  expect((await post(path, upload("add-document"))).status).toBe(302);
  const [first] = await documents();
  expect([first!.kind, await photo()]).toEqual(["photo", first!.id]);
  const pdf = new TextEncoder().encode("%PDF-1.7 licence");
  expect(
    (
      await post(
        path,
        upload("add-document", { kind: "licence", validUntil: "2027-01-31" }, "licence.pdf", pdf),
      )
    ).status,
  ).toBe(302);
  const text = await (await admin.page(`${path}?tab=document`)).text();
  for (const shown of ["licence.pdf", "front.png", "Licence"]) expect(text).toContain(shown);
  const served = await admin.page(`/media/${first!.id}`);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);

  expect(
    (await post(path, upload("replace-document", { document: first!.id }, "side.png"))).status,
  ).toBe(302);
  const [hidden, licence, second] = await documents();
  expect([hidden!.deleted_at, await photo()]).toEqual([expect.any(Number), second!.id]);
  expect((await admin.page(`/media/${first!.id}`)).status).toBe(404);
  expect((await post(path, upload("replace-document", { document: first!.id }))).status).toBe(404);
  for (const [bad, status] of [
    [upload("add-document", { kind: "photo" }, "note.pdf", pdf), 422],
    [upload("add-document", {}, "evil.svg"), 422],
    [upload("add-document", { kind: "secret" }), 422],
    [upload("add-document", {}, "big.png", new Uint8Array(26 * 1024 * 1024)), 413],
  ] as const)
    expect((await post(path, bad)).status).toBe(status);
  const none = await post(path, upload("add-document", {}, "", new Uint8Array()));
  expect([none.status, (await none.text()).includes("Choose a file")]).toEqual([422, true]);
  const show = new URLSearchParams({ intent: "show-picture", document: licence!.id });
  expect((await post(path, show)).status).toBe(422);
  expect(
    (await post(path, new URLSearchParams({ intent: "remove-document", document: second!.id })))
      .status,
  ).toBe(302);
  expect(await photo()).toBeNull();
  expect((await documents()).filter(({ deleted_at }) => deleted_at === null)).toHaveLength(1);
  const viewer = await clientOf(w, company.host, company.users.viewer.email);
  expect((await post(path, upload("add-document"), viewer)).status).toBe(403);
  const [[stored], [logged]] = (await Promise.all(
    [
      ["select storage_bytes as n from company_profiles where company_id = ?", company.id],
      [
        "select count(*) as n from activity_log where company_id = ? and action like '%_document.asset'",
        company.id,
      ],
    ].map(
      async ([sql, value]) => (await db.prepare(sql!).bind(value).all<{ n: number }>()).results,
    ),
  )) as [{ n: number }[], { n: number }[]];
  expect([stored!.n, logged!.n]).toEqual([2 * png.length + pdf.length, 4]);

  await db
    .prepare("update company_profiles set limits = ? where company_id = ?")
    .bind('{"max_storage_mb":0}', company.id)
    .run();
  const full = await post(path, upload("add-document"));
  expect([full.status, (await full.text()).includes("Your plan allows 0 MB of files")]).toEqual([
    409,
    true,
  ]);
  await db
    .prepare("update company_profiles set limits = '{}' where company_id = ?")
    .bind(company.id)
    .run();
});

test("every tab takes two trips and shows its own", async () => {
  const id = await made({
    purchaseOn: "2024-01-10",
    purchaseCostMinor: "1200.00",
    depMethod: "slm",
    usefulLifeMonths: "12",
  });
  const store = { ...own(), name: "Main store" };
  const item = {
    ...own(),
    store_id: store.id,
    name: "O2 cell",
    kind: "spare",
    rate_minor: 500,
    quantity: 5,
  };
  await insert(db, "stores", store);
  await insert(db, "stock_items", item);
  for (let n = 0; n < 70; n++) {
    const report = {
      ...own(),
      asset_id: id,
      service_ticket: `PM-25010100${String(n).padStart(4, "0")}`,
      service_on: `2025-0${1 + (n % 9)}-${String(1 + (n % 28)).padStart(2, "0")}`,
      service_type: n % 2 ? "pm" : "other",
      done_by: "R. Krishnan",
      service_cost_minor: 100,
      parts_cost_minor: n % 7 ? 0 : 1000,
      total_cost_minor: n % 7 ? 100 : 1100,
    };
    await insert(db, "service_reports", report);
    if (n % 7 === 0)
      await insert(db, "service_report_parts", {
        ...own(),
        service_report_id: report.id,
        stock_item_id: item.id,
        name: "O2 cell",
        unit: "pcs",
        qty: 2,
        cost_minor: 500,
        total_minor: 1000,
      });
  }
  const tabs = {
    accessory: "No accessories yet",
    parts: "O2 cell",
    document: "No documents yet",
    movement: "Came to",
    cost: "Cumulative",
    history: "added the asset",
  };
  for (const [tab, says] of Object.entries(tabs)) {
    const page = await admin.page(`/asset/detail/${id}?tab=${tab}`);
    const { trips, read } = d1Of(page);
    expect([tab, page.status, trips, read]).toEqual([
      tab,
      200,
      2,
      expect.toSatisfy((n) => n <= 400),
    ]);
    expect([tab, (await page.text()).includes(says)]).toEqual([tab, true]);
  }
  const cost = (await (await admin.page(`/asset/detail/${id}?tab=cost`)).text()).replaceAll(
    "<!-- -->",
    "",
  );
  expect(cost).toContain("100.00");
  const file = await (await admin.page(`/asset/detail/${id}/parts.csv`)).text();
  expect(file.trim().split("\r\n")).toHaveLength(1 + 10);
  expect((await admin.page(`/asset/detail/${newId()}/parts.csv`)).status).toBe(404);
});

test("history is filtered by field and by person", async () => {
  const id = await made({ categoryId: String(plain.id) });
  const other = await newPerson(w, company, { permissions: ["view-asset", "edit-asset"] });
  const theirs = await clientOf(w, company.host, other.email);
  await post(
    `/asset/detail/${id}`,
    new URLSearchParams({ intent: "standby", reason: "Their reason" }),
    theirs,
  );
  await post(
    `/asset/detail/${id}`,
    new URLSearchParams({
      intent: "move",
      departmentId: String(ward.id),
      room: "R2",
      reason: "My reason",
    }),
  );
  const history = async (query: string) => {
    const text = await (await admin.page(`/asset/detail/${id}?tab=history${query}`)).text();
    return ["Their reason", "My reason"].map((reason) => text.includes(reason));
  };
  // A device without a day of use is received: it cannot go on standby.
  expect(await history("")).toEqual([false, true]);
  await post(
    `/asset/detail/${id}`,
    new URLSearchParams({ intent: "not-located", reason: "Their reason" }),
    theirs,
  );
  expect(await history("")).toEqual([true, true]);
  expect(await history("&field=room")).toEqual([false, true]);
  expect(await history(`&person=${other.id}`)).toEqual([true, false]);
  expect(await history(`&person=${other.id}&field=room`)).toEqual([false, false]);
});

describe("accessories", () => {
  test("are listed, added, changed, archived and deleted on the page of their device", async () => {
    const id = await made({ putToUseOn: "2026-01-01" });
    const path = `/accessory/${id}`;
    const fields = { intent: "create", name: "SpO2 probe", kind: "probe", serialNo: "PR-1" };
    expect((await post(path, new URLSearchParams({ ...fields, qty: "2" }))).status).toBe(422);
    const added = await post(path, new URLSearchParams(fields));
    expect([added.status, added.headers.get("location")]).toEqual([302, path]);
    const page = await admin.page(path);
    expect([page.status, d1Of(page).trips, (await page.text()).includes("SpO2 probe")]).toEqual([
      200,
      2,
      true,
    ]);
    const { data } = (await (await admin.api(`/api/accessories?asset=${id}`)).json()) as {
      data: { id: string; qty: number; condition: string }[];
    };
    expect(data).toMatchObject([{ qty: 1, condition: "good" }]);
    const accessory = data[0]!.id;
    const update = {
      ...fields,
      intent: "update",
      id: accessory,
      condition: "missing",
      version: "1",
    };
    expect((await post(path, new URLSearchParams(update))).status).toBe(302);
    expect((await post(path, new URLSearchParams(update))).status).toBe(409);
    expect(
      (await post(path, new URLSearchParams({ intent: "archive", id: accessory }))).status,
    ).toBe(302);
    expect(await (await admin.page(`/asset/detail/${id}?tab=accessory`)).text()).not.toContain(
      "SpO2 probe",
    );
    expect(
      await (await admin.page(`/asset/detail/${id}?tab=accessory&state=archived`)).text(),
    ).toContain("SpO2 probe");
    const text = await (await admin.page(`/asset/detail/${id}?tab=history`)).text();
    expect(text).toContain("archived accessory");
    expect((await admin.api(`/api/assets/${id}`, { method: "DELETE" })).status).toBe(409);
    expect(
      (await post(path, new URLSearchParams({ intent: "delete", id: accessory }))).status,
    ).toBe(302);
  });

  test("stay with their device, and are closed with it", async () => {
    const [one, other] = [await made({ putToUseOn: "2026-01-01" }), await made()];
    const body = { asset_id: one, name: "Cable", kind: "cable" };
    const { data } = await api("/api/accessories", "POST", body);
    expect(
      await api(`/api/accessories/${data.id}`, "PUT", { ...body, asset_id: other }),
    ).toMatchObject({
      status: 422,
      errors: { asset_id: ["An accessory stays with its asset"] },
    });
    expect((await api("/api/accessories", "POST", { ...body, asset_id: newId() })).status).toBe(
      404,
    );
    await db
      .prepare("update assets set lifecycle = 'disposed' where company_id = ? and id = ?")
      .bind(company.id, one)
      .run();
    const closed = await admin.api("/api/accessories", { method: "POST", body });
    expect([closed.status, ((await closed.json()) as { message: string }).message]).toEqual([
      409,
      "This asset is disposed",
    ]);
  });
});

test("a vendor's documents count towards the same storage limit", async () => {
  const vendor = { ...own(), name: "Acme Gases", is_supplier: 1, phone: "1" };
  await insert(db, "vendors", vendor);
  const pdf = new TextEncoder().encode("%PDF-1.7\n%%EOF");
  const upload = () => {
    const body = new FormData();
    body.set("intent", "upload");
    body.set("kind", "document");
    body.set("file", new File([pdf], "terms.pdf", { type: "application/pdf" }));
    return admin.page(`/vendor/detail/${vendor.id}.data`, { method: "POST", body });
  };
  const stored = async () => ({
    ...(await db
      .prepare("select storage_bytes from company_profiles where company_id = ?")
      .bind(company.id)
      .first()),
    ...(await db
      .prepare("select count(*) as files from media where company_id = ? and vendor_id = ?")
      .bind(company.id, vendor.id)
      .first()),
  });
  const before = (await stored()) as { storage_bytes: number };
  expect((await upload()).status).toBeLessThan(300);
  const after = { storage_bytes: before.storage_bytes + pdf.length, files: 1 };
  expect(await stored()).toEqual(after);
  await db
    .prepare("update company_profiles set limits = ? where company_id = ?")
    .bind('{"max_storage_mb":0}', company.id)
    .run();
  const full = await upload();
  expect([full.status, (await full.text()).includes("Your plan allows 0 MB of files")]).toEqual([
    409,
    true,
  ]);
  expect(await stored()).toEqual(after);
  await db
    .prepare("update company_profiles set limits = '{}' where company_id = ?")
    .bind(company.id)
    .run();
});
