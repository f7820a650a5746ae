import { expect, test } from "vitest";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { superAdmin } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { staffWith } from "#tests/support/staff.ts";
import { inserting, world } from "#tests/support/world.ts";

const w = await world();
const staff = await superAdmin(w);
const control = w.env.CONTROL_DB;
const today = dayIn("UTC");
const stamps = { created_at: 1, updated_at: 1 };

type Coupon = Record<string, unknown> & { id: string; code: string };
const terms = (more: object = {}) => ({
  ...{ kind: "percent", value: "10", starts_on: today, ends_on: addDays(today, 30), ...more },
});
let made = 0;
const coupon = (more: object = {}) => ({ code: `TEST${++made}`, ...terms(more) });
const create = (more: object = {}) => staff.call<Coupon>("POST", "/api/coupons", coupon(more));
const newCoupon = async (more: object = {}) => {
  const { status, data, errors } = await create(more);
  expect([status, errors]).toEqual([201, undefined]);
  return data.id;
};
const read = async (id: string) => (await staff.call<Coupon>("GET", `/api/coupons/${id}`)).data;
const put = (id: string, body: object) => staff.call("PUT", `/api/coupons/${id}`, body);

const planId = newId();
const versionId = newId();
await control.batch([
  inserting(control, "plans", {
    id: planId,
    code: "C-PLAN",
    name: "Coupon plan",
    service_type: 0,
    ...stamps,
  }),
  inserting(control, "plan_versions", {
    ...{ id: versionId, plan_id: planId, version_no: 1, currency: "INR", valid_from: today },
    ...{ price_monthly_minor: 100, price_yearly_minor: 1000, trial_days: 0, ...stamps },
  }),
]);

/** The coupon is used by an order of a company, past the orders' own commands. */
async function redeem(couponId: string, companyId: string) {
  const id = newId();
  await control.batch([
    inserting(control, "orders", {
      ...{ id, number: `ORD-${id.slice(-8)}`, company_id: companyId, plan_version_id: versionId },
      ...{ plan_snapshot: "{}", billing: "monthly", currency: "INR", subtotal_minor: 100 },
      ...{ discount_minor: 10, taxable_minor: 90, tax_minor: 0, total_minor: 90, buyer: "{}" },
      ...{ requester_name: "Twin", requester_email: "a@twin.test", status: "paid" },
      ...{ coupon_id: couponId, ...stamps },
    }),
    inserting(control, "coupon_redemptions", {
      ...{ id: newId(), coupon_id: couponId, company_id: companyId, order_id: id, ...stamps },
    }),
    control.prepare("update coupons set used_count = used_count + 1 where id = ?").bind(couponId),
  ]);
}

test("a code is kept in capitals and used once, also in small letters", async () => {
  const id = await newCoupon({ code: "hello2026" });
  expect(await read(id)).toMatchObject({ code: "HELLO2026", value: "10", plan_ids: [] });
  expect((await create({ code: "Hello2026" })).errors).toEqual({ code: ["Code is already used"] });
  for (const code of ["ABC", "A".repeat(21), "AB CD", "ÄBCD", "AB-CD"])
    expect((await create({ code })).errors, code).toHaveProperty("code");
});

const flat = { kind: "flat", value: "500", currency: "INR" };
test.each([
  [{ value: "0" }, "value"],
  [{ value: "101" }, "value"],
  [{ value: "12.5" }, "value"],
  [{ ...flat, value: "0.00" }, "value"],
  [{ ...flat, value: "1.005" }, "value"],
  [{ ...flat, currency: "" }, "currency"],
  [{ ...flat, currency: "KWD" }, "currency"],
  [{ ...flat, max_discount: "10.00" }, "max_discount"],
  [{ min_order: "100.00" }, "currency"],
  [{ ends_on: addDays(today, -1) }, "ends_on"],
  [{ max_redemptions: "0" }, "max_redemptions"],
  [{ per_company_limit: "0" }, "per_company_limit"],
  [{ plan_ids: ["nothing"] }, "form"],
])("%j is refused", async (more, field) => {
  const { status, errors } = await create(more);
  expect([status, Object.keys(errors ?? {})]).toEqual([422, [field]]);
});

test("an amount is kept with two decimals, and a coupon is for some plans or all", async () => {
  const id = await newCoupon({ ...flat, plan_ids: [planId] });
  expect(await read(id)).toMatchObject({ value: "500.00", currency: "INR", plan_ids: [planId] });
  const listed = async () =>
    (await staff.call<Coupon[]>("GET", "/api/coupons?size=100")).data.find((row) => row.id === id);
  expect(await listed()).toMatchObject({ value: "500.00", plan_names: "Coupon plan" });
  const { code } = await read(id);
  expect((await put(id, { code, ...terms(flat), plan_ids: [] })).status).toBe(200);
  expect(await listed()).toMatchObject({ plan_names: null });
  await expectAnswer(staff.page(`/coupon/${id}`), 200, "₹ 500.00 off", "0 of any number");
});

