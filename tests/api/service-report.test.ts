import { beforeAll, describe, expect, test } from "vitest";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import {
  type Bench,
  bench,
  freshTicket,
  reportForm,
  shardOf,
  stockOf,
} from "#tests/support/report.ts";
import { type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let acme: Company;
let engineer: Client;
beforeAll(async () => {
  w = await world();
  acme = w.companies.acme;
  engineer = await signedIn(w, acme, "engineer");
});

type Answer = {
  success: boolean;
  message: string;
  data: { id: string; asset_id: string; service_ticket: string; version: number };
  errors?: Record<string, string[]>;
  warnings?: string[];
};
const png = () =>
  new File(
    [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])],
    "photo.png",
    { type: "image/png" },
  );
const create = async (asset: string, form: FormData, headers: Record<string, string> = {}) => {
  const response = await engineer.api(`/api/service-report/create/${asset}`, {
    method: "POST",
    body: form,
    headers,
  });
  return { response, status: response.status, body: (await response.json()) as Answer };
};
const update = async (id: string, form: FormData, headers: Record<string, string> = {}) => {
  const response = await engineer.api(`/api/service-report/update/${id}`, {
    method: "POST",
    body: form,
    headers,
  });
  return { response, status: response.status, body: (await response.json()) as Answer };
};
type Read = {
  data: {
    inhouse_items: {
      store_item_id: string;
      qty: number;
      cost: string;
      total: string;
      store_item: { quantity: number };
    }[];
    total_cost: string;
    version: number;
    media: string | null;
    pm_lists: string;
  };
  base_path: string;
};
const read = async (id: string) =>
  (await (await engineer.api(`/api/service-report/${id}`)).json()) as Read;

