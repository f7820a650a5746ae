import { describe, expect, test } from "vitest";
import { sections } from "#app/routes/assets/form-section.tsx";
import { newId } from "#drizzle/columns.ts";
import { clientOf, d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { colleague } from "#tests/support/person.ts";
import { PNG } from "#tests/support/pictures.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { assetInput } from "#worker/domain/assets/input.ts";

const schema = [
  { key: "flow", label: "Flow range", type: "number", required: true },
  { key: "mode", label: "Mode", type: "option", options: ["Adult", "Infant"] },
  { key: "tested", label: "Tested", type: "bool" },
  { key: "since", label: "Since", type: "date" },
];

const w = await world();
const company = await addCompany(w.env, "devicepages", 2, 2);
const shard = rowsOf(w, company);
const admin = await signedIn(w, company, "admin");
const category = await shard.add("categories", {
  name: "Ventilators",
  field_schema: JSON.stringify(schema),
  default_criticality: "high",
  default_dep_method: "slm",
  default_life_months: 96,
});
const plain = await shard.add("categories", { name: "Pumps" });
const ward = await shard.add("departments", { name: "Ward 1" });

const create = (more: Record<string, string> = {}) =>
  admin.form("/asset/create", {
    ...{ name: "Device", categoryId: plain, departmentId: ward, pmRequired: "1", intent: "save" },
    ...more,
  });
async function made(more: Record<string, string> = {}): Promise<string> {
  const answer = await create(more);
  await expectAnswer(answer, 302);
  return answer.headers.get("location")!.split("/").at(-1)!;
}
const find = async (id: string) => (await admin.call("GET", `/api/assets/${id}`)).data;
const changed = (id: string, more: object = {}) =>
  admin.call("PUT", `/api/assets/${id}`, {
    asset_code: `C-${id.slice(-6)}`,
    name: "Device",
    category_id: category,
    ...more,
  });

describe("a category's own fields", () => {
  test("are kept by type, and refused by field", async () => {
    const id = await made({
      categoryId: category,
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
    const page = await admin.text(`/asset/detail/${id}`);
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
    const { changes } = (await shard.first<{ changes: string }>(
      "select changes from activity_log where company_id = ? and asset_id = ? and action = 'create.asset'",
      id,
    ))!;
    expect(JSON.parse(changes)).toContainEqual({ field: "spec:Flow range", from: null, to: 12.5 });
  });

  test("that became required warn on an old device, and stay when they are not sent", async () => {
    const id = await made();
    await shard.set("assets", id, { category_id: category });
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
    expect(await changed(id, { category_id: plain })).toMatchObject({ status: 200 });
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
  const blind = await colleague(w, company, "create-asset");
  expect((await ask("code=TK-1", blind.client))[0]).toBe(403);
  await expectAnswer(
    create({ make: "GE", model: "M1", serialNo: "S-1" }),
    422,
    `/asset/detail/${id}`,
    "Serial already used by TK-1",
  );
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
  const text = await admin.text(`/asset/create?clone=${id}`);
  for (const kept of ["Kept remark", "Room 9", "Maker"]) expect(text).toContain(kept);
  for (const gone of ["CL-1", "UDI-77"]) expect(text).not.toContain(gone);
  const again = await create({ intent: "clone" });
  expect(again.headers.get("location")).toMatch(/^\/asset\/create\?clone=/);
});

const PDF = new File(["%PDF-1.7 licence"], "licence.pdf");
const picture = (name: string) => new File([PNG], name);

test("documents are kept, replaced, shown and deleted, by those who may", async () => {
  const id = await made();
  const path = `/asset/detail/${id}`;
  const post = (intent: string, fields: Record<string, string | File>, by = admin) =>
    by.form(path, { intent, ...fields });
  const upload = (file: File, more: Record<string, string> = {}, by = admin) =>
    post("add-document", { kind: "photo", ...more, file }, by);
  const replace = (document: string) =>
    post("replace-document", { kind: "photo", document, file: picture("side.png") });
  const documents = () =>
    shard.all<{ id: string; kind: string; deleted_at: number | null }>(
      "select * from media where company_id = ? and asset_id = ? order by id",
      id,
    );
  const photo = async () => (await find(id)).photo_media_id;

  await expectAnswer(upload(picture("front.png")), 302);
  const [first] = await documents();
  expect([first!.kind, await photo()]).toEqual(["photo", first!.id]);
  await expectAnswer(upload(PDF, { kind: "licence", validUntil: "2027-01-31" }), 302);
  const text = await admin.text(`${path}?tab=document`);
  for (const shown of ["licence.pdf", "front.png", "Licence"]) expect(text).toContain(shown);
  const served = await admin.page(`/media/${first!.id}`);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/png"]);

  await expectAnswer(replace(first!.id), 302);
  const [hidden, licence, second] = await documents();
  expect([hidden!.deleted_at, await photo()]).toEqual([expect.any(Number), second!.id]);
  await expectAnswer(admin.page(`/media/${first!.id}`), 404);
  await expectAnswer(replace(first!.id), 404);
  await expectAnswer(upload(new File([PDF], "note.pdf")), 422);
  await expectAnswer(upload(picture("evil.svg")), 422);
  await expectAnswer(upload(picture("front.png"), { kind: "secret" }), 422);
  await expectAnswer(upload(new File([new Uint8Array(26 * 1024 * 1024)], "big.png")), 413);
  await expectAnswer(upload(new File([], "")), 422, "Choose a file");
  await expectAnswer(post("show-picture", { document: licence!.id }), 422);
  await expectAnswer(post("remove-document", { document: second!.id }), 302);
  expect(await photo()).toBeNull();
  expect((await documents()).filter(({ deleted_at }) => deleted_at === null)).toHaveLength(1);
  await expectAnswer(upload(PDF, {}, await signedIn(w, company, "viewer")), 403);
  expect(await shard.count("activity_log", "action like '%_document.asset'")).toBe(4);
  await expectStorage(2 * PNG.length + PDF.size, () => upload(picture("front.png")));
});

/** Expects so many stored bytes, and that an upload beyond the plan is refused. */
async function expectStorage(bytes: number, upload: () => Promise<Response>) {
  const stored = () =>
    shard.first("select storage_bytes from company_profiles where company_id = ?");
  expect(await stored()).toEqual({ storage_bytes: bytes });
  await shard.set("company_profiles", company.id, { limits: '{"max_storage_mb":0}' });
  await expectAnswer(upload(), 409, "Your plan allows 0 MB of files");
  await shard.set("company_profiles", company.id, { limits: "{}" });
  expect(await stored()).toEqual({ storage_bytes: bytes });
}

test("every tab takes two trips at most and shows its own", async () => {
  const id = await made({
    purchaseOn: "2024-01-10",
    purchaseCostMinor: "1200.00",
    depMethod: "slm",
    usefulLifeMonths: "12",
  });
  const store_id = await shard.add("stores", { name: "Main store" });
  const item = { name: "O2 cell", kind: "spare", rate_minor: 500, quantity: 5 };
  const stock_item_id = await shard.add("stock_items", { ...item, store_id });
  for (let n = 0; n < 70; n++) {
    const service_report_id = await shard.add("service_reports", {
      asset_id: id,
      service_ticket: `PM-25010100${String(n).padStart(4, "0")}`,
      service_on: `2025-0${1 + (n % 9)}-${String(1 + (n % 28)).padStart(2, "0")}`,
      service_type: n % 2 ? "pm" : "other",
      done_by: "R. Krishnan",
      service_cost_minor: 100,
      parts_cost_minor: n % 7 ? 0 : 1000,
      total_cost_minor: n % 7 ? 100 : 1100,
    });
    const part = { name: "O2 cell", unit: "pcs", qty: 2, cost_minor: 500, total_minor: 1000 };
    if (n % 7 === 0)
      await shard.add("service_report_parts", { ...part, service_report_id, stock_item_id });
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
    expect([page.status, trips, read], tab).toEqual([
      200,
      upTo(2),
      expect.toSatisfy((n) => n <= 400),
    ]);
    expect(await page.text(), tab).toContain(says);
  }
  expect(await admin.text(`/asset/detail/${id}?tab=cost`)).toContain("100.00");
  const file = await admin.text(`/asset/detail/${id}/parts.csv`);
  expect(file.trim().split("\r\n")).toHaveLength(1 + 10);
  expect((await admin.page(`/asset/detail/${newId()}/parts.csv`)).status).toBe(404);
});

test("history is filtered by field and by person", async () => {
  const id = await made();
  const path = `/asset/detail/${id}`;
  const other = await colleague(w, company, "view-asset", "edit-asset");
  const theirs = (intent: string) => other.client.form(path, { intent, reason: "Their reason" });
  await theirs("standby");
  const move = { intent: "move", departmentId: ward, room: "R2", reason: "My reason" };
  await admin.form(path, move);
  const history = async (query: string) => {
    const text = await admin.text(`/asset/detail/${id}?tab=history${query}`);
    return ["Their reason", "My reason"].map((reason) => text.includes(reason));
  };
  // A device without a day of use is received: it cannot go on standby.
  expect(await history("")).toEqual([false, true]);
  await theirs("not-located");
  expect(await history("")).toEqual([true, true]);
  expect(await history("&field=room")).toEqual([false, true]);
  expect(await history(`&person=${other.id}`)).toEqual([true, false]);
  expect(await history(`&person=${other.id}&field=room`)).toEqual([false, false]);
});

test("all that is wrong with a form is told at once, by field", async () => {
  await made({ assetCode: "ONCE-1", serialNo: "ONCE", make: "Acme", model: "M" });
  const answer = await admin.form("/asset/create.data", {
    ...{ name: "", categoryId: category, departmentId: ward, intent: "save" },
    ...{ assetCode: "ONCE-1", serialNo: "ONCE", make: "Acme", model: "M" },
    ...{ emRisk: "9", expectedLifeYears: "500", depRateBp: "150", pmMonths: "0" },
    ...{ inChargePhone: "abc", ip: "999.1.1.1", mac: "zz" },
    ...{ purchaseOn: "9999-01-01", warrantyStartOn: "2026-05-01", warrantyEndOn: "2025-05-01" },
    "accessories.0.name": "Probe",
  });
  const text = await answer.text();
  expect(answer.status).toBe(422);
  for (const message of [
    "Name is required",
    "Risk score must be at most 5",
    "Expected life must be at most 100",
    "Depreciation a year must be from 0 to 100 %",
    "PM every must be at least 1",
    "Phone of the person in charge must be a phone number",
    "IP address must be an IPv4 or IPv6 address",
    "MAC address must have six pairs of digits",
    "Purchase date cannot be in the future",
    "Warranty ends before it starts",
    "Asset code is already used",
    "Serial already used by ONCE-1",
    "Flow range is required",
    "Accessory 1: Choose the kind",
  ])
    expect(text, message).toContain(message);
});

test("the form has every field of a device, the rare ones in sections that errors open", async () => {
  const html = await admin.text("/asset/create");
  const missing = Object.keys(assetInput.shape).filter(
    (name) => !["lifecycle", "specJson"].includes(name) && !html.includes(`name="${name}"`),
  );
  expect(missing).toEqual([]);
  const grouped = Object.values(sections).flatMap(({ fields }): readonly string[] => fields);
  expect(new Set(grouped).size).toBe(grouped.length);
  expect(grouped.filter((name) => name !== "accessories" && !(name in assetInput.shape))).toEqual(
    [],
  );
  expect(html).not.toMatch(/<details[^>]* open/);
  const refused = await (await create({ emRisk: "9" })).text();
  expect(refused.match(/<details class="panel form-part" open/g)).toHaveLength(1);
});

test("accessories are saved with a new device, by who may edit it", async () => {
  const rows = {
    "accessories.0.name": "Flow probe",
    "accessories.0.kind": "probe",
    "accessories.0.serialNo": "FP-1",
    // A row in which only what is proposed stands is left out.
    "accessories.1.kind": "cable",
    "accessories.2.name": "Cable",
    "accessories.2.kind": "cable",
    "accessories.2.qty": "3",
  };
  const id = await made(rows);
  const fitted = await admin.call<object[]>("GET", `/api/accessories?asset=${id}&sort=name`);
  expect(fitted.data).toMatchObject([
    { name: "Cable", kind: "cable", qty: 3 },
    { name: "Flow probe", kind: "probe", serial_no: "FP-1", qty: 1, condition: "good" },
  ]);
  expect(await admin.text(`/asset/detail/${id}?tab=history`)).toContain("added accessory");
  const adder = (await colleague(w, company, "view-asset", "create-asset")).client;
  const form = { name: "Device", categoryId: plain, departmentId: ward, intent: "save" };
  await expectAnswer(adder.form("/asset/create", { ...form, ...rows }), 403);
  await expectAnswer(adder.form("/asset/create", form), 302);
});

describe("accessories", () => {
  test("are listed, added, changed, archived and deleted on the page of their device", async () => {
    const id = await made({ putToUseOn: "2026-01-01" });
    const path = `/accessory/${id}`;
    const post = (fields: Record<string, string>) => admin.form(path, fields);
    const fields = { intent: "create", name: "SpO2 probe", kind: "probe", serialNo: "PR-1" };
    await expectAnswer(post({ ...fields, qty: "2" }), 422);
    const added = await post(fields);
    expect([added.status, added.headers.get("location")]).toEqual([302, path]);
    const page = await admin.page(path);
    expect(d1Of(page).trips).toEqual(upTo(2));
    await expectAnswer(page, 200, "SpO2 probe");
    const { data } = await admin.call<{ id: string }[]>("GET", `/api/accessories?asset=${id}`);
    expect(data).toMatchObject([{ qty: 1, condition: "good" }]);
    const accessory = { id: data[0]!.id };
    const update = { ...fields, ...accessory, intent: "update", condition: "missing" };
    await expectAnswer(post({ ...update, version: "1" }), 302);
    await expectAnswer(post({ ...update, version: "1" }), 409);
    await expectAnswer(post({ ...accessory, intent: "archive" }), 302);
    expect(await admin.text(`/asset/detail/${id}?tab=accessory`)).not.toContain("SpO2 probe");
    expect(await admin.text(`/asset/detail/${id}?tab=accessory&state=archived`)).toContain(
      "SpO2 probe",
    );
    expect(await admin.text(`/asset/detail/${id}?tab=history`)).toContain("archived accessory");
    expect((await admin.api(`/api/assets/${id}`, { method: "DELETE" })).status).toBe(409);
    await expectAnswer(post({ ...accessory, intent: "delete" }), 302);
  });

  test("stay with their device, and are closed with it", async () => {
    const [one, other] = [await made({ putToUseOn: "2026-01-01" }), await made()];
    const body = { asset_id: one, name: "Cable", kind: "cable" };
    const create = (fields: object) => admin.call("POST", "/api/accessories", fields);
    const { data } = await create(body);
    const moved = { ...body, asset_id: other };
    expect(await admin.call("PUT", `/api/accessories/${data.id}`, moved)).toMatchObject({
      status: 422,
      errors: { asset_id: ["An accessory stays with its asset"] },
    });
    expect((await create({ ...body, asset_id: newId() })).status).toBe(404);
    await shard.set("assets", one, { lifecycle: "disposed" });
    expect(await create(body)).toMatchObject({ status: 409, message: "This asset is disposed" });
  });
});

test("a vendor's documents count towards the same storage limit", async () => {
  const vendor = await shard.add("vendors", { name: "Acme Gases", is_supplier: 1, phone: "4321" });
  const upload = () =>
    admin.form(`/vendor/detail/${vendor}.data`, { intent: "upload", kind: "document", file: PDF });
  const { storage_bytes } = (await shard.first<{ storage_bytes: number }>(
    "select storage_bytes from company_profiles where company_id = ?",
  ))!;
  expect((await upload()).status).toBeLessThan(300);
  await expectStorage(storage_bytes + PDF.size, upload);
  expect(await shard.count("media", "vendor_id = ?", vendor)).toBe(1);
});
