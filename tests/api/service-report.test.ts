import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Client, d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { fileOf, pngOf } from "#tests/support/pictures.ts";
import {
  type Bench,
  bench,
  freshTicket,
  type PartRow,
  reportForm,
  stockOf,
} from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let acme: Company;
let shard: Rows;
let engineer: Client;
beforeAll(async () => {
  w = await world();
  acme = w.companies.acme;
  shard = rowsOf(w, acme);
  engineer = await signedIn(w, acme, "engineer");
});

type Line = { store_item_id: string; qty: number; cost: string };
type Report = {
  id: string;
  asset_id: string;
  service_ticket: string;
  inhouse_items: Line[];
  total_cost: string;
  version: number;
  media: string | null;
};
const png = () => fileOf(pngOf(2, 2), "photo.png", "image/png");
const create = (asset: string, form: FormData, headers: Record<string, string> = {}) =>
  engineer.call<Report>("POST", `/api/service-report/create/${asset}`, form, headers);
const update = (id: string, form: FormData) =>
  engineer.call<Report>("POST", `/api/service-report/update/${id}`, form);
const read = (id: string) =>
  engineer.call<Report>("GET", `/api/service-report/${id}`) as Promise<
    Answer<Report> & { base_path: string }
  >;
/** A report under a ticket that no test has used. */
const report = (parts: PartRow[] = [], fields: Record<string, string> = {}, media?: File) =>
  reportForm({ service_ticket: freshTicket(), ...fields }, parts, media);

