import { describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { ask, signedIn, superAdmin } from "#tests/support/client.ts";
import { type Event, razorpayEvent, stripeEvent, tells } from "#tests/support/gateways.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { firstOf } from "#tests/support/platform-rows.ts";
import { OFFERED, offer } from "#tests/support/platform-twins.ts";
import { addCompany, inserting, PASSWORD, world } from "#tests/support/world.ts";

const w = await world();
await offer(w);
const db = w.env.CONTROL_DB;
const staff = await superAdmin(w);
const SUPPORT = "support@plumbline.test";
await db
  .prepare(
    "insert into platform_settings (id, created_at, updated_at, version, value_json) values ('support_email', 1, 1, 1, ?) on conflict (id) do update set value_json = excluded.value_json",
  )
  .bind(JSON.stringify(SUPPORT))
  .run();

const one = firstOf(db);
const count = async (sql: string, ...values: unknown[]) =>
  (await one<{ n: number }>(`select count(*) as n from ${sql}`, ...values))!.n;

type Name = "stripe" | "razorpay";
const names: Name[] = ["stripe", "razorpay"];
let made = 0;

/** A company with an order that waits for its payment. */
async function ordered(more: Record<string, unknown> = {}) {
  const company = await addCompany(w.env, `payer${++made}`, 2, made % 2);
  const admin = await signedIn(w, company, "admin");
  const { data } = await admin.call<{ id: string }>("POST", "/api/orders", {
    ...{ plan_id: OFFERED.plan, billing: "yearly", legal_name: "Hill Hospital" },
    ...{ address: "4 Hill Road", region: "Karnataka", ...more },
  });
  return { company, admin, id: data.id };
}
type Ordered = Awaited<ReturnType<typeof ordered>>;
type Row = Record<string, string | number | null>;
const orderOf = async (id: string) => (await one<Row>("select * from orders where id = ?", id))!;
const begin = ({ admin, id }: Pick<Ordered, "admin" | "id">, gateway: Name) =>
  admin.call<{ id: string; url: string }>("POST", `/api/orders/${id}/checkout`, { gateway });
/** The same with its payment begun at a gateway. */
async function begun(gateway: Name) {
  const order = await ordered();
  const { status, data, message } = await begin(order, gateway);
  expect([status, message]).toEqual([200, "Payment begun"]);
  const row = await orderOf(order.id);
  return { ...order, url: data.url, page: w.gateways.pageOf(String(row.gateway_order_id)) };
}
const tell = (event: Event, host = "localhost") =>
  ask(w, host, event.path, { method: "POST", body: event.body, headers: event.headers });
const told = async (event: Event) => (await tell(event)).status;
const eventsOf = async (id: string) =>
  (
    await db
      .prepare("select outcome from payment_events where order_id = ? order by id")
      .bind(id)
      .all<{ outcome: string }>()
  ).results.map(({ outcome }) => outcome);
const refunding = (id: string, amount: string, more: Record<string, unknown> = {}) =>
  staff.call("POST", `/api/orders/${id}/refund`, {
    ...{ amount_minor: amount, reason: "Paid twice", password: PASSWORD, ...more },
  });
const markPaid = (id: string) =>
  staff.api(`/api/orders/${id}/pay`, {
    method: "POST",
    body: { payment_ref: "NEFT 1", password: PASSWORD },
  });

describe.each(names)("%s", (name) => {
  test("is asked for the order's own amount, and a page that is still open is shown again", async () => {
    const order = await begun(name);
    expect(order.page).toMatchObject({
      ...{ gateway: name, orderId: order.id, amount: 1_180_000, currency: "INR" },
      paidUrl: `http://${order.company.host}/subscription?paid=${order.id}`,
    });
    const again = await begin(order, name);
    expect(again.data.url).toBe(order.url);
    expect(await orderOf(order.id)).toMatchObject({ gateway: name, status: "pending" });
  });

  test("pays the order once, with one invoice, however often and at once it tells", async () => {
    const { id, company, page } = await begun(name);
    const event = tells[name].paid(page);
    const invoices = () => count("orders where invoice_no is not null");
    const before = await invoices();
    const statuses: number[] = [];
    for (let round = 0; round < 10; round++)
      statuses.push(...(await Promise.all(Array.from({ length: 100 }, () => told(event)))));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await orderOf(id)).toMatchObject({
      ...{ status: "paid", gateway: name, payment_ref: page.paymentRef },
      invoice_no: expect.stringMatching(/^INV\//),
    });
    expect(await invoices()).toBe(before + 1);
    expect(await eventsOf(id)).toEqual(["paid"]);
    expect(await count("subscription_log where order_id = ?", id)).toBe(1);
    expect(
      await count("subscriptions where company_id = ? and status = 'active'", company.id),
    ).toBe(1);
    expect(
      (await mailsTo(w, company.users.admin.email)).filter(({ subject }) =>
        subject.endsWith("is paid"),
      ),
    ).toHaveLength(1);
  });

  test("is not believed with a wrong signature, a changed body, or none", async () => {
    const { id, page } = await begun(name);
    const event = tells[name].paid(page);
    const other = { ...event, body: event.body.replace(String(page.amount), "1") };
    const unsigned = { ...event, headers: {} };
    const forged =
      name === "stripe"
        ? stripeEvent("checkout.session.completed", {}, { secret: "whsec_other" })
        : razorpayEvent("payment_link.paid", {}, { secret: "other" });
    for (const wrong of [other, unsigned, forged]) expect(await told(wrong)).toBe(400);
    expect([await eventsOf(id), (await orderOf(id)).status]).toEqual([[], "pending"]);
  });

  test("leaves to staff what was paid in another amount or currency", async () => {
    for (const changed of [{ amount: 100 }, { currency: "USD" }]) {
      const { id, page } = await begun(name);
      expect(await told(tells[name].paid({ ...page, ...changed }))).toBe(200);
      expect(await eventsOf(id)).toEqual(["other_amount"]);
      const order = await orderOf(id);
      expect(order.status).toBe("pending");
      const [letter] = await mailsTo(w, SUPPORT);
      expect(letter!.subject).toBe(`Order ${order.number}: another amount than the order has`);
      expect(letter!.text).toContain(`http://localhost/order/${id}`);
      // What staff send back at the gateway is not asked for again and again.
      const back = { ...page, ...changed };
      expect(await told(tells[name].refunded(back, back.amount))).toBe(200);
      expect(await eventsOf(id)).toEqual(["other_amount", "refund_unpaid"]);
      expect((await orderOf(id)).status).toBe("pending");
    }
  });

  test("keeps what it tells of an order that is not ours", async () => {
    const page = {
      ...{ id: `x_${newId()}`, orderId: newId(), amount: 100, currency: "INR" },
      paymentRef: `pay_${newId()}`,
    };
    const unknown = "payment_events where outcome = 'unknown_order' and order_id is null";
    const before = await count(unknown);
    for (const kind of ["paid", "failed"] as const)
      expect(await told(tells[name][kind](page))).toBe(200);
    expect(await told(tells[name].refunded(page, 100))).toBe(200);
    expect(await count(unknown)).toBe(before + 3);
  });

  test("that tells of a failure lets the order be paid again, and after a payment changes nothing", async () => {
    const order = await begun(name);
    const failed = tells[name].failed(order.page);
    expect(await told(failed)).toBe(200);
    expect((await orderOf(order.id)).status).toBe("failed");
    const [letter] = await mailsTo(w, order.company.users.admin.email);
    expect(letter!.subject).toMatch(/^Order ORD-\d+ is not paid$/);
    order.page.status = "expired";
    const next = await begin(order, name);
    expect(next.data.url).not.toBe(order.url);
    const row = await orderOf(order.id);
    expect(row.status).toBe("pending");
    // The page that was left for another says nothing any more.
    expect(await told(tells[name].failed(order.page))).toBe(200);
    const page = w.gateways.pageOf(String(row.gateway_order_id));
    expect(await told(tells[name].paid(page))).toBe(200);
    expect(await told(tells[name].failed(page))).toBe(200);
    expect(await orderOf(order.id)).toMatchObject({ status: "paid" });
    expect((await eventsOf(order.id)).sort()).toEqual(["failed", "nothing", "nothing", "paid"]);
  });

  test("tells of money that went back: each amount is credited once, in any order", async () => {
    const { id, page } = await begun(name);
    // Told before the payment itself: it is to be told again.
    expect(await told(tells[name].refunded(page, 1000))).toBe(503);
    expect(await eventsOf(id)).toEqual([]);
    await told(tells[name].paid(page));
    const [first, second] = [tells[name].refunded(page, 1000), tells[name].refunded(page, 3000)];
    expect(await Promise.all([second, first, second, first].map(told))).toEqual(
      Array.from({ length: 4 }, () => 200),
    );
    expect(await orderOf(id)).toMatchObject({
      ...{ status: "partially_refunded", refunded_minor: 3000 },
    });
    const credited = await one<{ sum: number }>(
      "select sum(amount_minor) as sum from refunds where order_id = ?",
      id,
    );
    expect(credited!.sum).toBe(3000);
    expect(await told(tells[name].refunded(page, 1_180_001))).toBe(200);
    expect(await told(tells[name].refunded({ ...page, paymentRef: "pay_other" }, 9000))).toBe(200);
    expect(await told(tells[name].refunded({ ...page, currency: "USD" }, 9000))).toBe(200);
    expect((await orderOf(id)).refunded_minor).toBe(3000);
    expect((await eventsOf(id)).filter((outcome) => outcome === "refund_too_much")).toHaveLength(2);
    expect(await told(tells[name].refunded(page, 1_180_000))).toBe(200);
    expect(await orderOf(id)).toMatchObject({ status: "refunded", refunded_minor: 1_180_000 });
  });

  test("pays back what staff refund; an answer that was lost is found again", async () => {
    const { id, page } = await begun(name);
    await told(tells[name].paid(page));
    w.gateways.behaves("lost");
    const lost = await refunding(id, "100.00");
    w.gateways.behaves("well");
    expect([lost.status, lost.message]).toEqual([502, expect.stringContaining("does not answer")]);
    expect(await orderOf(id)).toMatchObject({ status: "paid", refunded_minor: 0 });
    expect((await refunding(id, "100.00")).status).toBe(200);
    const asked = w.gateways.asked.filter(({ path }) => /refund/.test(path)).slice(-2);
    expect(asked[0]!.key).toContain(id);
    expect(asked[1]!.key).toBe(asked[0]!.key);
    expect(await orderOf(id)).toMatchObject({
      status: "partially_refunded",
      refunded_minor: 10_000,
    });
    const credit = await one<Row>("select * from refunds where order_id = ?", id);
    expect(credit!.payment_ref).toMatch(/^(re|rfnd)_/);
    // The gateway tells of it as well.
    expect(await told(tells[name].refunded(page, 10_000))).toBe(200);
    expect(await count("refunds where order_id = ?", id)).toBe(1);
    // The same amount once more is another refund.
    expect((await refunding(id, "100.00")).status).toBe(200);
    const next = w.gateways.asked.filter(({ path }) => /refund/.test(path)).at(-1);
    expect(next!.key).not.toBe(asked[0]!.key);
    expect(await orderOf(id)).toMatchObject({ refunded_minor: 20_000 });
  });

  test("that does not answer leaves the order as it is, and says so", async () => {
    const order = await ordered();
    const before = await orderOf(order.id);
    w.gateways.behaves("down");
    const down = await begin(order, name);
    expect([down.status, down.message]).toEqual([502, expect.stringContaining("does not answer")]);
    // Its page was made, and its answer lost: asked again it is the same page.
    w.gateways.behaves("lost");
    expect((await begin(order, name)).status).toBe(502);
    w.gateways.behaves("well");
    expect(await orderOf(order.id)).toEqual(before);
    const first = w.gateways.asked.at(-1);
    const { status } = await begin(order, name);
    expect([status, w.gateways.asked.some(({ key }) => key === first!.key)]).toEqual([200, true]);
  });

  test("that is off, or asked to take nothing, is refused in words", async () => {
    const { admin, id } = await ordered();
    const setting = (value: string) =>
      db
        .prepare("update platform_settings set value_json = ? where id = ?")
        .bind(value, `is_${name}_on`)
        .run();
    await setting("false");
    const off = await begin({ admin, id }, name);
    await setting("true");
    expect([off.status, off.message]).toEqual([409, expect.stringMatching(/not offered now$/)]);
    const code = `F${newId().slice(-10).toUpperCase()}`;
    await db.batch([
      inserting(db, "coupons", {
        ...{ id: newId(), code, kind: "percent", value: 100, is_active: 1, created_at: 1 },
        ...{ starts_on: "2020-01-01", ends_on: "2099-01-01", per_company_limit: 1, updated_at: 1 },
      }),
    ]);
    const free = await ordered({ coupon_code: code });
    expect((await begin(free, name)).message).toMatch(/^There is nothing to pay/);
    await db.prepare("update orders set currency = 'JPY' where id = ?").bind(id).run();
    expect((await begin({ admin, id }, name)).message).toMatch(/is not offered for JPY$/);
  });

  test("and staff at once pay the order once; a payment too many is told to support", async () => {
    const { id, page } = await begun(name);
    const [byStaff, byGateway] = await Promise.all([markPaid(id), tell(tells[name].paid(page))]);
    expect(byGateway.status).toBe(200);
    expect([200, 409]).toContain(byStaff.status);
    const order = await orderOf(id);
    expect(order.status).toBe("paid");
    expect(await count("subscription_log where order_id = ?", id)).toBe(1);
    expect(await eventsOf(id)).toEqual([byStaff.status === 200 ? "paid_twice" : "paid"]);
    expect(order.gateway).toBe(byStaff.status === 200 ? "offline" : name);
  });

  test("after staff have marked it as paid is told to support", async () => {
    const { id, page } = await begun(name);
    expect((await markPaid(id)).status).toBe(200);
    expect(await told(tells[name].paid(page))).toBe(200);
    expect(await eventsOf(id)).toEqual(["paid_twice"]);
    const order = await orderOf(id);
    expect(order).toMatchObject({ gateway: "offline", payment_ref: "NEFT 1" });
    const letters = await mailsTo(w, SUPPORT);
    expect(letters.some(({ subject }) => subject.startsWith(`Order ${order.number}:`))).toBe(true);
  });

  test("is told to staff when it was paid after the order was cancelled", async () => {
    const { id, admin, page } = await begun(name);
    await admin.api(`/api/orders/${id}/withdraw`, { method: "POST", body: {} });
    expect(await told(tells[name].paid(page))).toBe(200);
    expect([await eventsOf(id), (await orderOf(id)).status]).toEqual([
      ["after_cancelled"],
      "cancelled",
    ]);
  });

  test("is heard on the platform's own host, and with a body of 64 KB at most", async () => {
    const { company, page } = await begun(name);
    expect((await tell(tells[name].paid(page), company.host)).status).toBe(404);
    const large = { ...tells[name].paid(page), body: "x".repeat(64 * 1024 + 1) };
    expect(await told(large)).toBe(413);
    expect((await ask(w, "localhost", `/webhooks/${name}`)).status).toBe(405);
  });
});

test("a signature of Stripe holds for five minutes", async () => {
  const { id, page } = await begun("stripe");
  const { body } = tells.stripe.paid(page);
  const { object } = (JSON.parse(body) as { data: { object: Record<string, unknown> } }).data;
  const at = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
  const type = "checkout.session.completed";
  expect(await told(stripeEvent(type, object, { at: at(310) }))).toBe(400);
  expect([await eventsOf(id), (await orderOf(id)).status]).toEqual([[], "pending"]);
  expect(await told(stripeEvent(type, object, { at: at(280) }))).toBe(200);
  expect((await orderOf(id)).status).toBe("paid");
});

test("an event of Razorpay is taken for the day in which it is told again, and not after it", async () => {
  const { id, page } = await begun("razorpay");
  const { payload } = JSON.parse(tells.razorpay.paid(page).body) as {
    payload: Record<string, { entity: Record<string, unknown> }>;
  };
  const entities = Object.fromEntries(
    Object.entries(payload).map(([name, { entity }]) => [name, entity]),
  );
  const at = (hours: number) => Math.floor(Date.now() / 1000) - hours * 3600;
  expect(await told(razorpayEvent("payment_link.paid", entities, { at: at(26) }))).toBe(400);
  expect((await orderOf(id)).status).toBe("pending");
  const taken = razorpayEvent("payment_link.paid", entities, { at: at(23) });
  expect(await told(taken)).toBe(200);
  expect((await orderOf(id)).status).toBe("paid");
  // Told again it is the same event, whatever id a header gives it.
  const headers = { ...taken.headers, "x-razorpay-event-id": "evt_another" };
  expect(await told({ ...taken, headers })).toBe(200);
  expect(await eventsOf(id)).toEqual(["paid"]);
});

test("what is of no interest is received and not kept; an unknown gateway is not there", async () => {
  const before = await count("payment_events");
  expect(await told(stripeEvent("customer.created", { id: "cus_1", object: "customer" }))).toBe(
    200,
  );
  expect(await told(razorpayEvent("settlement.processed", {}))).toBe(200);
  expect(await count("payment_events")).toBe(before);
  const event = tells.stripe.paid(
    { id: "cs_1", orderId: newId(), amount: 1, currency: "INR", paymentRef: "pi_1" },
    { payment_status: "unpaid" },
  );
  expect(await told(event)).toBe(200);
  expect(await count("payment_events")).toBe(before);
  expect(await told({ ...event, path: "/webhooks/paypal" })).toBe(404);
});