describe("create", () => {
  test("saves parts, checklist, photo and money; moves stock by a ledger; marks a failed check", async () => {
    const b = await bench(w, acme, [
      { quantity: 5, rate: 10_50 },
      { quantity: 3, rate: 2_00 },
      { quantity: 9, rate: 1 },
    ]);
    const lists = JSON.stringify([
      { name: "Battery", status: "no", remark: "weak" },
      { name: "Alarm", status: "yes", remark: "" },
    ]);
    const form = reportForm(
      {
        service_ticket: freshTicket(),
        service_cost: "100.05",
        total_cost: "0.00",
        pm_lists: lists,
        action_taken: "Replaced",
      },
      b.items.map((id) => ({ id, qty: 2, cost: "0.01", total_cost: "9" })),
      png(),
    );
    const { status, body, response } = await create(b.asset, form);
    expect([status, body]).toMatchObject([201, { success: true, data: { asset_id: b.asset } }]);
    expect(body.warnings).toEqual(["Part prices have changed. Total is 125.07"]);
    expect(d1Of(response).trips).toBeLessThanOrEqual(3);
    const { data, base_path } = await read(body.data.id);
    expect(data.total_cost).toBe("125.07");
    expect(data.inhouse_items).toHaveLength(3);
    expect(await stockOf(w, acme, b.items[0]!)).toEqual({ quantity: 3, ledger: 3 });
    const asset = await shardOf(w, acme)
      .prepare("select * from assets where id = ?")
      .bind(b.asset)
      .first<Record<string, unknown>>();
    expect(asset).toMatchObject({
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
    expect([
      part.status,
      part.headers.get("content-range"),
      (await part.arrayBuffer()).byteLength,
    ]).toEqual([206, "bytes 2-4/11", 3]);
  });

  test("writes at most 25 rows for a report with 3 parts", async () => {
    const b = await bench(w, acme, [{ quantity: 5 }, { quantity: 5 }, { quantity: 5 }]);
    const parts = b.items.map((id) => ({ id, qty: 1, cost: "12.50" }));
    const { response } = await create(
      b.asset,
      reportForm({ service_ticket: freshTicket() }, parts),
    );
    expect(d1Of(response).written).toBeLessThanOrEqual(25);
  });

  test("answers every mistake together, in the specification's words", async () => {
    const b = await bench(w, acme, [{ quantity: 5 }]);
    const form = reportForm(
      {
        date: "",
        service_type: "",
        complaint_by: " ",
        pm_lists: '[{"name":"","status":"na","remark":""}]',
      },
      [{ id: "", qty: "", cost: "" }],
    );
    const { status, body } = await create(b.asset, form);
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      service_ticket: ["Service Ticket ID is required"],
      date: ["Service Date is required"],
      service_type: ["Service Type is required"],
      complaint_by: ["Done By is required"],
      "parts.0.part": ["Part is required"],
      "parts.0.qty": ["Quantity is required"],
      "parts.0.cost": ["Cost is required"],
      "pm_lists.0.name": ["Please fill in the name for the last row before adding a new one"],
    });
  });

  test.each(["0", "-1", "1.5", "1e3", "99999999999"])("refuses a quantity of %s", async (qty) => {
    const b = await bench(w, acme, [{ quantity: 5 }]);
    const { status } = await create(
      b.asset,
      reportForm({ service_ticket: freshTicket() }, [{ id: b.items[0]!, qty, cost: "1" }]),
    );
    expect(status).toBe(422);
  });

  test("shortage, unknown and foreign parts, unknown and disposed assets", async () => {
    const b = await bench(w, acme, [{ quantity: 2, name: "O2 cell" }]);
    const theirs = await bench(w, w.companies.globex, [{ quantity: 2 }]);
    const one = (id: string, qty = 1) =>
      reportForm({ service_ticket: freshTicket() }, [{ id, qty, cost: "1" }]);
    const short = await create(b.asset, one(b.items[0]!, 3));
    expect([short.status, short.body.message, short.body.data]).toMatchObject([
      409,
      "Only 2 of O2 cell in stock",
      { available: 2 },
    ]);
    expect((await create(b.asset, one(theirs.items[0]!))).body.message).toBe(
      "An item is no longer available",
    );
    expect((await create(theirs.asset, one(b.items[0]!))).status).toBe(404);
    await shardOf(w, acme)
      .prepare("update assets set lifecycle = 'disposed' where id = ?")
      .bind(b.asset)
      .run();
    expect((await create(b.asset, one(b.items[0]!))).body.message).toBe("This asset is disposed");
    expect(await stockOf(w, acme, b.items[0]!)).toEqual({ quantity: 2, ledger: 2 });
  });

  test("the same form twice is one report; with other data it is refused", async () => {
    const b = await bench(w, acme, [{ quantity: 9 }]);
    const ticket = freshTicket();
    const form = (qty: number) =>
      reportForm({ service_ticket: ticket }, [{ id: b.items[0]!, qty, cost: "1" }]);
    const [first, second] = await Promise.all([
      create(b.asset, form(2), { "idempotency-key": ticket }),
      create(b.asset, form(2), { "idempotency-key": ticket }),
    ]);
    expect(first.body.data).toEqual(second.body.data);
    expect((await create(b.asset, form(3), { "idempotency-key": ticket })).body.message).toBe(
      "This form was already sent with other data",
    );
    const plain = freshTicket();
    const again = () =>
      create(
        b.asset,
        reportForm({ service_ticket: plain }, [{ id: b.items[0]!, qty: 1, cost: "1" }]),
      );
    expect((await again()).body.data.id).toBe((await again()).body.data.id);
    expect(await stockOf(w, acme, b.items[0]!)).toEqual({ quantity: 6, ledger: 6 });
  });

  test("fifty reports in one second get fifty tickets", async () => {
    const b = await bench(w, acme, []);
    const ticket = "PM-240229235950";
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        create(b.asset, reportForm({ service_ticket: ticket, remark: `no ${at}` })),
      ),
    );
    expect(made.map((answer) => answer.status)).toEqual(Array(50).fill(201));
    const tickets = new Set(made.map((answer) => answer.body.data.service_ticket));
    expect(tickets.size).toBe(50);
    expect(tickets).toContain("PM-240301000000");
  });

  test("120 parallel reports on a stock of 50 make exactly 50", async () => {
    const b = await bench(w, acme, [{ quantity: 50 }]);
    const made = await Promise.all(
      Array.from({ length: 120 }, () =>
        create(
          b.asset,
          reportForm({ service_ticket: freshTicket() }, [
            { id: b.items[0]!, qty: 1, cost: "12.50" },
          ]),
        ),
      ),
    );
    const count = (status: number) => made.filter((answer) => answer.status === status).length;
    expect([count(201), count(409)]).toEqual([50, 70]);
    expect(await stockOf(w, acme, b.items[0]!)).toEqual({ quantity: 0, ledger: 0 });
  });
});