describe("create", () => {
  test("saves parts, checklist, photo and money; moves stock by a ledger; marks a failed check", async () => {
    const b = await bench(w, acme, [
      { quantity: 5, rate: 10_50 },
      { quantity: 3, rate: 2_00 },
      { quantity: 9, rate: 1 },
    ]);
    const pm_lists = JSON.stringify([
      { name: "Battery", status: "no", remark: "weak" },
      { name: "Alarm", status: "yes", remark: "" },
    ]);
    const parts = b.items.map((id) => ({ id, qty: 2, cost: "0.01", total_cost: "9" }));
    const fields = { service_cost: "100.05", pm_lists, action_taken: "Replaced" };
    const created = await create(b.asset, report(parts, fields, png()));
    expect(created).toMatchObject({
      status: 201,
      success: true,
      data: { asset_id: b.asset },
      warnings: ["Part prices have changed. Total is 125.07"],
    });
    const { data, base_path } = await read(created.data.id);
    expect(data.total_cost).toBe("125.07");
    expect(data.inhouse_items).toHaveLength(3);
    expect(await stockOf(w, acme, b.items[0]!)).toEqual({ quantity: 3, ledger: 3 });
    expect(await shard.get("assets", b.asset)).toMatchObject({
      failed_checks: 1,
      service_cost_minor: 125_07,
      last_pm_on: "2026-01-15",
      last_service_on: "2026-01-15",
    });
    const photo = await engineer.page(`/media/${data.media}`);
    expect([photo.status, photo.headers.get("content-type"), base_path]).toEqual([
      200,
      "image/png",
      "http://acme.localhost/media/",
    ]);
    const part = await engineer.page(`/media/${data.media}`, { headers: { range: "bytes=2-4" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([
      206,
      `bytes 2-4/${png().size}`,
    ]);
    expect((await part.arrayBuffer()).byteLength).toBe(3);
  });

  test("writes at most 25 rows for a report with 3 parts", async () => {
    const b = await bench(w, acme, [{ quantity: 5 }, { quantity: 5 }, { quantity: 5 }]);
    const parts = b.items.map((id) => ({ id, qty: 1, cost: "12.50" }));
    expect((await create(b.asset, report(parts))).written).toBeLessThanOrEqual(25);
  });

  test("answers every mistake together, in the specification's words", async () => {
    const b = await bench(w, acme, [{ quantity: 5 }]);
    const fields = {
      date: "",
      service_type: "",
      complaint_by: " ",
      pm_lists: '[{"name":"","status":"na","remark":""}]',
    };
    const form = reportForm(fields, [{ id: "", qty: "", cost: "" }]);
    expect((await create(b.asset, form)).errors).toEqual({
      service_ticket: ["Service Ticket ID is required"],
      date: ["Service Date is required"],
      service_type: ["Service Type is required"],
      complaint_by: ["Done By is required"],
      "parts.0.part": ["Part is required"],
      "parts.0.qty": ["Quantity is required"],
      "parts.0.cost": ["Cost is required"],
      "pm_lists.0.name": ["Checking Process is required"],
    });
  });

  test.each(["0", "-1", "1.5", "1e3", "99999999999"])("refuses a quantity of %s", async (qty) => {
    const b = await bench(w, acme, [{ quantity: 5 }]);
    const parts = [{ id: b.items[0]!, qty, cost: "1" }];
    expect((await create(b.asset, report(parts))).status).toBe(422);
  });

  test("shortage, unknown and foreign parts, unknown and disposed assets", async () => {
    const b = await bench(w, acme, [{ quantity: 2, name: "O2 cell" }]);
    const foreign = await bench(w, w.companies.globex, [{ quantity: 2 }]);
    const withPart = (id: string, qty = 1) => report([{ id, qty, cost: "1" }]);
    expect(await create(b.asset, withPart(b.items[0]!, 3))).toMatchObject({
      status: 409,
      message: "Only 2 of O2 cell in stock",
      data: { available: 2 },
    });
    expect((await create(b.asset, withPart(foreign.items[0]!))).message).toBe(
      "An item is no longer available",
    );
    expect((await create(foreign.asset, withPart(b.items[0]!))).status).toBe(404);
    await shard.set("assets", b.asset, { lifecycle: "disposed" });
    expect((await create(b.asset, withPart(b.items[0]!))).message).toBe("This asset is disposed");
    expect(await stockOf(w, acme, b.items[0]!)).toEqual({ quantity: 2, ledger: 2 });
  });

  test("the same form twice is one report; with other data it is refused", async () => {
    const b = await bench(w, acme, [{ quantity: 9 }]);
    const service_ticket = freshTicket();
    const send = (qty: number) => {
      const form = reportForm({ service_ticket }, [{ id: b.items[0]!, qty, cost: "1" }]);
      return create(b.asset, form, { "idempotency-key": service_ticket });
    };
    const [first, second] = await Promise.all([send(2), send(2)]);
    expect(first.data).toEqual(second.data);
    expect((await send(3)).message).toBe("This form was already sent with other data");
    const fields = { service_ticket: freshTicket() };
    const again = () =>
      create(b.asset, reportForm(fields, [{ id: b.items[0]!, qty: 1, cost: "1" }]));
    expect((await again()).data.id).toBe((await again()).data.id);
    expect(await stockOf(w, acme, b.items[0]!)).toEqual({ quantity: 6, ledger: 6 });
  });

  test("fifty reports in one second get fifty tickets", async () => {
    const b = await bench(w, acme, []);
    const service_ticket = "PM-240229235950";
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        create(b.asset, reportForm({ service_ticket, remark: `no ${at}` })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    const tickets = new Set(answers.map(({ data }) => data.service_ticket));
    expect(tickets.size).toBe(50);
    expect(tickets).toContain("PM-240301000000");
  });

  test("120 parallel reports on a stock of 50 make exactly 50", async () => {
    const b = await bench(w, acme, [{ quantity: 50 }]);
    const part = { id: b.items[0]!, qty: 1, cost: "12.50" };
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => create(b.asset, report([part]))),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(409)]).toEqual([50, 70]);
    expect(await stockOf(w, acme, b.items[0]!)).toEqual({ quantity: 0, ledger: 0 });
  });
});

describe("update", () => {
  let b: Bench;
  let id: string;
  const save = async (...quantities: number[]) => {
    b = await bench(w, acme, [
      { quantity: 10, rate: 5_00 },
      { quantity: 10, rate: 7_00 },
      { quantity: 10, rate: 1_00 },
    ]);
    const parts = quantities.map((qty, at) => ({ id: b.items[at]!, qty, cost: "1" }));
    ({ id } = (await create(b.asset, report(parts))).data);
  };

  test("changes, removes, adds and leaves lines alone; old lines keep their cost", async () => {
    await save(2, 3);
    await shard.set("stock_items", b.items[0]!, { rate_minor: 900 });
    const change = { isNew: "0", isChangedQyt: "true", newQyt: 5, isDeleted: "0", cost: "5.00" };
    const parts = [
      { id: b.items[0]!, qty: 2, ...change },
      { id: b.items[1]!, qty: 3, isNew: "false", isDeleted: "1", cost: "7.00" },
      { id: b.items[2]!, qty: 4, isNew: "1", isDeleted: "0", cost: "1.00" },
    ];
    const { status, message } = await update(id, reportForm({ service_cost: "1.00" }, parts));
    expect([status, message]).toEqual([200, "Service report updated successfully"]);
    const { data } = await read(id);
    expect(data.inhouse_items.map(({ qty, cost }) => [qty, cost])).toEqual([
      [5, "5.00"],
      [4, "1.00"],
    ]);
    expect([data.total_cost, data.version]).toEqual(["30.00", 2]);
    expect(await Promise.all(b.items.map((item) => stockOf(w, acme, item)))).toEqual([
      { quantity: 5, ledger: 5 },
      { quantity: 10, ledger: 10 },
      { quantity: 6, ledger: 6 },
    ]);
  });

  test("an absent line is untouched, a blank new quantity and a doubled part are refused", async () => {
    await save(2);
    expect((await update(id, reportForm({}))).status).toBe(200);
    const errorsOf = async (part: PartRow) =>
      (await update(id, reportForm({}, [{ id: b.items[0]!, cost: "1", ...part }]))).errors;
    expect(await errorsOf({ qty: 2, isChangedQyt: 1, newQyt: "" })).toEqual({
      "parts.0.new_qyt": ["Quantity is required"],
    });
    expect(await errorsOf({ qty: 1, isNew: 1 })).toEqual({
      "parts.0.part": ["Part already added"],
    });
    expect((await read(id)).data.inhouse_items).toMatchObject([{ qty: 2 }]);
  });

  test("the second of two editors gets 409 with the newer report, and may not overdraw", async () => {
    await save(2);
    expect((await update(id, reportForm({ version: "1", remark: "first" }))).status).toBe(200);
    expect(await update(id, reportForm({ version: "1", remark: "second" }))).toMatchObject({
      status: 409,
      message: "Someone else changed this record",
      data: { remark: "first" },
    });
    const parts = [{ id: b.items[0]!, qty: 2, isChangedQyt: 1, newQyt: 13, cost: "1" }];
    expect(await update(id, reportForm({ version: "2" }, parts))).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Only 8 of /),
    });
  });

  test("a replaced file becomes the shown one and the earlier is kept", async () => {
    await save();
    const replace = async () => {
      await update(id, reportForm({}, [], png()));
      return (await read(id)).data.media;
    };
    const [first, second] = [await replace(), await replace()];
    expect(second).not.toBe(first);
    const files = await shard.all(
      "select is_current, deleted_at is null as shown from media where company_id = ? and service_report_id = ? order by id",
      id,
    );
    expect(files).toEqual([
      { is_current: 0, shown: 0 },
      { is_current: 1, shown: 1 },
    ]);
    expect((await engineer.page(`/media/${first}`)).status).toBe(404);
  });

  test("a file that is not what its name says is refused", async () => {
    await save();
    const file = new File(["<script>"], "photo.png", { type: "image/png" });
    expect((await update(id, reportForm({}, [], file))).errors?.media?.[0]).toContain(
      "not accepted",
    );
  });
});

