import { beforeAll, expect, test } from "vitest";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import {
  type Bench,
  bench,
  freshTicket,
  reportForm,
  shardOf,
  stockOf,
} from "#tests/support/report.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let b: Bench;
const acme = () => w.companies.acme;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, acme(), "admin");
  b = await bench(w, acme(), [{ quantity: 10, rate: 12_50 }]);
});

async function saved(
  fields: Record<string, string> = {},
  qty = "2",
): Promise<{ id: string; ticket: string }> {
  const parts = [{ id: b.items[0]!, qty, cost: "12.50", total_cost: "25.00" }];
  const form = reportForm(
    { service_ticket: freshTicket(), service_cost: "100.00", ...fields },
    parts,
  );
  const answer = await admin.api(`/api/service-report/create/${b.asset}`, {
    method: "POST",
    body: form,
  });
  const { data } = (await answer.json()) as { data: { id: string; service_ticket: string } };
  expect(answer.status).toBe(201);
  return { id: data.id, ticket: data.service_ticket };
}
const cancel = async (
  id: string,
  body: Record<string, unknown> = { reason: "On the wrong asset" },
  client = admin,
) => {
  const answer = await client.api(`/api/service-report/cancel/${id}`, { method: "POST", body });
  return {
    status: answer.status,
    trips: d1Of(answer).trips,
    ...((await answer.json()) as { message: string; data?: unknown; errors?: unknown }),
  };
};
const caches = () =>
  shardOf(w, acme())
    .prepare(
      "select service_cost_minor, last_service_on, last_pm_on, failed_checks from assets where company_id = ? and id = ?",
    )
    .bind(acme().id, b.asset)
    .first();

test("a cancelled report gives its parts back, counts nowhere, and stays readable", async () => {
  await saved({ date: "2026-01-10" });
  const before = { caches: await caches(), stock: await stockOf(w, acme(), b.items[0]!) };
  const { id, ticket } = await saved({
    date: "2026-02-20",
    pm_lists: '[{"name":"Power","status":"no","remark":""}]',
  });
  expect(await caches()).toMatchObject({ last_pm_on: "2026-02-20", failed_checks: 1 });
  const done = await cancel(id);
  expect([done.status, done.trips, done.message]).toEqual([200, 3, "Service report cancelled"]);
  expect({ caches: await caches(), stock: await stockOf(w, acme(), b.items[0]!) }).toEqual(before);

  const read = (await (await admin.api(`/api/service-report/${id}`)).json()) as {
    data: Record<string, unknown>;
  };
  expect(read.data).toMatchObject({
    service_ticket: ticket,
    inhouse_items: [],
    total_cost: "100.00",
  });
  const list = (await (await admin.api(`/api/service-reports?asset=${b.asset}`)).json()) as {
    data: Record<string, unknown>[];
  };
  expect(list.data.find((row) => row.id === id)).toMatchObject({
    cancelled_at: expect.any(String),
  });
  const tab = (
    await (await admin.page(`/asset/detail/${b.asset}?tab=service-report`)).text()
  ).replaceAll("<!-- -->", "");
  expect(tab.includes("Cancelled")).toBe(true);
  const print = (await (await admin.page(`/asset/service-report/print/${id}`)).text()).replaceAll(
    "<!-- -->",
    "",
  );
  expect(/Cancelled<\/b>[\s\S]*On the wrong asset/.test(print)).toBe(true);
  const rows =
    print
      .match(/Returned to stock with the cancellation[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/)?.[1]
      ?.match(/<td[^>]*>[^<]*/g) ?? [];
  expect(rows.map((cell) => cell.replace(/<[^>]*>/, "")).slice(1)).toEqual([
    expect.stringMatching(/^2 /),
    "12.50",
    "25.00",
  ]);
  expect(print).not.toContain("Used Part");
  const history = (
    await (await admin.page(`/asset/detail/${b.asset}?tab=history`)).text()
  ).replaceAll("<!-- -->", "");
  expect([
    history.includes("cancelled service report"),
    history.includes("On the wrong asset"),
  ]).toEqual([true, true]);

  const again = await cancel(id);
  expect([again.status, again.message]).toEqual([409, "This report is cancelled"]);
  const edit = await admin.api(`/api/service-report/update/${id}`, {
    method: "POST",
    body: reportForm({}),
  });
  expect(edit.status).toBe(409);
});

test("a repeated request is carried out once, two people at once give the parts back once", async () => {
  const before = await stockOf(w, acme(), b.items[0]!);
  const one = await saved();
  const key = { "Idempotency-Key": crypto.randomUUID() };
  const send = () =>
    admin.api(`/api/service-report/cancel/${one.id}`, {
      method: "POST",
      body: { reason: "Twice" },
      headers: key,
    });
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  const two = await saved();
  const both = await Promise.all([cancel(two.id), cancel(two.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await stockOf(w, acme(), b.items[0]!)).toEqual(before);
});

test("it needs a reason, the version that was read, an open report, a kept asset and the right", async () => {
  const { id } = await saved();
  expect((await cancel(id, {})).errors).toEqual({ reason: ["Reason is required"] });
  expect((await cancel(id, { reason: "x", total_cost: "0" })).status).toBe(422);
  expect((await cancel(id, { reason: "x", version: 7 })).status).toBe(409);
  const engineer = await signedIn(w, acme(), "engineer");
  const allowed = await cancel(id, { reason: "x" }, engineer);
  expect(allowed.status).toBe(403);
  const theirs = await signedIn(w, w.companies.globex, "admin");
  expect((await cancel(id, { reason: "x" }, theirs)).status).toBe(404);
  const set = (sql: string, ...values: unknown[]) =>
    shardOf(w, acme())
      .prepare(sql)
      .bind(...values)
      .run();
  await set(
    "update service_reports set locked_at = 1 where company_id = ? and id = ?",
    acme().id,
    id,
  );
  expect((await cancel(id)).message).toBe("This report is locked");
  await set(
    "update service_reports set locked_at = null where company_id = ? and id = ?",
    acme().id,
    id,
  );
  await set(
    "update assets set lifecycle = 'disposed' where company_id = ? and id = ?",
    acme().id,
    b.asset,
  );
  expect((await cancel(id)).message).toBe("This asset is disposed");
  await set(
    "update assets set lifecycle = 'in_service' where company_id = ? and id = ?",
    acme().id,
    b.asset,
  );
  expect((await cancel(id)).status).toBe(200);
});
