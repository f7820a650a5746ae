import { expect, test } from "vitest";
import { addCompany, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
const types = [2, 1] as const;

test.each(twoLooks)(
  "an Admin looks around with sample data, and has none of it left after one click, at %i px, %s",
  async (width, theme) => {
    for (const serviceType of types) {
      const company = await addCompany(w.env, `looking${width}x${serviceType}`, serviceType, 0);
      const { page, open } = await newPage({ company, kind: "admin", width, theme });
      await open("/dashboard");
      const title = `of service type ${serviceType}`;
      await page.getByRole("link", { name: "Try with sample data" }).click();
      await sound(page, `sample data is offered ${title}`);
      await page.getByRole("dialog").getByRole("button").last().click();
      await page.getByText("Sample data is there to look around with").waitFor();
      await sound(page, `the dashboard with sample data ${title}`);
      const list = serviceType === 2 ? "/all-assets" : "/machines";
      await open(list);
      await page.getByText("Sample data is among your records").waitFor();
      const rows = () => page.getByRole("main").locator("tbody tr").count();
      expect(await rows()).toBeGreaterThanOrEqual(3);
      await sound(page, `a list with sample data ${title}`);
      await page.getByRole("link", { name: "Remove sample data" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      await sound(page, `sample data is about to go ${title}`);
      await dialog.getByRole("button", { name: "Remove sample data" }).click();
      await toast(page, "Sample data removed");
      await page.getByRole("link", { name: "Try with sample data" }).waitFor();
      await open(list);
      await expect.poll(rows).toBe(0);
      expect(await page.getByText("Sample data is among your records").count()).toBe(0);
      await open("/dashboard");
      await page.getByRole("button", { name: "Put first steps away" }).click();
      await expect
        .poll(() => page.getByRole("heading", { name: "First steps", exact: true }).count())
        .toBe(0);
      await page.reload();
      expect(await page.getByRole("heading", { name: "First steps", exact: true }).count()).toBe(0);
      await sound(page, `a dashboard without first steps ${title}`);
    }
  },
);
