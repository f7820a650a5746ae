import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { deliver, minute } from "#tests/support/clock.ts";
import { stand } from "#tests/support/flows.ts";
import { type Receiver, receiver } from "#tests/support/receiver.ts";
import { freshTicket, reportForm } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { fill, type Twin } from "#tests/support/twins.ts";
import { addCompany, PASSWORD, TIME_ZONE, type World, world } from "#tests/support/world.ts";
import { eventBody } from "#worker/domain/webhooks/events.ts";
import { tellIssued } from "#worker/domain/webhooks/told.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";

/** A port of this machine that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

let w: World;
let twin: Twin;
let admin: Client;
let shard: ReturnType<typeof rowsOf>;
const receivers: Receiver[] = [];
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

beforeAll(async () => {
  w = await world();
  twin = await fill(w, await addCompany(w.env, "hooked", 2, 0));
  admin = await signedIn(w, twin.company, "admin");
  shard = rowsOf(w, twin.company);
});
beforeEach(async () => {
  // Only the endpoints of a test listen in it.
  await shard.run("update webhook_endpoints set deleted_at = 1, name = id where company_id = ?");
});
afterAll(() => {
  for (const one of receivers) one.close();
});

let n = 0;
type Made = { id: string; secret: string };
/** A receiver with an endpoint that tells it of these events. */
async function hooked(...events: string[]) {
  const there = await receiver();
  receivers.push(there);
  const { data, status, message } = await admin.call<Made>("POST", "/api/webhooks", {
    ...{ name: `Hook ${++n}`, url: there.url, events, password: PASSWORD },
  });
  if (status !== 201) throw new Error(`${status} ${message}`);
  return { there, ...data };
}
type Delivery = {
  id: string;
  status: string;
  attempts: number;
  next_at: number | null;
  last_status: number | null;
  last_error: string | null;
  last_answer: string | null;
  event_id: string;
  payload: string;
};
const deliveriesOf = async (id: string) =>
  (
    await shard.db
      .prepare(
        "select * from webhook_deliveries where company_id = ? and endpoint_id = ? order by id",
      )
      .bind(twin.company.id, id)
      .all<Delivery>()
  ).results;
const settled = (id: string, wanted: Partial<Delivery>) =>
  expect.poll(() => deliveriesOf(id), { timeout: 20_000, interval: 50 }).toMatchObject([wanted]);

const report = () =>
  admin.call("POST", "/api/service-calls", {
    ...{ asset_id: twin.rows.assets!.id, problem: "Alarm does not sound", equipment_down: "no" },
  });

