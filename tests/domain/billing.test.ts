import { describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { periodEndOf } from "#app/shared/price.ts";
import { newId } from "#drizzle/columns.ts";
import { signedIn, superAdmin } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { firstOf } from "#tests/support/platform-rows.ts";
import { OFFERED, offer } from "#tests/support/platform-twins.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, inserting, PASSWORD, world } from "#tests/support/world.ts";

const w = await world();
await offer(w);
const staff = await superAdmin(w);
const db = w.env.CONTROL_DB;
const stamps = { created_at: 1, updated_at: 1 };
const today = companyToday();

const one = firstOf(db);

let made = 0;
/** A company that has nothing with the platform yet, with its Admin. */
async function customer(service: 0 | 1 | 2 = 2) {
  const company = await addCompany(w.env, `buyer${++made}`, service, made % 2);
  return { company, admin: await signedIn(w, company, "admin") };
}
type Customer = Awaited<ReturnType<typeof customer>>;

type Version = { yearly: number; assets?: number | null; no?: number; from?: string };
const version = (planId: string, { yearly, assets = null, no = 1, from = "2020-01-01" }: Version) =>
  inserting(db, "plan_versions", {
    ...{ id: newId(), plan_id: planId, version_no: no, currency: "INR", trial_days: 30 },
    ...{ price_monthly_minor: yearly / 10, price_yearly_minor: yearly, max_assets: assets },
    ...{ valid_from: from, features: "[]", ...stamps },
  });
/** Another plan with one version. */
async function plan(values: Version & { service?: number; more?: Record<string, number> }) {
  const id = newId();
  await db.batch([
    inserting(db, "plans", {
      ...{ id, code: id.slice(-12), name: `Plan ${id.slice(-6)}`, is_public: 1 },
      ...{ service_type: values.service ?? 2, ...stamps, ...values.more },
    }),
    version(id, values),
  ]);
  return id;
}
async function coupon(values: Record<string, string | number | null>) {
  const [id, code] = [newId(), `C${newId().slice(-10).toUpperCase()}`];
  await db.batch([
    inserting(db, "coupons", {
      ...{ id, code, kind: "percent", value: 10, is_active: 1, per_company_limit: 1 },
      ...{ starts_on: "2020-01-01", ends_on: "2099-01-01", ...values, ...stamps },
    }),
  ]);
  return { id, code };
}
const buyer = { legal_name: "Hill Hospital", address: "4 Hill Road", region: "Karnataka" };
const ordering = ({ admin }: Customer, more: Record<string, unknown> = {}) =>
  admin.api("/api/orders", {
    method: "POST",
    body: { plan_id: OFFERED.plan, billing: "yearly", ...buyer, ...more },
  });
async function ordered(by: Customer, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await ordering(by, more);
  const { data, message } = (await answer.json()) as { data: { id: string }; message: string };
  expect([answer.status, message]).toEqual([201, "Order placed"]);
  return data.id;
}
const moving = (path: string, by = staff, body: Record<string, unknown> = {}) =>
  by.api(`/api/${path}`, { method: "POST", body });
const paying = (id: string, paymentRef = "NEFT 1") =>
  moving(`orders/${id}/pay`, staff, { payment_ref: paymentRef, password: PASSWORD });
/** Columns of a row as texts; numbers among them are only compared. */
type Cells = Record<string, string>;
const orderOf = (id: string) => one<Cells>("select * from orders where id = ?", id);
const messageOf = async (answer: Response) => {
  const { message, errors } = (await answer.json()) as { message: string; errors?: object };
  return [answer.status, errors ? Object.values(errors).flat()[0] : message];
};

describe("an order", () => {
  test("has the plan's price, the coupon's discount and the taxes of the place of supply", async () => {
    const by = await customer();
    const { code } = await coupon({ kind: "percent", value: 10, max_discount_minor: 50_000 });
    const quote = await by.admin.call<Record<string, unknown>>("POST", "/api/subscription/quote", {
      ...{ plan_id: OFFERED.plan, billing: "yearly", coupon_code: code.toLowerCase() },
      region: "Karnataka",
    });
    expect(quote.data).toMatchObject({
      ...{ subtotal: "10000.00", discount: "500.00", taxable: "9500.00", tax: "1710.00" },
      ...{ total: "11210.00", currency: "INR" },
      tax_lines: [
        { label: "CGST", amount: "855.00" },
        { label: "SGST", amount: "855.00" },
      ],
    });
    const id = await ordered(by, { coupon_code: code });
    expect(await orderOf(id)).toMatchObject({ total_minor: 1_121_000, status: "pending" });
    const another = await customer();
    expect(await messageOf(await ordering(another, { total: "1.00" }))).toEqual([
      409,
      "The price is another one now. Update it, then place the order.",
    ]);
    await ordered(another, { total: "11800.00" });
    const elsewhere = await customer();
    const igst = await ordered(elsewhere, { region: "Kerala" });
    expect(JSON.parse((await orderOf(igst))!.tax_lines!)).toEqual([
      { label: "IGST", rateBp: 1800, amountMinor: 180_000 },
    ]);
  });

  test("has the price of the day, not one that begins later", async () => {
    const planId = await plan({ yearly: 100_000 });
    await db.batch([version(planId, { yearly: 900_000, no: 2, from: "2098-01-01" })]);
    const id = await ordered(await customer(), { plan_id: planId });
    expect(await orderOf(id)).toMatchObject({ subtotal_minor: 100_000 });
  });

  test("is one at a time, and only an Admin's", async () => {
    const by = await customer();
    const id = await ordered(by);
    expect(await messageOf(await ordering(by))).toEqual([
      409,
      "Another order is still to be paid. Pay or cancel it first.",
    ]);
    const everything = await colleague(w, by.company, "edit-settings", "view-settings");
    expect((await ordering({ ...by, admin: everything.client })).status).toBe(403);
    expect((await moving(`orders/${id}/withdraw`, by.admin)).status).toBe(200);
    await ordered(by);
  });

  test("is refused for a plan that is too small, saying what exceeds it, or of the other side", async () => {
    const by = await customer(0);
    await rowsOf(w, by.company).setProfile({ asset_count: 120 });
    const small = await plan({ yearly: 10_000, assets: 100 });
    const [status, message] = await messageOf(await ordering(by, { plan_id: small }));
    expect(status).toBe(409);
    expect(message).toContain("is too small: 120 assets, 100 allowed");
    const laboratory = await plan({ yearly: 10_000, service: 1 });
    expect(await messageOf(await ordering(by, { plan_id: laboratory }))).toEqual([
      409,
      expect.stringContaining("is not for what your company does"),
    ]);
    expect((await ordering(by, { plan_id: newId() })).status).toBe(404);
    const hidden = await plan({ yearly: 10_000, more: { is_public: 0 } });
    expect(await messageOf(await ordering(by, { plan_id: hidden }))).toEqual([
      409,
      "This plan is not on offer",
    ]);
    const archived = await plan({ yearly: 10_000, more: { archived_at: 1 } });
    expect(await messageOf(await ordering(by, { plan_id: archived }))).toEqual([
      409,
      expect.stringContaining("is no longer offered"),
    ]);
  });

  test("gets gapless invoice numbers, however many are paid at once", async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => ordered(await customer())),
    );
    const answers = await Promise.all(ids.map((id) => paying(id)));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    // One that is refused after its number was taken takes none.
    const refused = await ordered(await customer());
    await db
      .prepare(
        "update companies set status = 'closed' where id = (select company_id from orders where id = ?)",
      )
      .bind(refused)
      .run();
    expect((await paying(refused)).status).toBe(409);
    const last = await ordered(await customer());
    expect((await paying(last)).status).toBe(200);
    const numbers = await Promise.all(
      [...ids, last].map(async (id) => (await orderOf(id))!.invoice_no!),
    );
    const counted = numbers.map((number) => Number(number.split("/").at(-1))).sort((a, b) => a - b);
    expect(counted).toEqual(counted.map((_, at) => counted[0]! + at));
    expect(numbers.every((number) => /^INV\/\d\d-\d\d\/\d{5}$/.test(number))).toBe(true);
  });

  test("that is paid is not rewritten, and not deleted", async () => {
    const id = await ordered(await customer());
    await paying(id);
    const rewritten = (sql: string) => db.prepare(sql).bind(id).run();
    await expect(rewritten("update orders set total_minor = 0 where id = ?")).rejects.toThrow();
    await expect(rewritten("update orders set invoice_no = null where id = ?")).rejects.toThrow();
    await expect(rewritten("delete from orders where id = ?")).rejects.toThrow();
  });

  test("is paid once, by whoever knows the password", async () => {
    const id = await ordered(await customer());
    const wrong = await moving(`orders/${id}/pay`, staff, { payment_ref: "X", password: "wrong" });
    expect(await messageOf(wrong)).toEqual([422, "This password is wrong"]);
    const answers = await Promise.all([paying(id), paying(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const logged = await one<{ n: number }>(
      "select count(*) as n from subscription_log where order_id = ?",
      id,
    );
    expect(logged!.n).toBe(1);
  });

  test("gives money back in parts, each with a credit note, and never more than was paid", async () => {
    const id = await ordered(await customer());
    await paying(id);
    const refund = (amount: string, password = PASSWORD) =>
      moving(`orders/${id}/refund`, staff, {
        ...{ amount_minor: amount, reason: "Paid twice", password },
      });
    expect(await messageOf(await refund("1000.00", "wrong"))).toEqual([
      422,
      "This password is wrong",
    ]);
    expect(await messageOf(await refund("0.00"))).toEqual([422, "Amount must be at least 0.01"]);
    expect(await orderOf(id)).toMatchObject({ status: "paid", refunded_minor: 0 });
    expect((await refund("1000.00")).status).toBe(200);
    expect((await orderOf(id))!.status).toBe("partially_refunded");
    expect(await messageOf(await refund("10800.01"))).toEqual([
      422,
      "INR 10800.00 can be refunded",
    ]);
    expect((await refund("10800.00")).status).toBe(200);
    expect(await orderOf(id)).toMatchObject({ status: "refunded", refunded_minor: 1_180_000 });
    const credits = await db
      .prepare("select credit_no, tax_lines from refunds where order_id = ? order by id")
      .bind(id)
      .all<{ credit_no: string; tax_lines: string }>();
    expect(credits.results.map(({ credit_no }) => credit_no.slice(0, 3))).toEqual(["CN/", "CN/"]);
    const taxed = credits.results
      .flatMap(({ tax_lines }) => JSON.parse(tax_lines) as { amountMinor: number }[])
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect(taxed).toBe(180_000);
  });
});

describe("a coupon", () => {
  test("at its limit, asked for by fifty companies at once, is used as often as it may be", async () => {
    const { id, code } = await coupon({ max_redemptions: 5 });
    const buyers = await Promise.all(Array.from({ length: 50 }, () => customer()));
    const answers = await Promise.all(buyers.map((by) => ordering(by, { coupon_code: code })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 422)).toHaveLength(45);
    const used = await one(
      "select used_count, (select count(*) from coupon_redemptions where coupon_id = ?1) as n from coupons where id = ?1",
      id,
    );
    expect(used).toEqual({ used_count: 5, n: 5 });
    // Who calls an order off gives its use back, once.
    const first = buyers[statuses.indexOf(201)]!;
    const theirs = await one<Cells>("select * from orders where company_id = ?", first.company.id);
    expect((await moving(`orders/${theirs!.id}/withdraw`, first.admin)).status).toBe(200);
    expect((await moving(`orders/${theirs!.id}/withdraw`, first.admin)).status).toBe(409);
    expect(
      (await one<{ used_count: number }>("select used_count from coupons where id = ?", id))!
        .used_count,
    ).toBe(4);
    await ordered(buyers[statuses.indexOf(422)]!, { coupon_code: code });
  });

  test("says why it takes nothing off", async () => {
    const by = await customer();
    const why = async (values: Record<string, string | number | null>) =>
      (await messageOf(await ordering(by, { coupon_code: (await coupon(values)).code })))[1];
    expect(await why({ is_active: 0 })).toBe("This coupon is not known");
    expect(await why({ ends_on: "2021-01-05" })).toBe("This coupon ended on 05 Jan 2021");
    expect(await why({ starts_on: "2098-01-05" })).toBe("This coupon holds from 05 Jan 2098 on");
    expect(await why({ kind: "flat", value: 100, currency: "USD" })).toBe(
      "This coupon is for prices in USD",
    );
    expect(await why({ min_order_minor: 2_000_000, currency: "INR" })).toBe(
      "This coupon needs an order of INR 20000.00 at least",
    );
    expect(await messageOf(await ordering(by, { coupon_code: "NOBODY" }))).toEqual([
      422,
      "This coupon is not known",
    ]);
    const ofAnother = await coupon({});
    await db.batch([
      inserting(db, "coupon_plans", {
        ...{ coupon_id: ofAnother.id, plan_id: await plan({ yearly: 10_000 }) },
      }),
    ]);
    expect(await messageOf(await ordering(by, { coupon_code: ofAnother.code }))).toEqual([
      422,
      "This coupon is not for this plan",
    ]);
    const once = await coupon({ per_company_limit: 1 });
    await paying(await ordered(by, { coupon_code: once.code }));
    expect(await messageOf(await ordering(by, { coupon_code: once.code }))).toEqual([
      422,
      "You have used this coupon already",
    ]);
  });

  test("larger than the price makes it nothing, never less", async () => {
    const by = await customer();
    const { code } = await coupon({ kind: "flat", value: 99_000_000, currency: "INR" });
    const id = await ordered(by, { coupon_code: code });
    expect(await orderOf(id)).toMatchObject({ discount_minor: 1_000_000, total_minor: 0 });
  });
});

describe("what is paid for", () => {
  const subscriptionOf = ({ company }: Customer) =>
    one<Cells>(
      "select * from subscriptions where company_id = ? and status = 'active'",
      company.id,
    );
  const profileOf = ({ company }: Customer) =>
    rowsOf(w, company).first<Cells>("select * from company_profiles where company_id = ?");

  test("holds at once in the company's shard, from today for the period", async () => {
    const by = await customer();
    await paying(await ordered(by));
    const end = periodEndOf(today, "yearly");
    expect(await subscriptionOf(by)).toMatchObject({ current_period_end: end, starts_on: today });
    const profile = await profileOf(by);
    expect([profile!.period_end, profile!.status, JSON.parse(profile!.limits!).max_users]).toEqual([
      end,
      "active",
      1000,
    ]);
  });

  test("is added to what is paid for already when it is renewed", async () => {
    const by = await customer();
    await paying(await ordered(by, { billing: "monthly" }));
    const first = periodEndOf(today, "monthly");
    await paying(await ordered(by, { billing: "monthly" }));
    const second = periodEndOf(addDays(first, 1), "monthly");
    expect((await subscriptionOf(by))!.current_period_end).toBe(second);
  });

  test("begins today with a larger plan, and with a smaller one after what is paid for", async () => {
    const by = await customer();
    const [small, large] = [
      await plan({ yearly: 100_000, assets: 100 }),
      await plan({ yearly: 900_000, assets: 900 }),
    ];
    await paying(await ordered(by, { plan_id: small }));
    await paying(await ordered(by, { plan_id: large }));
    const end = periodEndOf(today, "yearly");
    expect(await subscriptionOf(by)).toMatchObject({ current_period_end: end, next_from: null });
    expect(JSON.parse((await profileOf(by))!.limits!)).toEqual({ max_assets: 900 });
    await paying(await ordered(by, { plan_id: small }));
    const after = await subscriptionOf(by);
    expect(after).toMatchObject({
      next_from: addDays(end, 1),
      current_period_end: periodEndOf(addDays(end, 1), "yearly"),
    });
    expect(JSON.parse((await profileOf(by))!.limits!)).toEqual({ max_assets: 900 });
    const events = await db
      .prepare("select event from subscription_log where company_id = ? order by id")
      .bind(by.company.id)
      .all<{ event: string }>();
    expect(events.results.map(({ event }) => event)).toEqual(["created", "upgraded", "downgraded"]);
  });
});

describe("a request for another plan", () => {
  test("is quoted, accepted, ordered at the promised price and fulfilled by its payment", async () => {
    const by = await customer();
    const asked = await by.admin.call<{ id: string }>("POST", "/api/upgrade-requests", {
      ...{ plan_id: OFFERED.plan, billing: "yearly", extra_assets: 50, ...buyer },
    });
    const { id } = asked.data;
    const again = await by.admin.api("/api/upgrade-requests", {
      method: "POST",
      body: { plan_id: OFFERED.plan, billing: "yearly", extra_assets: 1, ...buyer },
    });
    expect(await messageOf(again)).toEqual([409, "Another request is still open"]);
    const quote = { quote_minor: "7000.00", quote_valid_until: "2099-01-01" };
    expect((await moving(`upgrade-requests/${id}/quote`, staff, quote)).status).toBe(200);
    const accepted = await moving(`upgrade-requests/${id}/accept`, by.admin);
    expect(accepted.status).toBe(200);
    const order = (await one<Cells>("select * from orders where upgrade_request_id = ?", id))!;
    expect(order).toMatchObject({ subtotal_minor: 700_000, total_minor: 826_000 });
    expect(JSON.parse(order.plan_snapshot!).limits.max_assets).toBe(1_000_050);
    await paying(order.id!);
    expect(await one("select status from upgrade_requests where id = ?", id)).toEqual({
      status: "fulfilled",
    });
  });

  test("whose quote is over is neither accepted nor approved", async () => {
    const by = await customer();
    const { data } = await by.admin.call<{ id: string }>("POST", "/api/upgrade-requests", {
      ...{ plan_id: OFFERED.plan, billing: "yearly", ...buyer },
    });
    await db
      .prepare(
        "update upgrade_requests set status = 'quoted', quote_minor = 1, quote_valid_until = '2020-01-01' where id = ?",
      )
      .bind(data.id)
      .run();
    const over = [409, "The quote is no longer valid"];
    expect(await messageOf(await moving(`upgrade-requests/${data.id}/accept`, by.admin))).toEqual(
      over,
    );
    expect(await messageOf(await moving(`upgrade-requests/${data.id}/approve`))).toEqual(over);
  });
});