test("the printed form is a PDF, however long and in whatever script the texts are", async () => {
  const b = await bench(w, acme, [{ quantity: 3, name: "Sensor ₹ Ω 😀 ventilação" }]);
  const checks = Array.from({ length: 120 }, (_, at) => ({
    name: `Check ${at} ${"x".repeat(at)}`,
    status: "yes",
    remark: "ठीक है",
  }));
  const fields = { pm_lists: JSON.stringify(checks), remark: "word ".repeat(900) };
  const part = { id: b.items[0]!, qty: 1, cost: "1" };
  const { data } = await create(b.asset, report([part], fields));
  const pdf = await engineer.page(`/asset/service-report/pdf/${data.id}`);
  const start = new TextDecoder().decode((await pdf.arrayBuffer()).slice(0, 5));
  expect([pdf.status, pdf.headers.get("content-type"), start, d1Of(pdf).trips]).toEqual([
    200,
    "application/pdf",
    "%PDF-",
    upTo(2),
  ]);
});

test("reports are listed newest first, of the company and of one asset, page by page", async () => {
  const b = await bench(w, acme, []);
  for (const date of ["2026-01-15", "2026-01-17", "2026-01-16"])
    await create(b.asset, report([], { date }));
  const list = (query: string) =>
    engineer.call<{ id: string; date: string }[]>("GET", `/api/service-reports${query}`);
  const ofAsset = await list(`?asset=${b.asset}`);
  expect(ofAsset.data.map(({ date }) => date)).toEqual(["2026-01-17", "2026-01-16", "2026-01-15"]);
  expect(ofAsset.next).toBeNull();
  for (let more = 3; more < 27; more++) await create(b.asset, report());
  const first = await list("?size=25");
  const second = await list(`?size=25&after=${first.next}`);
  const ids = [...first.data, ...second.data].map(({ id }) => id);
  expect([first.data.length, ids]).toEqual([25, [...new Set(ids)].sort().reverse()]);
});