test("its standing follows from its days, its uses and whether it is on", async () => {
  const ids = {
    active: await newCoupon(),
    upcoming: await newCoupon({ starts_on: addDays(today, 1) }),
    ended: await newCoupon({ starts_on: addDays(today, -9), ends_on: addDays(today, -1) }),
    used_up: await newCoupon({ max_redemptions: 1 }),
    off: await newCoupon({ is_active: false }),
  };
  await redeem(ids.used_up, w.companies.acme.id);
  const all = Object.values(ids);
  for (const [standing, id] of Object.entries(ids)) {
    const { data } = await staff.call<Coupon[]>(
      "GET",
      `/api/coupons?standing=${standing}&size=100`,
    );
    expect(
      data.map((row) => row.id).filter((one) => all.includes(one)),
      standing,
    ).toEqual([id]);
  }
});

test("what a redeemed coupon takes off stays; its end, limits and whether it is on may change", async () => {
  const id = await newCoupon({ max_redemptions: 5 });
  await redeem(id, w.companies.acme.id);
  await redeem(id, w.companies.globex.id);
  const { code } = await read(id);
  const now = { code, ...terms({ max_redemptions: 5 }) };
  const fixed = { value: "20", code: "OTHER1", starts_on: addDays(today, -1), plan_ids: [planId] };
  for (const [field, value] of Object.entries(fixed)) {
    const { status, errors } = await put(id, { ...now, [field]: value });
    expect([status, Object.keys(errors!)]).toEqual([422, [field]]);
    expect(errors![field]![0]).toContain("it has been redeemed");
  }
  expect((await put(id, { ...now, max_redemptions: 1 })).errors).toEqual({
    max_redemptions: ["It has been used more often: 2"],
  });
  const more = { ends_on: addDays(today, 90), max_redemptions: 2, per_company_limit: 3 };
  expect((await put(id, { ...now, ...more, is_active: false })).status).toBe(200);
  expect(await staff.call("DELETE", `/api/coupons/${id}`)).toMatchObject({
    status: 409,
    message: "Used by 2 orders. It is kept with them.",
  });
  const { data } = await staff.call<Coupon[]>("GET", `/api/coupons/${id}/redemptions`);
  expect(data.map((row) => row.company_name)).toEqual(["acme", "globex"]);
  expect(data[0]!.order_number).toMatch(/^ORD-/);
  const page = await staff.text(`/coupon/${id}`);
  for (const { id: company } of [w.companies.acme, w.companies.globex])
    expect(page).toContain(`href="/company/${company}"`);
  for (const { order_id } of data) expect(page).toContain(`href="/order/${order_id}"`);
  const other = await staffWith(w, "coupon-clerk", ["manage-coupon"]);
  expect(await other.text(`/coupon/${id}`)).not.toMatch(/href="\/(company|order)\//);
});

test("one that was never redeemed goes with what it was for", async () => {
  const id = await newCoupon({ plan_ids: [planId] });
  expect((await staff.call("DELETE", `/api/coupons/${id}`)).status).toBe(200);
  expect((await staff.call("GET", `/api/coupons/${id}`)).status).toBe(404);
  const lines = await control
    .prepare("select count(*) as n from coupon_plans where coupon_id = ?")
    .bind(id)
    .first("n");
  expect(lines).toBe(0);
});

test("200 codes are made at once, all different and found by their beginning", async () => {
  type Made = { codes: string[]; first: string; last: string };
  const { status, data } = await staff.call<Made>("POST", "/api/coupons/generate", {
    ...{ prefix: "ward", count: 200, plan_ids: [planId], ...terms() },
  });
  expect(status).toBe(201);
  expect(new Set(data.codes).size).toBe(200);
  for (const code of data.codes) expect(code).toMatch(/^WARD[A-HJKMNP-Z2-9]{10}$/);
  const found = await staff.call<Coupon[]>("GET", `/api/coupons?q=${data.codes[7]!.slice(0, 9)}`);
  expect(found.data.map(({ code }) => code)).toContain(data.codes[7]);
  const named = `first=${data.first}&last=${data.last}`;
  const text = await expectAnswer(staff.page(`/coupons/generated?${named}`), 200, "200 codes");
  for (const code of data.codes) expect(text).toContain(code);
  const lines = await control
    .prepare(
      "select count(*) as n from coupon_plans where plan_id = ? and coupon_id between ? and ?",
    )
    .bind(planId, data.first, data.last)
    .first("n");
  expect(lines).toBe(200);
  for (const count of [0, 201])
    expect(
      (await staff.call("POST", "/api/coupons/generate", { prefix: "A", count, ...terms() }))
        .errors,
    ).toHaveProperty("count");
});
