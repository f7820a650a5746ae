import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { night } from "#tests/support/clock.ts";
import { OFFERED, offer } from "#tests/support/platform-twins.ts";
import { addCompany, inserting, PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { LONG, testSound } from "./sound.ts";

const w = await world();
await offer(w);
const control = w.env.CONTROL_DB;
const now = Date.now();
const stamps = { created_at: now, updated_at: now };
const company = await addCompany(w.env, "lakeside", 2, 0);
const other = newId();
const DAY_MS = 86_400_000;
const dayBefore = (n: number) => new Date(now - n * DAY_MS).toISOString().slice(0, 10);

await inserting(w.env.TENANT_DB_0, "users", {
  ...{ company_id: company.id, id: other, name: "Asha Rao", email: "asha@lakeside.test" },
  ...{ type: "admin", service_type: 2, status: "active", ...stamps },
}).run();
const [subscription, upgrade] = [newId(now), newId(now)];
await control.batch([
  inserting(control, "subscriptions", {
    ...{ id: subscription, company_id: company.id, plan_version_id: OFFERED.version },
    ...{ status: "active", billing: "yearly", starts_on: "2026-01-01", grace_days: 10 },
    ...{ current_period_end: dayBefore(-20), limits: '{"max_assets":100}', ...stamps },
  }),
  inserting(control, "subscription_log", {
    ...{ id: newId(now), company_id: company.id, subscription_id: subscription, at: now },
    ...{ event: "extended", actor_name: "Platform Admin", reason: LONG },
    ...{ after: `{"planName":"Twin plan","periodEnd":"${dayBefore(-20)}"}` },
  }),
  ...[3, 2, 1].map((n) =>
    inserting(control, "company_usage", {
      ...{ id: newId(), company_id: company.id, day: dayBefore(n), asset_count: 90 - n * 20 },
      ...{ user_count: 3, storage_bytes: (4 - n) * 700_000 },
    }),
  ),
  inserting(control, "domain_requests", {
    ...{ id: newId(), kind: "custom_domain", company_id: company.id, requester_name: "Asha Rao" },
    ...{ requester_email: "asha@lakeside.test", hostname: "assets.lakeside.example" },
    ...{ status: "pending", expires_at: now + DAY_MS, ...stamps },
  }),
  inserting(control, "upgrade_requests", {
    ...{ id: upgrade, company_id: company.id, requester_name: "Asha Rao", billing: "yearly" },
    ...{ requester_email: "asha@lakeside.test", target_plan_id: OFFERED.plan, status: "pending" },
    ...{ buyer: '{"name":"Lakeside","address":"1","country":"IN","region":null,"taxIds":[]}' },
    ...stamps,
  }),
  inserting(control, "support_tickets", {
    ...{ id: newId(now), number: "TKT-L1", company_id: company.id, opened_by: other, ...stamps },
    ...{ opened_by_name: "Asha Rao", opened_by_email: "asha@lakeside.test", subject: LONG },
    ...{ category: "bug", priority: "high", status: "open", last_reply_at: now },
    last_reply_by: "customer",
  }),
  inserting(control, "platform_activity_log", {
    ...{ id: newId(now), at: now, actor_kind: "staff", actor_id: "staff-super" },
    ...{ actor_name: "Platform Admin", via: "web", action: "extend.company" },
    ...{ entity_kind: "company", entity_id: company.id, entity_label: "lakeside" },
    ...{ request_id: newId(), changes: "[]", reason: LONG },
  }),
]);

const tabs = ["domains", "usage", "subscription", "orders", "requests", "tickets", "admins"];
testSound("the platform's companies", { company: "platform" }, [
  "/dashboard",
  "/companies?ends=period",
  `/company/${company.id}`,
  ...[...tabs, "activity"].map((tab) => `/company/${company.id}?tab=${tab}`),
  `/company/${company.id}?do=change-host&company=${company.id}`,
  `/company/${company.id}?do=close&company=${company.id}`,
  `/admins?company=${company.id}`,
]);

test("an Admin is suspended by password and taken back, and the last one stays", async () => {
  await night(w);
  const { page, open } = await newPage({ company: "platform" });
  await open(`/company/${company.id}?tab=admins`);
  await page.getByRole("link", { name: "All its Admins" }).click();
  await page.waitForURL("**/admins?company=*");
  const row = page.locator("tbody tr", { hasText: "Asha Rao" });
  const choose = async (verb: string) => {
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await row.getByRole("link", { name: verb }).click();
  };
  await choose("Suspend");
  await page.locator("dialog textarea").fill("Asked for by phone");
  await page.locator("dialog input[type=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Suspend Admin" }).click();
  await row.getByText("Suspended").waitFor();
  // The other one is the last that is active now.
  const last = page.locator("tbody tr", { hasText: "admin of lakeside" });
  await last.getByRole("button", { name: /^Actions for/ }).click();
  expect(await last.getByRole("button", { name: "Suspend" }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await choose("Reactivate");
  await page.locator("dialog textarea").fill("Back at work");
  await page.getByRole("button", { name: "Reactivate Admin" }).click();
  await row.getByText("Invited").waitFor();
});

test("a figure of the dashboard leads to the companies it counts", async () => {
  const { page, open } = await newPage({ company: "platform", width: 360, theme: "dark" });
  await open("/dashboard");
  await page.getByRole("link", { name: /^Paid period ends in 30 days/ }).click();
  await page.waitForURL("**/companies?ends=period");
  await page.locator("tbody a.name", { hasText: "lakeside" }).click();
  await page.waitForURL(`**/company/${company.id}`);
  await page.getByRole("heading", { level: 1, name: "lakeside" }).waitFor();
});
