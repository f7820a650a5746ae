import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { ask, signedIn } from "#tests/support/client.ts";
import { minute } from "#tests/support/clock.ts";
import { offer } from "#tests/support/platform-twins.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { staffWith } from "#tests/support/staff.ts";
import { addCompany, companyToday, PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
await offer(w);
const asks = await staffWith(w, "asks", ["manage-company"]);
const confirms = await staffWith(w, "confirms", ["manage-company"]);

const looks = [
  [1280, "light"],
  [360, "dark"],
] as const;

test.each(looks)(
  "a suspended company takes its data, its Admin closes it, its host answers no longer, and two of the staff open it again, at %i px, %s",
  async (width, theme) => {
    const company = await addCompany(w.env, `leaving${width}`, 2, 0);
    const rows = rowsOf(w, company);
    await rows.setProfile({ period_end: addDays(companyToday(), -40) });
    const look = { width, theme };
    const kind = await signedIn(w, company, "admin");
    const admin = await newPage({ company, kind, ...look });
    const { page } = admin;

    await admin.open("/subscription");
    await page.getByText("Your subscription has ended.").first().waitFor();
    await page.getByRole("button", { name: "Put my data together" }).click();
    await toast(page, "Your data is being put together. You get a letter when it is ready.");
    await minute(w);
    await admin.open("/settings?section=data");
    const download = page.getByRole("link", { name: /^Download, about/ });
    await download.waitFor();
    await sound(page, "a company's data that is ready");
    const file = await kind.page((await download.getAttribute("href"))!);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/zip"]);

    await page.getByRole("link", { name: "Close the company" }).click();
    await page.getByLabel("Name of the company").fill("Some other name");
    await page.locator('input[name="password"]').fill(PASSWORD);
    await page.getByRole("button", { name: "Close the company" }).click();
    await page.getByText("This is not the name of the company").first().waitFor();
    await page.getByLabel("Name of the company").fill(company.name);
    await sound(page, "closing a company");
    await page.getByRole("button", { name: "Close the company" }).click();
    await page.getByRole("heading", { name: "Your company is closed" }).waitFor();
    expect(new URL(page.url()).hostname).toBe("localhost");
    await sound(page, "after a company was closed");
    for (const path of ["/login", "/dashboard", "/api/settings"])
      expect((await ask(w, company.host, path)).status, path).toBe(404);

    const one = await newPage({ company: "platform", kind: asks, ...look });
    const other = await newPage({ company: "platform", kind: confirms, ...look });
    const list = `/companies?q=${company.name}`;
    await one.open(list);
    await one.page.getByText("Removed on").first().waitFor();
    await one.page.getByRole("button", { name: `Actions for ${company.name}` }).click();
    await one.page.getByRole("link", { name: "Reopen" }).click();
    await one.page.getByLabel("Reason").fill("They want to go on");
    await one.page.locator('input[name="password"]').fill(PASSWORD);
    await sound(one.page, "asking to reopen a company");
    await one.page.getByRole("button", { name: "Ask to reopen" }).click();
    await toast(one.page, "Asked. Another of the staff confirms it within 24 hours.");
    await one.page.getByText("Reopening to be confirmed").first().waitFor();
    await sound(one.page, "a company that waits for a second person");

    await other.open(`${list}&waiting=any`);
    await other.page.getByRole("button", { name: `Actions for ${company.name}` }).click();
    await other.page.getByRole("link", { name: "Confirm reopening" }).click();
    await other.page.getByText("They want to go on").waitFor();
    await other.page.locator('input[name="password"]').fill(PASSWORD);
    await sound(other.page, "confirming that a company is reopened");
    await other.page.getByRole("button", { name: "Confirm reopening" }).click();
    await toast(other.page, "Company opened again");
    await expect
      .poll(async () => (await ask(w, company.host, "/login")).status, { timeout: 20_000 })
      .toBe(200);
  },
);

test("without scripts the Admin closes the company", async () => {
  const company = await addCompany(w.env, "plainleaver", 2, 1);
  const kind = await signedIn(w, company, "admin");
  const { page, open } = await newPage({ company, kind, width: 360, javaScript: false });
  await open("/settings?section=data&do=close");
  await page.getByLabel("Name of the company").fill(company.name);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.getByRole("button", { name: "Close the company" }).click();
  await page.getByText(/^Your company is closed\. Its data is kept until/).waitFor();
  expect((await ask(w, company.host, "/login")).status).toBe(404);
});