describe("a webhook", () => {
  test("is told of what it asked for, signed by its secret, and of nothing else", async () => {
    const calls = await hooked("service_call.opened");
    const stocks = await hooked("stock.low");
    const { data } = await report();
    await minute(w);
    await settled(calls.id, { status: "delivered", attempts: 1, last_status: 204 });
    const [one] = calls.there.got;
    const body = new Webhook(calls.secret).verify(one!.body, one!.headers as never);
    expect(eventBody("service_call.opened").parse(body)).toEqual(body);
    expect(body).toMatchObject({
      type: "service_call.opened",
      id: one!.headers["webhook-id"],
      data: {
        id: data.id,
        equipment_down: false,
        asset: { id: twin.rows.assets!.id },
        url: `http://${twin.company.host}/asset-breakdown/${data.id}`,
      },
    });
    expect(() => new Webhook(stocks.secret).verify(one!.body, one!.headers as never)).toThrow();
    expect(stocks.there.got).toEqual([]);
  });

  test("is told of planned services on their day, once", async () => {
    const { id, there } = await hooked("service.due");
    const today = dayIn(TIME_ZONE);
    const { id: occurrence } = twin.rows.due_occurrences!;
    await shard.set("due_occurrences", String(occurrence), {
      ...{ status: "scheduled", due_on: today, defer_to: null },
    });
    const { shard: binding, id: owner } = twin.company;
    const morning = {
      ...{ job: "webhooks-due", shard: binding, owner, at: Date.now() },
      from: `${addDays(today, -1)}/${today}`,
    };
    await w.env.JOB_QUEUE.sendBatch([{ body: morning }, { body: morning }]);
    await expect.poll(() => deliveriesOf(id)).toHaveLength(1);
    await minute(w);
    await settled(id, { status: "delivered", event_id: `due:${occurrence}:${today}` });
    const body = JSON.parse(there.got[0]!.body);
    expect(eventBody("service.due").parse(body)).toEqual(body);
    expect(body.data).toMatchObject({ id: occurrence, due_on: today });
  });

  test("is told of an item that comes to its minimum", async () => {
    const { id, there } = await hooked("stock.low");
    const item = String(twin.rows.stock_items!.id);
    await shard.set("stock_items", item, {
      ...{ quantity: 1, min_qty: 5, is_active: 1, archived_at: null },
      low_stock_notified_at: null,
    });
    await minute(w);
    await expect.poll(() => deliveriesOf(id)).toHaveLength(1);
    await minute(w);
    await settled(id, { status: "delivered" });
    const body = JSON.parse(there.got[0]!.body);
    expect(eventBody("stock.low").parse(body)).toEqual(body);
    expect(body.data).toMatchObject({ id: item, quantity: 1, min_quantity: 5 });
  });

  test("is told of a service report that was made and one that was changed", async () => {
    const { id } = await hooked("service_report.saved");
    const asset = String(twin.rows.assets!.id);
    const made = await admin.call<{ id: string }>(
      ...(["POST", `/api/service-report/create/${asset}`] as const),
      reportForm({ service_ticket: freshTicket() }),
    );
    const changed = await admin.call(
      ...(["POST", `/api/service-report/update/${made.data.id}`] as const),
      reportForm({ remark: "Battery checked" }),
    );
    expect([made.status, changed.status]).toEqual([201, 200]);
    const bodies = (await deliveriesOf(id)).map(({ payload }) => JSON.parse(payload));
    for (const body of bodies) expect(eventBody("service_report.saved").parse(body)).toEqual(body);
    expect(bodies.map(({ data }) => [data.id, data.is_new, data.asset.id])).toEqual([
      [made.data.id, true, asset],
      [made.data.id, false, asset],
    ]);
  });

  test("is told of a certificate by its row, as its move has written it", async () => {
    const { id } = await hooked("certificate.issued");
    const certificate = String(twin.rows.certificate_reports!.id);
    await shard.db.batch(stand(twin, "certificate-reports", "issued"));
    await shard.set("certificate_reports", certificate, { issued_on: "2026-01-15" });
    const { certificate_no: number } = await shard.get("certificate_reports", certificate);
    const db = openForJob(shard.db, twin.company.id);
    await db.read(tellIssued(db, "https://hill.example.com", certificate, Date.now()));
    const [row] = await deliveriesOf(id);
    const body = JSON.parse(row!.payload);
    expect(eventBody("certificate.issued").parse(body)).toEqual(body);
    expect(body.data).toMatchObject({ id: certificate, number });
  });

  test("hears nothing of another company", async () => {
    const { there } = await hooked("service_call.opened");
    const other = await fill(w, await addCompany(w.env, "unheard", 2, 0));
    const client = await signedIn(w, other.company, "admin");
    const { status } = await client.call("POST", "/api/service-calls", {
      ...{ asset_id: other.rows.assets!.id, problem: "Not yours", equipment_down: "no" },
    });
    expect(status).toBe(201);
    await minute(w);
    expect(there.got).toEqual([]);
  });

  test("costs a command no further trip, whether any listens or not", async () => {
    const none = await report();
    await hooked("service_call.opened");
    const some = await report();
    expect([none.status, some.status, some.trips]).toEqual([201, 201, none.trips]);
  });

  test("is signed by both secrets for a day, then by the newest", async () => {
    const { id, secret, there } = await hooked("service_call.opened");
    const { data } = await admin.call<Made>("POST", `/api/webhooks/${id}/secret`, {
      password: PASSWORD,
    });
    await admin.call("POST", `/api/webhooks/${id}/test`);
    await expect.poll(() => there.got.length, { timeout: 20_000 }).toBe(1);
    const [both] = there.got;
    for (const one of [secret, data.secret])
      expect(new Webhook(one).verify(both!.body, both!.headers as never)).toMatchObject({
        type: "webhook.test",
      });
    await shard.set("webhook_endpoints", id, { former_until: Date.now() - 1 });
    await admin.call("POST", `/api/webhooks/${id}/test`);
    await expect.poll(() => there.got.length, { timeout: 20_000 }).toBe(2);
    const later = there.got[1]!;
    new Webhook(data.secret).verify(later.body, later.headers as never);
    expect(() => new Webhook(secret).verify(later.body, later.headers as never)).toThrow();
  });

  test("has a secret that is told once and kept sealed", async () => {
    const { id, secret } = await hooked("stock.low");
    const bare = secret.slice("whsec_".length);
    for (const table of ["webhook_endpoints", "idempotency_keys", "activity_log"]) {
      const { results } = await shard.db.prepare(`select * from ${table}`).all();
      expect(JSON.stringify(results), table).not.toContain(bare);
    }
    const read = await admin.call("GET", `/api/webhooks/${id}`);
    expect(Object.keys(read.data).filter((name) => name.includes("secret"))).toEqual([]);
  });

  test("tells the same secret to a command that is sent again", async () => {
    const body = {
      ...{ name: "Sent again", url: "https://hooks.example.com/", events: ["stock.low"] },
      password: PASSWORD,
    };
    const key = { "Idempotency-Key": "webhook-again" };
    const first = await admin.call<Made>("POST", "/api/webhooks", body, key);
    const again = await admin.call<Made>("POST", "/api/webhooks", body, key);
    expect(again.data).toEqual(first.data);
  });

  test.each([
    "http://hooks.example.com/",
    "https://10.0.0.1/",
    "https://localhost/",
    "https://a:b@hooks.example.com/",
  ])("is not made for %s", async (url) => {
    const { status, errors } = await admin.call("POST", "/api/webhooks", {
      ...{ name: "Forged", url, events: ["stock.low"], password: PASSWORD },
    });
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ["url"]]);
  });

  test("is made by an Admin who knows the password", async () => {
    const body = { name: "Proof", url: "https://hooks.example.com/", events: ["stock.low"] };
    const wrong = await admin.call("POST", "/api/webhooks", { ...body, password: "Wrong-2026" });
    expect([wrong.status, Object.keys(wrong.errors ?? {})]).toEqual([422, ["password"]]);
    const engineer = await signedIn(w, twin.company, "engineer");
    const { status } = await engineer.call("POST", "/api/webhooks", {
      ...body,
      password: PASSWORD,
    });
    expect(status).toBe(403);
  });
});

