import { afterAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { signedIn, superAdmin } from "#tests/support/client.ts";
import { firstOf, subscribed } from "#tests/support/platform-rows.ts";
import { OFFERED, offer } from "#tests/support/platform-twins.ts";
import { addCompany, companyToday, inserting, openWorld, PASSWORD } from "#tests/support/world.ts";
import { callOff, expire, takeOver } from "#worker/domain/billing/turning.ts";
import { openControl } from "#worker/tenancy/shard-door.ts";

// Its own: the night looks at the first rows of all companies, and the clock is moved.
const w = await openWorld();
afterAll(() => w.server.close());
await offer(w);
const staff = await superAdmin(w);
const db = w.env.CONTROL_DB;
const today = companyToday();
const DAY_MS = 86_400_000;

const one = firstOf(db);

let made = 0;
/** A company with a subscription that ends on a day. */
async function subscriber(end: string, more: Record<string, string | number | null> = {}) {
  const company = await addCompany(w.env, `holder${++made}`, 2, made % 2);
  const id = await subscribed(w, company, end, { limits: '{"max_assets":50}', ...more });
  return { company, id };
}
const subscriptionOf = (id: string) =>
  one<Record<string, string | number | null>>("select * from subscriptions where id = ?", id);
const eventsOf = async (id: string) =>
  (
    await db
      .prepare("select event, reason from subscription_log where subscription_id = ? order by id")
      .bind(id)
      .all<{ event: string; reason: string }>()
  ).results;
const companies = (fields: Record<string, string>) => staff.form("/companies", fields);

describe("staff extend a subscription", () => {
  test("its company works until the later day, and both logs say why", async () => {
    const { company, id } = await subscriber(today);
    const until = addDays(today, 40);
    const sent = { intent: "extend", id: company.id, until, reason: "Late payment" };
    await companies({ ...sent, password: PASSWORD });
    expect(await subscriptionOf(id)).toMatchObject({ current_period_end: until, version: 2 });
    expect(await eventsOf(id)).toEqual([{ event: "extended", reason: "Late payment" }]);
    const admin = await signedIn(w, company, "admin");
    const page = await admin.call<{ standing: { periodEnd: string } }>("GET", "/api/subscription");
    expect(page.data.standing.periodEnd).toBe(until);
  });

  test("neither to an earlier day nor without their password", async () => {
    const { company, id } = await subscriber(today);
    const sent = { intent: "extend", id: company.id, reason: "Late payment" };
    await companies({ ...sent, until: addDays(today, -1), password: PASSWORD });
    await companies({ ...sent, until: addDays(today, 5), password: "wrong" });
    expect(await subscriptionOf(id)).toMatchObject({ current_period_end: today, version: 1 });
    expect(await eventsOf(id)).toEqual([]);
  });
});

test("staff give a company another plan, whose limits hold at once", async () => {
  const { company, id } = await subscriber(addDays(today, 30));
  await companies({
    ...{ intent: "change-plan", id: company.id, planId: OFFERED.plan },
    ...{ reason: "Agreed by phone", password: PASSWORD },
  });
  const limits = JSON.parse(String((await subscriptionOf(id))!.limits)) as object;
  expect(limits).not.toEqual({ max_assets: 50 });
  expect(await eventsOf(id)).toEqual([{ event: "limit_changed", reason: "Agreed by phone" }]);
  const admin = await signedIn(w, company, "admin");
  const page = await admin.call<{ limits: object }>("GET", "/api/subscription");
  expect(page.data.limits).toEqual(limits);
});

describe("the night", () => {
  const at = Date.now();
  const control = openControl({ CONTROL_DB: db } as unknown as Env);

  test("lets a smaller plan take over on its day, and once", async () => {
    const { id } = await subscriber(addDays(today, 365));
    await db
      .prepare(
        "update subscriptions set next_plan_version_id = plan_version_id, next_from = ?, next_limits = ? where id = ?",
      )
      .bind(today, '{"max_assets":5}', id)
      .run();
    await takeOver(control, at);
    await takeOver(control, at);
    expect(await subscriptionOf(id)).toMatchObject({
      ...{ limits: '{"max_assets":5}', next_from: null, next_plan_version_id: null },
    });
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(["downgraded"]);
  });

  test("leaves a smaller plan alone whose day has not come", async () => {
    const { id } = await subscriber(addDays(today, 365));
    await db
      .prepare(
        "update subscriptions set next_plan_version_id = plan_version_id, next_from = ?, next_limits = '{}' where id = ?",
      )
      .bind(addDays(today, 3), id)
      .run();
    await takeOver(control, at);
    expect(await subscriptionOf(id)).toMatchObject({ limits: '{"max_assets":50}', version: 1 });
  });

  test("marks a subscription whose grace is over, and none within it", async () => {
    const within = await subscriber(addDays(today, -10));
    const over = await subscriber(addDays(today, -11));
    await expire(control, at);
    await expire(control, at);
    expect((await subscriptionOf(within.id))!.status).toBe("active");
    expect((await subscriptionOf(over.id))!.status).toBe("expired");
    expect((await eventsOf(over.id)).map(({ event }) => event)).toEqual(["expired"]);
    const company = await one("select status from companies where id = ?", over.company.id);
    expect(company).toEqual({ status: "suspended" });
  });

  test("an expired one holds again once staff extend it, and its company works", async () => {
    const { company, id } = await subscriber(addDays(today, -11));
    await expire(control, at);
    expect(await subscriptionOf(id)).toMatchObject({ status: "expired" });
    await companies({
      ...{ intent: "extend", id: company.id, until: addDays(today, 30) },
      ...{ reason: "Paid by a letter", password: PASSWORD },
    });
    expect(await subscriptionOf(id)).toMatchObject({ status: "active" });
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(["expired", "extended"]);
    const admin = await signedIn(w, company, "admin");
    const added = await admin.call("POST", "/api/departments", { name: "Open again" });
    expect([added.status, added.message]).toEqual([201, expect.any(String)]);
  });

  test.each(["pending", "failed"])(
    "calls off an order that is %s for 30 days, and gives back its coupon",
    async (status) => {
      const company = await addCompany(w.env, `late-${status}`, 2, 0);
      const admin = await signedIn(w, company, "admin");
      const couponId = newId();
      const code = `C${couponId.slice(-8).toUpperCase()}`;
      await db.batch([
        inserting(db, "coupons", {
          ...{ id: couponId, code, kind: "percent", value: 10, is_active: 1, per_company_limit: 1 },
          ...{ starts_on: "2020-01-01", ends_on: "2099-01-01", created_at: 1, updated_at: 1 },
        }),
      ]);
      const placed = await admin.api("/api/orders", {
        method: "POST",
        body: {
          ...{ plan_id: OFFERED.plan, billing: "yearly", coupon_code: code },
          ...{ legal_name: "Late", address: "1 Late Road", region: "Karnataka" },
        },
      });
      const { data } = (await placed.json()) as { data: { id: string } };
      await db.prepare("update orders set status = ? where id = ?").bind(status, data.id).run();
      const used = () => one("select used_count from coupons where id = ?", couponId);
      expect(await used()).toEqual({ used_count: 1 });
      await callOff(control, at + 29 * DAY_MS);
      expect(await used()).toEqual({ used_count: 1 });
      await callOff(control, at + 31 * DAY_MS);
      expect(await one("select status from orders where id = ?", data.id)).toEqual({
        status: "cancelled",
      });
      expect(await used()).toEqual({ used_count: 0 });
    },
  );
});
