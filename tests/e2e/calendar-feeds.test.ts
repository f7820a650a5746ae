import { expect, test } from "vitest";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

test.each(twoLooks)(
  "a calendar link is made from the calendar, renewed and revoked at %i px, %s",
  async (width, theme) => {
    const { page, open } = await newPage({ kind: "admin", width, theme });
    await open("/due-service-calendar?view=month");
    await page.getByRole("link", { name: "Subscribe" }).click();
    await page.waitForURL(/calendar-feeds/);
    await sound(page);
    const name = `Phone ${width}`;
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Make link" }).click();
    const shown = page.locator(".private-link a");
    await shown.waitFor();
    const first = await shown.getAttribute("href");
    expect(first).toMatch(/\/calendar\/[0-9a-f]{32}\.ics$/);
    await sound(page);
    await page.getByRole("button", { name: `Renew ${name}` }).click();
    await expect.poll(() => shown.getAttribute("href")).not.toBe(first);
    const second = (await shown.getAttribute("href"))!;
    const read = (link: string) =>
      page.evaluate(
        async (path) => (await fetch(path, { cache: "no-store" })).status,
        new URL(link).pathname,
      );
    expect([await read(first!), await read(second)]).toEqual([404, 200]);
    await page.getByRole("button", { name: `Revoke ${name}` }).click();
    await page.getByRole("button", { name: `Revoke ${name}` }).waitFor({ state: "detached" });
    expect(await read(second)).toBe(410);
    await sound(page);
  },
);
