import { expect, test } from "vitest";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { superAdmin } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { insert, world } from "#tests/support/world.ts";

const w = await world();
const staff = await superAdmin(w);
const control = w.env.CONTROL_DB;
const today = dayIn("UTC");
const stamps = { created_at: 1, updated_at: 1 };

const version = (more: object = {}) => ({
  ...{ currency: "INR", price_monthly: "4999.00", price_yearly: "49990.50", trial_days: 14 },
  ...{ max_assets: 500, max_users: "", features: "Labels\nReports", valid_from: today },
  ...more,
});
let made = 0;
const plan = (more: object = {}) => ({
  ...{ code: `P-${++made}`, name: `Plan ${made}`, service_type: 0, sort: made, ...version() },
  ...more,
});
const newPlan = async (more: object = {}) => {
  const { status, data, message } = await staff.call("POST", "/api/plans", plan(more));
  expect(status, message).toBe(201);
  return data.id;
};
const addVersion = (id: string, more: object = {}) =>
  staff.call<{ id: string; version_no: number }>(
    "POST",
    `/api/plans/${id}/versions`,
    version(more),
  );
type Listed = Record<string, unknown> & { id: string };
const listed = async (id: string) =>
  (await staff.call<Listed[]>("GET", "/api/plans?state=all&size=100")).data.find(
    (row) => row.id === id,
  );

test("a plan comes with its first version, and shows what it costs and allows now", async () => {
  const id = await newPlan({ price_monthly: "0" });
  expect(await listed(id)).toMatchObject({
    ...{ version_no: 1, currency: "INR", price_monthly: "0.00", price_yearly: "49990.50" },
    ...{ max_assets: 500, max_users: null, trial_days: 14, companies: 0, valid_from: today },
  });
  const { data } = await staff.call<{ features: string[] }[]>("GET", `/api/plans/${id}/versions`);
  expect(data.map(({ features }) => features)).toEqual([["Labels", "Reports"]]);
});

test("another price is another version, which holds from its day on; those before it stay", async () => {
  const id = await newPlan();
  const tomorrow = addDays(today, 1);
  expect((await addVersion(id, { price_monthly: "5999" })).data.version_no).toBe(2);
  expect(
    (await addVersion(id, { price_monthly: "6999", valid_from: tomorrow })).data.version_no,
  ).toBe(3);
  expect(await listed(id)).toMatchObject({ version_no: 2, price_monthly: "5999.00" });
  const { data } = await staff.call<Listed[]>("GET", `/api/plans/${id}/versions`);
  expect(data.map((row) => [row.version_no, row.price_monthly])).toEqual([
    [3, "6999.00"],
    [2, "5999.00"],
    [1, "4999.00"],
  ]);
  expect(await addVersion(id)).toMatchObject({
    status: 422,
    errors: { valid_from: [/version 3 holds/] },
  });
});

test("of versions that are added at once from the same one, one is taken", async () => {
  const id = await newPlan();
  const statuses = (
    await Promise.all(Array.from({ length: 4 }, () => addVersion(id, { after: 1 })))
  ).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([201, 409, 409, 409]);
});

test("a change of a plan takes no price, and a code is used once", async () => {
  const id = await newPlan();
  const { code, name, service_type, sort } = plan();
  const own = { code, name, service_type, sort };
  const put = (body: object) => staff.call("PUT", `/api/plans/${id}`, body);
  expect((await put({ ...own, price_monthly: "1.00" })).errors).toHaveProperty("price_monthly");
  expect((await put(own)).status).toBe(200);
  expect(await staff.call("POST", "/api/plans", plan({ code: code.toLowerCase() }))).toMatchObject({
    ...{ status: 422, errors: { code: ["Code is already used"] } },
  });
});

test.each([
  ["KWD", "Amounts in this currency do not have two decimals"],
  ["JPY", "Amounts in this currency do not have two decimals"],
  ["XAU", "This currency is not on offer"],
  ["RUPEE", "Currency has three letters"],
])("a price in %s is refused", async (currency, message) => {
  const { status, errors } = await staff.call("POST", "/api/plans", plan({ currency }));
  expect(status).toBe(422);
  expect(errors!.currency).toContain(message);
});

test("an archived plan gets no version, stays with those who have it, and is never deleted", async () => {
  const id = await newPlan();
  const versionId = (await staff.call<Listed[]>("GET", `/api/plans/${id}/versions`)).data[0]!.id;
  const company = w.companies.initech.id;
  await insert(control, "subscriptions", {
    ...{ id: newId(), company_id: company, plan_version_id: versionId, status: "active" },
    ...{ billing: "monthly", starts_on: today, current_period_end: addDays(today, 30) },
    ...{ grace_days: 7, limits: "{}", ...stamps },
  });
  expect((await staff.call("POST", `/api/plans/${id}/archive`)).status).toBe(200);
  expect(await listed(id)).toMatchObject({ companies: 1 });
  expect(await addVersion(id)).toMatchObject({
    status: 409,
    message: "This plan is archived. Restore it first.",
  });
  expect((await staff.call("DELETE", `/api/plans/${id}`)).status).toBe(405);
  await expectAnswer(staff.page(`/plan/${id}`), 200, "Version 1", "500 assets");
});

test("the form of a new version begins as the newest one", async () => {
  const id = await newPlan({ price_monthly: "1234.50" });
  const text = await expectAnswer(staff.page(`/plan/${id}/version`), 200, 'value="1234.50"');
  expect(text).toMatch(/name="after" value="1"/);
  const fields = { currency: "INR", priceMonthlyMinor: "2000", priceYearlyMinor: "20000" };
  const answer = await staff.form(`/plan/${id}/version`, {
    ...{ ...fields, trialDays: "0", validFrom: today, after: "1", features: "", maxAssets: "" },
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `/plan/${id}`]);
  expect(await listed(id)).toMatchObject({ version_no: 2, max_assets: null });
});
