import { beforeAll, describe, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { fileOf, pngOf } from "#tests/support/pictures.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
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

type Saved = { id: string; open_call_id: string | null };
type Read = { media: string | null; files: { id: string; file_name: string }[]; pm_lists: string };
const photo = (name: string) => fileOf(pngOf(2, 2), name, "image/png");
const form = (fields: Record<string, string>, files: Record<string, File> = {}) => {
  const made = reportForm({ service_ticket: freshTicket(), ...fields });
  for (const [name, file] of Object.entries(files)) made.set(name, file);
  return made;
};
const create = (asset: string, body: FormData) =>
  admin.call<Saved>("POST", `/api/service-report/create/${asset}`, body);
const update = (id: string, body: FormData) =>
  admin.call("POST", `/api/service-report/update/${id}`, body);
const read = async (id: string) =>
  (await admin.call<Read>("GET", `/api/service-report/${id}`)).data;

describe("files beside the one of Media file", () => {
  test("are kept, replaced and removed each by itself, and count as storage", async () => {
    const { asset } = await bench(w, w.companies.acme, []);
    const used = () => shard.profile("storage_bytes");
    const before = Number(await used());
    const { data } = await create(
      asset,
      form(
        {},
        { media: photo("media.png"), "files[0]": photo("a.png"), "files[1]": photo("b.png") },
      ),
    );
    const first = await read(data.id);
    expect(first.files.map((file) => file.file_name).sort()).toEqual(["a.png", "b.png"]);
    expect(Number(await used()) - before).toBe(3 * photo("a.png").size);
    expect((await admin.page(`/media/${first.files[0]!.id}`)).status).toBe(200);

    const gone = first.files.find((file) => file.file_name === "a.png")!.id;
    await update(data.id, form({ remove_files: gone }, { "files[0]": photo("c.png") }));
    const second = await read(data.id);
    expect(second.files.map((file) => file.file_name).sort()).toEqual(["b.png", "c.png"]);
    expect(second.media).toBe(first.media);
    expect((await admin.page(`/media/${gone}`)).status).toBe(404);

    await update(data.id, form({}, { media: photo("other.png") }));
    const third = await read(data.id);
    expect(third.files).toEqual(second.files);
    expect(third.media).not.toBe(first.media);
    const [shown] = await shard.all<{ n: number }>(
      "select count(*) as n from media where company_id = ? and service_report_id = ? and is_current = 1 and deleted_at is null",
      data.id,
    );
    expect(shown?.n).toBe(1);
    const print = await admin.text(`/asset/service-report/print/${data.id}`);
    for (const name of ["other.png", "b.png", "c.png"]) expect(print).toContain(`alt="${name}"`);
  });

  test("are at most eight, of allowed types, and never another report's", async () => {
    const { asset } = await bench(w, w.companies.acme, []);
    const eight = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`files[${at}]`, photo(`${at}.png`)]),
    );
    const { data } = await create(asset, form({}, eight));
    expect((await read(data.id)).files).toHaveLength(8);
    expect(await update(data.id, form({}, { "files[0]": photo("9.png") }))).toMatchObject({
      status: 422,
      errors: { files: ["A report can have at most 8 more files"] },
    });
    expect((await create(asset, form({}, { "files[8]": photo("8.png") }))).status).toBe(422);
    const text = fileOf(new Uint8Array([1, 2]), "a.png", "image/png");
    expect((await create(asset, form({}, { "files[0]": text }))).errors).toHaveProperty("files[0]");
    const other = await create(asset, form({}));
    const [{ id } = { id: "" }] = (await read(data.id)).files;
    await update(other.data.id, form({ remove_files: id }));
    expect((await read(data.id)).files).toHaveLength(8);
  });
});

test("signatures and who received it stand on paper; what is no signature is refused", async () => {
  const { asset } = await bench(w, w.companies.acme, []);
  const signed = {
    done_by_signature: "M10 20L30 40",
    received_by: "Sr. Mary",
    received_by_signature: "M1 2L3 4",
  };
  const { data } = await create(asset, form(signed));
  expect(await read(data.id)).toMatchObject(signed);
  const print = await admin.text(`/asset/service-report/print/${data.id}`);
  for (const text of ['d="M10 20L30 40"', 'd="M1 2L3 4"', "Sr. Mary"])
    expect(print).toContain(text);
  const pdf = await admin.page(`/asset/service-report/pdf/${data.id}?paper=letter`);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect((await create(asset, form({ done_by_signature: "M1 1z<script>" }))).errors).toEqual({
    done_by_signature: ["The signature is not readable"],
  });
});

