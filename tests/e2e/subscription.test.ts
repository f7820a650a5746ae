import { afterAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { formDataOf } from "#tests/support/bodies.ts";
import { signedIn, superAdmin } from "#tests/support/client.ts";
import { offer } from "#tests/support/platform-twins.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, inserting, PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { LONG, sound } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
await offer(w);
const stamps = { created_at: 1, updated_at: 1 };
await w.env.CONTROL_DB.batch([
  inserting(w.env.CONTROL_DB, "plans", {
    ...{
      id: "long-plan",
      code: "long",
      name: `${LONG.slice(0, 70)} by year`,
      summary: LONG,
      is_public: 1,
    },
    ...{ service_type: 2, ...stamps },
  }),
  inserting(w.env.CONTROL_DB, "plan_versions", {
    ...{ id: "long-version", plan_id: "long-plan", version_no: 1, currency: "INR", trial_days: 0 },
    ...{ price_monthly_minor: 99_999_999_00, price_yearly_minor: 999_999_999_00 },
    ...{ valid_from: "2020-01-01", features: JSON.stringify([LONG]), ...stamps },
  }),
]);

// Lists of plans are no longer as wide for tests that come later.
afterAll(() =>
  w.env.CONTROL_DB.prepare("update plans set archived_at = 1 where id = 'long-plan'").run(),
);

const looks = [
  [1280, "light"],
  [360, "dark"],
] as const;

test.each(looks)(
  "a plan is ordered with a coupon, marked as paid, and its invoice taken; a company past its grace reads and exports, and orders again, at %i px, %s",
  async (width, theme) => {
    const company = await addCompany(w.env, `bought${width}`, 2, 0);
    const rows = await rowsOf(w, company);
    const look = { width, theme };
    const kind = await signedIn(w, company, "admin");
    const admin = await newPage({ company, kind, ...look });
    const staff = await newPage({ company: "platform", kind: await superAdmin(w), ...look });
    const { page } = admin;

    await admin.open("/subscription");
    await sound(page, "a subscription that nothing was ordered of");
    await page.getByRole("link", { name: "Order Twin plan" }).click();
    await page.getByLabel("Coupon").fill("TWIN11");
    await page.getByRole("button", { name: "Update price" }).click();
    await page.getByText("This coupon is not known").first().waitFor();
    await page.getByLabel("Coupon").fill("twin10");
    await page.getByLabel("State or region").fill("Karnataka");
    await page.getByRole("button", { name: "Update price" }).click();
    await page.getByText(/^TWIN10 saves/).waitFor();
    expect(page.url()).not.toMatch(/Karnataka|TWIN10/i);
    await page.getByLabel("Legal name").fill("Hill Hospital Trust");
    await page.getByLabel("Address").fill("4 Hill Road");
    await sound(page, "an order before it is placed");
    await page.getByRole("button", { name: "Place order" }).click();
    await toast(page, "Order placed");
    const title = await page.getByRole("heading", { name: /^Order ORD-/ }).textContent();
    const number = title!.replace("Order ", "");
    await sound(page, "an order that waits for its payment");

    await staff.open(`/orders?q=${number}`);
    await sound(staff.page, "orders of all companies");
    await staff.page.getByRole("link", { name: company.name }).click();
    await staff.page.getByRole("link", { name: "Mark as paid" }).click();
    await staff.page.getByLabel("Reference of the payment").fill("NEFT 55121");
    await staff.page.locator('input[name="password"]').fill("not it");
    await staff.page.getByRole("button", { name: "Mark as paid" }).click();
    await staff.page.getByText("This password is wrong").first().waitFor();
    await staff.page.locator('input[name="password"]').fill(PASSWORD);
    await sound(staff.page, "marking an order as paid");
    await staff.page.getByRole("button", { name: "Mark as paid" }).click();
    await toast(staff.page, "Order paid");
    await sound(staff.page, "a paid order");

    await admin.open("/subscription");
    await page.getByText(/^Your subscription is active until/).waitFor();
    const invoice = page.getByRole("link", { name: /INV/ });
    const file = await kind.page((await invoice.getAttribute("href"))!);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    await sound(page, "a subscription that holds");

    await rows.setProfile({ period_end: addDays(companyToday(), -3) });
    await admin.open("/subscription");
    await page
      .getByText(/^Your subscription ended on/)
      .first()
      .waitFor();
    await sound(page, "a company in its grace");
    await rows.setProfile({ period_end: addDays(companyToday(), -40) });
    await admin.open("/subscription");
    await page.getByText("Your subscription has ended.").first().waitFor();
    await sound(page, "a company past its grace");
    expect((await kind.page("/departments/export.csv")).status).toBe(200);
    const late = formDataOf({ intent: "create", name: "Too late" });
    expect((await kind.page("/departments", { method: "POST", body: late })).status).toBe(402);
    await page.goto("/asset/create");
    await page.getByRole("heading", { name: "Nothing can be written now" }).waitFor();
    await sound(page, "a form of a company past its grace");
    await admin.open("/subscription");
    await page.getByRole("link", { name: "Order Twin plan" }).click();
    expect(await page.getByLabel("Address").inputValue()).toBe("4 Hill Road");
    expect(await page.getByLabel("State or region").inputValue()).toBe("Karnataka");
    await page.getByRole("button", { name: "Place order" }).click();
    await toast(page, "Order placed");
  },
);

test("without scripts an order is priced, looked at again and placed, and no address says who pays", async () => {
  const company = await addCompany(w.env, "plainbuyer", 2, 1);
  const kind = await signedIn(w, company, "admin");
  const { page, open } = await newPage({ company, kind, width: 360, javaScript: false });
  await open("/subscription?billing=monthly");
  await page.getByRole("link", { name: "Order Twin plan" }).click();
  await page.getByLabel("Coupon").fill("TWIN10");
  await page.getByLabel("Tax ids").fill("PAN: ABCDE1234F");
  await page.getByLabel("Legal name").fill("Plain Buyer");
  await page.getByRole("button", { name: "Update price" }).click();
  await page.getByText(/^TWIN10 saves/).waitFor();
  const isKept = async () => {
    expect(page.url()).toMatch(/\/subscription\/order\?plan=[^&]+&billing=monthly$/);
    expect(await page.getByLabel("Tax ids").inputValue()).toBe("PAN: ABCDE1234F");
    expect(await page.getByLabel("Legal name").inputValue()).toBe("Plain Buyer");
    await page.getByText(/^TWIN10 saves/).waitFor();
  };
  await isKept();
  await page.reload();
  await isKept();
  await page.goto(`${new URL(page.url()).origin}/support/helps`);
  await page.goBack();
  await isKept();
  await page.getByRole("button", { name: "Place order" }).click();
  await isKept();
  await page.getByLabel("Address").fill("4 Hill Road");
  await page.getByRole("button", { name: "Place order" }).click();
  await page.getByRole("heading", { name: /^Order ORD-/ }).waitFor();
});