describe("the example of the guide", () => {
  test("takes what is signed, and refuses what is not", async () => {
    const [, example = ""] =
      /```js\n(.*?)```/s.exec(readFileSync("docs/webhooks.md", "utf8")) ?? [];
    const secret = `whsec_${btoa("a secret of thirty-two letters..")}`;
    const port = await freePort();
    const running = spawn(process.execPath, ["--input-type=module", "-e", example], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    });
    try {
      const at = new Date();
      const body = JSON.stringify({ type: "webhook.test", data: { url: "https://example.com/" } });
      const signature = new Webhook(secret).sign("one", at, body);
      const send = (text: string) =>
        fetch(`http://127.0.0.1:${port}/`, {
          method: "POST",
          body: text,
          headers: {
            "webhook-id": "one",
            "webhook-timestamp": String(Math.floor(+at / 1000)),
            "webhook-signature": signature,
          },
        }).then(({ status }) => status);
      await expect.poll(() => send(body).catch(() => 0), { timeout: 20_000 }).toBe(204);
      expect(await send(`${body} `)).toBe(400);
    } finally {
      running.kill();
    }
  });
});

describe("a delivery", () => {
  test("that fails is tried again after five seconds, with the same id", async () => {
    const { id, there } = await hooked("service_call.opened");
    there.answers(500);
    await report();
    await minute(w);
    await expect.poll(() => there.got.length, { timeout: 20_000, interval: 50 }).toBe(2);
    const [first, second] = there.got;
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
    expect(second!.at - first!.at).toBeGreaterThan(4_000);
    await settled(id, {
      ...{ status: "waiting", attempts: 2, last_status: 500 },
      ...{ last_error: "It answered 500", last_answer: "so it answers" },
    });
    const [{ next_at: next }] = (await deliveriesOf(id)) as [Delivery];
    const wait = next! - second!.at;
    expect(wait).toBeGreaterThan(299_000);
    expect(wait).toBeLessThan(340_000);
  });

  test("has failed after its tenth attempt", async () => {
    const { id, there } = await hooked("service_call.opened");
    there.answers(503);
    await report();
    const [{ id: delivery }] = (await deliveriesOf(id)) as [Delivery];
    await shard.set("webhook_deliveries", delivery, { attempts: 9 });
    await minute(w);
    await settled(id, { status: "failed", attempts: 10, next_at: null });
    expect(there.got).toHaveLength(1);
  });

  test("whose message comes twice is sent once", async () => {
    const { id, there } = await hooked("service_call.opened");
    there.answers(204, 300);
    await report();
    const [{ id: delivery }] = (await deliveriesOf(id)) as [Delivery];
    const { shard: binding, id: owner } = twin.company;
    const body = { job: "webhook", shard: binding, owner, at: Date.now(), from: `${delivery}:0` };
    await w.env.JOB_QUEUE.sendBatch([{ body }, { body }, { body }]);
    await settled(id, { status: "delivered", attempts: 1 });
    await w.env.JOB_QUEUE.send(body);
    await minute(w);
    expect(there.got).toHaveLength(1);
  });

  test("to a slow receiver holds no other up", async () => {
    const slow = await hooked("service_call.opened");
    const quick = await hooked("service_call.opened");
    slow.there.answers(204, 4_000);
    await report();
    const begun = Date.now();
    await minute(w);
    await settled(quick.id, { status: "delivered" });
    expect(Date.now() - begun).toBeLessThan(3_500);
    expect((await deliveriesOf(slow.id))[0]!.status).toBe("waiting");
    await settled(slow.id, { status: "delivered" });
  });

  test("to an address that leads inside is not sent", async () => {
    const { id, there } = await hooked("service_call.opened");
    await shard.set("webhook_endpoints", id, { url: "https://moved-inside.example.com/in" });
    w.names.places("moved-inside.example.com", () => ["10.0.0.7"]);
    await report();
    await minute(w);
    await settled(id, {
      ...{ attempts: 1, last_status: null },
      last_error: "moved-inside.example.com leads to an address that is not on the public internet",
    });
    expect(there.got).toEqual([]);
  });

  test("is sent again where somebody asks for it, alone or with all that have failed", async () => {
    const { id, there } = await hooked("service_call.opened");
    await report();
    await minute(w);
    await settled(id, { status: "delivered" });
    const [{ id: delivery, event_id: event }] = (await deliveriesOf(id)) as [Delivery];
    const alone = await admin.call("POST", `/api/webhook-deliveries/${delivery}/replay`);
    expect(alone.status).toBe(200);
    await expect.poll(() => there.got.length, { timeout: 20_000 }).toBe(2);
    await settled(id, { status: "delivered", attempts: 1 });
    await shard.set("webhook_deliveries", delivery, { status: "failed" });
    const all = await admin.call<{ id: string; count: number }>(
      ...(["POST", `/api/webhooks/${id}/replay-failed`, { since: 1 }] as const),
    );
    expect(all.data.count).toBe(1);
    await expect.poll(() => there.got.length, { timeout: 20_000 }).toBe(3);
    expect(there.got.map(({ headers }) => headers["webhook-id"])).toEqual([event, event, event]);
  });

  test("that arrived, or has failed before the hours that are asked for, is not sent again", async () => {
    const { id, there } = await hooked("service_call.opened");
    for (let calls = 0; calls < 3; calls++) await report();
    await minute(w);
    await expect.poll(() => there.got.length, { timeout: 20_000 }).toBe(3);
    const statuses = async () => (await deliveriesOf(id)).map(({ status }) => status);
    await expect.poll(statuses).toEqual(Array(3).fill("delivered"));
    const [first, , last] = (await deliveriesOf(id)) as [Delivery, Delivery, Delivery];
    const earlier = { id: newId(Date.now() - 2 * HOUR_MS), status: "failed" };
    await shard.set("webhook_deliveries", first.id, earlier);
    await shard.set("webhook_deliveries", last.id, { status: "failed" });
    const { data } = await admin.call<{ count: number }>(
      ...(["POST", `/api/webhooks/${id}/replay-failed`, { since: 1 }] as const),
    );
    expect(data.count).toBe(1);
    await expect.poll(() => there.got.length, { timeout: 20_000 }).toBe(4);
    expect(there.got[3]!.headers["webhook-id"]).toBe(last.event_id);
    expect(await shard.get("webhook_deliveries", earlier.id)).toMatchObject({ status: "failed" });
  });

  test("is one of three at once where nothing arrives", async () => {
    const { id, there } = await hooked("service_call.opened");
    there.answers(500);
    await shard.set("webhook_endpoints", id, { failing_since: Date.now() });
    for (let calls = 0; calls < 5; calls++) await report();
    await minute(w);
    const tried = async () =>
      (await deliveriesOf(id)).filter(({ attempts }) => attempts > 0).length;
    await expect.poll(tried, { timeout: 20_000 }).toBe(3);
    await expect
      .poll(() => new Set(there.got.map(({ headers }) => headers["webhook-id"])).size)
      .toBe(3);
  });

  test("is forgotten after 30 days", async () => {
    const { id } = await hooked("service_call.opened");
    await report();
    await minute(w);
    await settled(id, { status: "delivered" });
    const { shard: binding, id: owner } = twin.company;
    const forgetting = (at: number) => deliver(w, { job: "forget", shard: binding, owner, at });
    await forgetting(Date.now() + 29 * DAY_MS);
    expect(await deliveriesOf(id)).toHaveLength(1);
    await forgetting(Date.now() + 31 * DAY_MS);
    expect(await deliveriesOf(id)).toEqual([]);
  });
});