describe("update", () => {
  let b: Bench;
  let id: string;
  const saved = async (parts: { qty: number }[]) => {
    b = await bench(w, acme, [
      { quantity: 10, rate: 5_00 },
      { quantity: 10, rate: 7_00 },
      { quantity: 10, rate: 1_00 },
    ]);
    const rows = parts.map(({ qty }, at) => ({ id: b.items[at]!, qty, cost: "1" }));
    id = (await create(b.asset, reportForm({ service_ticket: freshTicket() }, rows))).body.data.id;
  };

  test("changes, removes, adds and leaves lines alone; old lines keep their cost", async () => {
    await saved([{ qty: 2 }, { qty: 3 }]);
    await shardOf(w, acme)
      .prepare("update stock_items set rate_minor = 900 where id = ?")
      .bind(b.items[0]!)
      .run();
    const parts = [
      {
        id: b.items[0]!,
        qty: 2,
        isNew: "0",
        isChangedQyt: "true",
        newQyt: 5,
        isDeleted: "0",
        cost: "5.00",
      },
      { id: b.items[1]!, qty: 3, isNew: "false", isDeleted: "1", cost: "7.00" },
      { id: b.items[2]!, qty: 4, isNew: "1", isDeleted: "0", cost: "1.00" },
    ];
    const { status, body } = await update(id, reportForm({ service_cost: "1.00" }, parts));
    expect([status, body.message]).toEqual([200, "Service report updated successfully"]);
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
    await saved([{ qty: 2 }]);
    expect((await update(id, reportForm({}))).status).toBe(200);
    const blank = await update(
      id,
      reportForm({}, [{ id: b.items[0]!, qty: 2, isChangedQyt: 1, newQyt: "", cost: "1" }]),
    );
    expect(blank.body.errors).toEqual({ "parts.0.new_qyt": ["Quantity is required"] });
    const doubled = await update(
      id,
      reportForm({}, [{ id: b.items[0]!, qty: 1, isNew: 1, cost: "1" }]),
    );
    expect(doubled.body.errors).toEqual({ "parts.0.part": ["Part already added"] });
    expect((await read(id)).data.inhouse_items).toMatchObject([{ qty: 2 }]);
  });

  test("the second of two editors gets 409 with the newer report, and may not overdraw", async () => {
    await saved([{ qty: 2 }]);
    expect((await update(id, reportForm({ version: "1", remark: "first" }))).status).toBe(200);
    const second = await update(id, reportForm({ version: "1", remark: "second" }));
    expect([
      second.status,
      second.body.message,
      (second.body.data as unknown as { remark: string }).remark,
    ]).toEqual([409, "Someone else changed this record", "first"]);
    const over = await update(
      id,
      reportForm({ version: "2" }, [
        { id: b.items[0]!, qty: 2, isChangedQyt: 1, newQyt: 13, cost: "1" },
      ]),
    );
    expect([over.status, over.body.message]).toEqual([409, expect.stringMatching(/^Only 8 of /)]);
  });

  test("a replaced file becomes the shown one and the earlier is kept", async () => {
    await saved([]);
    await update(id, reportForm({}, [], png()));
    const first = (await read(id)).data.media;
    await update(id, reportForm({}, [], png()));
    const second = (await read(id)).data.media;
    expect(second).not.toBe(first);
    const rows = await shardOf(w, acme)
      .prepare(
        "select is_current, deleted_at is null as shown from media where service_report_id = ? order by id",
      )
      .bind(id)
      .all();
    expect(rows.results).toEqual([
      { is_current: 0, shown: 0 },
      { is_current: 1, shown: 1 },
    ]);
    expect((await engineer.page(`/media/${first}`)).status).toBe(404);
  });

  test("a file that is not what its name says is refused", async () => {
    await saved([]);
    const { status, body } = await update(
      id,
      reportForm({}, [], new File(["<script>"], "photo.png", { type: "image/png" })),
    );
    expect([status, body.errors?.media?.[0]]).toEqual([
      422,
      expect.stringContaining("not accepted"),
    ]);
  });
});

