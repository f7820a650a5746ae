import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { insert, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { LONG, testSound } from "./sound.ts";

const w = await world();
const control = w.env.CONTROL_DB;
const now = Date.now();
const [message, entry] = [newId(now), newId(now)];
await insert(control, "contact_queries", {
  ...{ id: message, created_at: now, updated_at: now, kind: "career", name: LONG },
  ...{ email: "applicant@lakeside.example", phone: "+91 80 5550 0142", organisation: LONG },
  ...{ subject: LONG, message: `${LONG}\n\nPlease see my file.`, page: "/career" },
  ...{ ip_hash: "x", status: "new" },
});
await insert(control, "platform_media", {
  ...{ id: newId(), created_at: now, updated_at: now, owner_kind: "contact_query" },
  ...{ owner_id: message, object_key: "p/none", file_name: `${LONG}.pdf` },
  ...{ mime: "application/pdf", bytes: 2048, sha256: "x" },
});
await insert(control, "platform_activity_log", {
  ...{ id: entry, at: now, actor_kind: "staff", actor_id: "staff-super", actor_name: "Super" },
  ...{ via: "web", action: "suspend.company", entity_kind: "company", entity_label: "acme" },
  ...{ entity_id: w.companies.acme.id, company_id: w.companies.acme.id, request_id: newId() },
  ...{ changes: '[{"field":"status","from":"active","to":"suspended"}]', reason: LONG },
});
await insert(control, "staff_login_log", {
  ...{
    id: newId(now),
    at: now,
    email_tried: `${LONG.replaceAll(" ", "").slice(0, 60)}@plumbline.test`,
  },
  ...{ result: "bad_password", ip: "2001:db8::1", country: "IN" },
});

testSound("the platform's logs, messages and settings", { company: "platform" }, [
  "/super-admin/activity-logs",
  `/super-admin/activity-logs?entry=${entry}`,
  "/super-admin/login-logs",
  "/super-admin/login-logs?do=look",
  "/super-admin/contact-query",
  `/super-admin/contact-query/${message}`,
  ...["brand", "sender", "seller", "tax", "trial", "gateways", "maintenance", "shards"].map(
    (section) => `/super-admin/settings?section=${section}`,
  ),
]);

test("a message is taken up, given to a colleague and closed", async () => {
  const { page, open } = await newPage({ company: "platform" });
  await open("/super-admin/contact-query");
  await page.locator("tbody a.name").first().click();
  await page.waitForURL(`**/contact-query/${message}`);
  await page.getByRole("button", { name: "Mark as contacted" }).click();
  await page.locator(".page-head .badge", { hasText: "Contacted" }).waitFor();
  await page.getByLabel("Assigned to").selectOption("staff-super");
  await page.getByLabel("Notes").fill("Rang twice");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Message saved").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.locator(".page-head .badge", { hasText: "Closed" }).waitFor();
  expect(
    await control
      .prepare("select status, assigned_to, notes from contact_queries where id = ?")
      .bind(message)
      .first(),
  ).toEqual({ status: "closed", assigned_to: "staff-super", notes: "Rang twice" });
});

test("a company's sign-ins open after a reason is given", async () => {
  const { page, open } = await newPage({ company: "platform" });
  await open("/super-admin/login-logs");
  await page.getByRole("link", { name: "A company's log" }).click();
  const box = page.getByRole("dialog").getByRole("combobox");
  await box.fill("acme");
  await page.getByRole("option", { name: /acme/ }).first().click();
  await page.getByLabel("Reason").fill("The ward cannot sign in");
  await page.getByRole("button", { name: "Open log" }).click();
  await page.waitForURL(`**/login-logs?company=${w.companies.acme.id}`);
  await page.getByText("That you look is written into its own activity log").waitFor();
});

test("without scripts a section of the settings is saved", async () => {
  const { page, open } = await newPage({ company: "platform", javaScript: false });
  await open("/super-admin/settings?section=trial");
  await page.fill("input[name=trialDays]", "21");
  await page.getByRole("button", { name: "Save trial and grace" }).click();
  await page.getByText("Trial and grace saved").waitFor();
  expect(await page.inputValue("input[name=trialDays]")).toBe("21");
});

test("a notice of maintenance is shown at the top of every page until it is taken away", async () => {
  const { page, open } = await newPage({ company: "platform" });
  await open("/super-admin/settings?section=maintenance");
  await page.getByLabel("Notice").fill("We move house tonight");
  const tomorrow = new Date(now + 86_400_000).toISOString().slice(0, 16);
  await page.getByLabel("Shown until").fill(tomorrow);
  await page.getByRole("button", { name: "Save notice" }).click();
  await page.locator(".banners", { hasText: "We move house tonight" }).waitFor();
  await page.getByLabel("Notice").fill("");
  await page.getByRole("button", { name: "Save notice" }).click();
  await page
    .locator(".banners", { hasText: "We move house tonight" })
    .waitFor({ state: "detached" });
});