test("a check keeps its limits and its reading; what is no number is refused", async () => {
  const { asset } = await bench(w, w.companies.acme, []);
  const check = {
    ...{ name: "Tidal volume", status: "no", remark: "" },
    ...{ unit: "mL", low: "450", high: "550", value: "560.5" },
  };
  const { data } = await create(asset, form({ pm_lists: JSON.stringify([check]) }));
  expect(JSON.parse((await read(data.id)).pm_lists)).toEqual([check]);
  expect(await admin.text(`/asset/service-report/print/${data.id}`)).toContain(
    "560.5 mL (450–550 mL)",
  );
  const wrong = { ...check, value: "abc", low: "600" };
  expect((await create(asset, form({ pm_lists: JSON.stringify([wrong]) }))).errors).toEqual({
    "pm_lists.0.value": ["The reading must be a number"],
    "pm_lists.0.low": ["The lower limit is above the upper limit"],
  });
});

describe("a report that answers a call", () => {
  const call = async (asset: string, department: string) =>
    shard.add("breakdowns", {
      ...{ number: `SC-${freshTicket()}`, asset_id: asset, department_id: department },
      ...{ source: "web", reported_by_name: "Nurse", reported_at: Date.now() },
      ...{ problem: "No display", priority: "high", equipment_down: 1, status: "acknowledged" },
    });

  test("leaves it open and asks whether it is resolved", async () => {
    const { asset, department } = await bench(w, w.companies.acme, []);
    const id = await call(asset, department);
    expect(await admin.text(`/asset/service-report/${asset}`)).toContain("Not about a call");
    const { data } = await create(
      asset,
      form({ breakdown_id: id, action_taken: "Board replaced" }),
    );
    expect(data.open_call_id).toBe(id);
    expect(await shard.get("breakdowns", id)).toMatchObject({ status: "acknowledged" });
    const page = await admin.text(`/asset/detail/${asset}?tab=service-report&do=resolve&on=${id}`);
    expect(page).toMatch(/Resolve SC-[\s\S]*Board replaced/);
    const solved = { cause_code: "battery", resolution: "Board replaced" };
    await admin.call("POST", `/api/service-calls/${id}/resolve`, solved);
    expect(await shard.get("assets", asset)).toMatchObject({ is_down: 0, condition: "working" });
    const again = await create(asset, form({ breakdown_id: id }));
    expect(again.data.open_call_id).toBeNull();
  });

  test("names one of its own device", async () => {
    const here = await bench(w, w.companies.acme, []);
    const other = await bench(w, w.companies.acme, []);
    const id = await call(other.asset, other.department);
    for (const breakdown_id of [id, "nothing"])
      expect(await create(here.asset, form({ breakdown_id }))).toMatchObject({
        status: 422,
        errors: { breakdown_id: ["This call is not one of this asset"] },
      });
  });
});

test("parts that belong to a device come first and say their store", async () => {
  const tag = freshTicket();
  const b = await bench(w, w.companies.acme, [
    { quantity: 5, name: `A ${tag}` },
    { quantity: 5, name: `B ${tag}` },
    { quantity: 5, name: `C ${tag}` },
  ]);
  const used = reportForm({ service_ticket: freshTicket() }, [
    { id: b.items[1]!, qty: 1, cost: "1" },
  ]);
  await create(b.asset, used);
  await shard.set("assets", b.asset, { machine_type_id: "type-1" });
  await shard.addUnstamped("stock_item_machine_types", {
    ...{ stock_item_id: b.items[2]!, machine_type_id: "type-1", machine_type_name: "Ventilator" },
  });
  type Item = { id: string; store: string; fits: boolean };
  const offered = await admin.call<Item[]>(
    "GET",
    `/api/store-item/get?active=true&asset=${b.asset}`,
  );
  const own = offered.data.filter(({ id }) => b.items.includes(id));
  expect(own.map(({ id, fits }) => [b.items.indexOf(id), fits])).toEqual([
    [1, true],
    [2, true],
    [0, false],
  ]);
  expect(own[0]!.store).toMatch(/^Store /);
  const all = await admin.call<Item[]>("GET", "/api/store-item/get");
  expect(all.data.some(({ fits }) => fits)).toBe(false);
});