test("a viewer reads but does not write; another company sees nothing", async () => {
  const b = await bench(w, acme, [{ quantity: 1 }]);
  const { body } = await create(b.asset, reportForm({ service_ticket: freshTicket() }));
  const viewer = await signedIn(w, acme, "viewer");
  expect((await viewer.api(`/api/service-report/${body.data.id}`)).status).toBe(200);
  expect(
    (
      await viewer.api(`/api/service-report/create/${b.asset}`, {
        method: "POST",
        body: reportForm({}),
      })
    ).status,
  ).toBe(403);
  const other = await signedIn(w, w.companies.globex, "admin");
  expect((await other.api(`/api/service-report/${body.data.id}`)).status).toBe(404);
  expect(
    (
      await other.api(`/api/service-report/update/${body.data.id}`, {
        method: "POST",
        body: reportForm({}),
      })
    ).status,
  ).toBe(404);
});

test("the printed form is a PDF, however long and in whatever script the texts are", async () => {
  const b = await bench(w, acme, [{ quantity: 3, name: "Sensor ₹ Ω 😀 ventilação" }]);
  const lists = JSON.stringify(
    Array.from({ length: 120 }, (_, at) => ({
      name: `Check ${at} ${"x".repeat(at)}`,
      status: "yes",
      remark: "ठीक है",
    })),
  );
  const form = reportForm(
    { service_ticket: freshTicket(), pm_lists: lists, remark: "word ".repeat(900) },
    [{ id: b.items[0]!, qty: 1, cost: "1" }],
  );
  const { body } = await create(b.asset, form);
  const pdf = await engineer.page(`/asset/service-report/pdf/${body.data.id}`);
  const bytes = new Uint8Array(await pdf.arrayBuffer());
  expect([
    pdf.status,
    pdf.headers.get("content-type"),
    new TextDecoder().decode(bytes.slice(0, 5)),
  ]).toEqual([200, "application/pdf", "%PDF-"]);
  expect(d1Of(pdf).trips).toBe(2);
});

test("reports are listed newest first, of the company and of one asset, page by page", async () => {
  const b = await bench(w, acme, []);
  const made: string[] = [];
  for (const date of ["2026-01-15", "2026-01-17", "2026-01-16"])
    made.push(
      (await create(b.asset, reportForm({ service_ticket: freshTicket(), date }))).body.data.id,
    );
  const list = async (query: string, client = engineer) => {
    const response = await client.api(`/api/service-reports${query}`);
    return {
      ...((await response.json()) as {
        data: { id: string; asset_id: string; date: string }[];
        next: string | null;
      }),
      d1: d1Of(response),
    };
  };
  const ofAsset = await list(`?asset=${b.asset}`);
  expect(ofAsset.data.map(({ date }) => date)).toEqual(["2026-01-17", "2026-01-16", "2026-01-15"]);
  expect([ofAsset.next, ofAsset.d1.trips]).toEqual([null, 2]);
  for (let more = made.length; more < 27; more++)
    await create(b.asset, reportForm({ service_ticket: freshTicket() }));
  const first = await list("?size=25");
  const second = await list(`?size=25&after=${first.next}`);
  const ids = [...first.data, ...second.data].map(({ id }) => id);
  expect([first.data.length, ids]).toEqual([25, [...new Set(ids)].sort().reverse()]);
  expect(
    (await list(`?asset=${b.asset}`, await signedIn(w, w.companies.globex, "admin"))).data,
  ).toEqual([]);
});