describe("an endpoint", () => {
  const stateOf = (id: string) => shard.get("webhook_endpoints", id);
  const lettersOf = (id: string) =>
    shard.count("outbox", "topic = 'mail' and instr(payload, ?) > 0", `/settings/webhook/${id}`);

  test("that says it is gone is switched off at once, and Admins are told", async () => {
    const { id, there } = await hooked("service_call.opened");
    there.answers(410);
    await report();
    await minute(w);
    await settled(id, { status: "failed", attempts: 1, last_status: 410 });
    await expect.poll(async () => (await stateOf(id)).disabled_reason).toBe("gone");
    expect(await lettersOf(id)).toBe(1);
    await report();
    expect(await deliveriesOf(id)).toHaveLength(1);
  });

  test("where nothing arrives for five days is switched off; one that answers once is not", async () => {
    const bad = await hooked("service_call.opened");
    const good = await hooked("service_call.opened");
    bad.there.answers(500);
    const since = Date.now() - 5 * DAY_MS;
    for (const { id } of [bad, good])
      await shard.set("webhook_endpoints", id, { failing_since: since });
    await report();
    await minute(w);
    await expect.poll(async () => (await stateOf(bad.id)).disabled_reason).toBe("failing");
    await expect.poll(async () => (await stateOf(good.id)).failing_since).toBeNull();
    expect([await lettersOf(bad.id), await lettersOf(good.id)]).toEqual([1, 0]);
    expect((await stateOf(good.id)).disabled_at).toBeNull();
  });

  test("that is switched off lets what waits fail, and is told again once it is on", async () => {
    const { id, there } = await hooked("service_call.opened");
    await report();
    expect((await admin.call("POST", `/api/webhooks/${id}/switch-off`)).status).toBe(200);
    await minute(w);
    await settled(id, { status: "failed", last_error: "The webhook is off" });
    expect(there.got).toEqual([]);
    const off = await admin.call("POST", `/api/webhooks/${id}/replay-failed`, { since: 1 });
    expect(off.status).toBe(409);
    await admin.call("POST", `/api/webhooks/${id}/switch-on`);
    await admin.call("POST", `/api/webhooks/${id}/replay-failed`, { since: 1 });
    await settled(id, { status: "delivered" });
  });
});
