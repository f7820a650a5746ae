import { expect, test } from "vitest";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
const company = await addCompany(w.env, "hawthorn", 2, 1);
const { asset, department } = await bench(w, company, []);
await bench(w, company, []);
const shard = rowsOf(w, company);
await shard.set("assets", asset, { name: "Dialysis machine", next_pm_on: companyToday() });
await shard.addUnstamped("counters", { id: "assets.total", value: 1 });

test.each(twoLooks)(
  "a problem is reported by choosing a device at %i px, %s",
  async (width, theme) => {
    const { page, open } = await newPage({ company, kind: "admin", width, theme });
    await open("/dashboard");
    await sound(page);
    await page.getByRole("link", { name: "Report a problem" }).click();
    await page.getByRole("button", { name: "Report problem" }).click();
    for (const message of ["Choose the asset", "Problem is required", "Say whether the equipment"])
      await toast(page, message);
    // Once at its field and once in the summary; the first wrong field has the focus.
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByText("Choose the asset", { exact: true }).count()).toBe(2);
    const picker = page.getByRole("combobox", { name: "Asset" });
    expect(await picker.evaluate((input) => input === document.activeElement)).toBe(true);
    await picker.click();
    await page.getByRole("option", { name: /Dialysis machine/ }).click();
    await page.getByLabel("What is the problem?").fill(`Leaks at ${width} px`);
    await page.getByLabel("Yes, it cannot be used").check({ force: true });
    await page.getByRole("button", { name: "Report problem" }).click();
    await toast(page, "Problem reported");
    await page.locator(".my-work").getByText(`Leaks at ${width} px`).waitFor();
    await sound(page);
  },
);

test("a message lies on no button of the header and the page's head, nor the way back up on a phone's page", async () => {
  const wide = await newPage({ company, kind: "admin" });
  await wide.open("/asset/create");
  const save = wide.page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await wide.page.locator(".Toastify__toast").first().waitFor();
  const covers = () =>
    wide.page.evaluate(() => {
      const toasts = [...document.querySelectorAll(".Toastify__toast")];
      const buttons = document.querySelectorAll(
        ".header :is(a, button), .page-head :is(a, button)",
      );
      const boxes = toasts.map((toast) => toast.getBoundingClientRect());
      return [...buttons].filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return boxes.some(
          (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        );
      }).length;
    });
  expect(await covers()).toBe(0);

  const phone = await newPage({ company, kind: "admin", width: 360 });
  await phone.open("/dashboard");
  await phone.page.locator(".profile").click();
  await phone.page.locator(".menu-who").getByText("Admin", { exact: true }).waitFor();
  await phone.page.keyboard.press("Escape");
  await phone.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const up = phone.page.getByRole("button", { name: "Back to top" });
  await up.click();
  expect(await phone.page.evaluate(() => scrollY)).toBe(10);
});

test.each(twoLooks)(
  "the period and the Location are chosen, with and without scripts, at %i px, %s",
  async (width, theme) => {
    for (const javaScript of [true, false]) {
      const { page, open } = await newPage({ company, kind: "admin", width, theme, javaScript });
      await open("/dashboard");
      await page.getByLabel("Period").selectOption("custom");
      await page.getByRole("button", { name: "Show" }).click();
      await page.waitForURL(/period=custom/);
      await page.getByLabel("From").waitFor();
      await page.getByLabel("Location").selectOption(department);
      await page.getByRole("button", { name: "Show" }).click();
      await page.waitForURL(/location=[0-9a-f]/);
      const tile = page
        .getByRole("region", { name: "Today" })
        .getByRole("link", { name: "PM due this month" });
      if (javaScript) await sound(page);
      await tile.click();
      await page.waitForURL(/all-assets\?pm=month&department=/);
      await page.getByText("Dialysis machine").first().waitFor();
    }
  },
);
