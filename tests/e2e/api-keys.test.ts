import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { ask } from "#tests/support/client.ts";
import { PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const company = w.companies.acme;
const { SHOTS } = process.env;
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

const statusOf = async (key: string) =>
  (await ask(w, company.host, "/api/departments", { headers: { authorization: `Bearer ${key}` } }))
    .status;

test.each(twoLooks)(
  "an Admin makes a key, a program uses it, it is replaced and revoked, at %i px, %s",
  async (width, theme) => {
    const { page, open } = await newPage({ company: "acme", kind: "admin", width, theme });
    const shot = (name: string) =>
      SHOTS
        ? page.screenshot({ path: `${SHOTS}/${name}-${width}-${theme}.png`, fullPage: true })
        : undefined;
    const name = `Nightly copy ${width}`;
    await open("/settings/api-keys");
    await sound(page, "keys");
    await shot("keys");
    await page.getByLabel(/^Name/).fill(name);
    await page.getByLabel("Search What it may do").fill("Locations");
    await page.getByLabel("Locations: see").check();
    await page.getByLabel(/^Your password/).fill("wrong");
    await page.getByRole("button", { name: "Make key" }).click();
    await page.getByText("This password is wrong").first().waitFor();
    await page.getByLabel(/^Your password/).fill(PASSWORD);
    await page.getByRole("button", { name: "Make key" }).click();
    const shown = page.getByLabel("API key", { exact: true });
    await shown.waitFor();
    await sound(page, "made");
    await shot("made");
    const key = await shown.inputValue();
    expect(key).toMatch(/^pbk_/);
    await page.getByRole("button", { name: "Copy", exact: true }).waitFor();
    expect(await statusOf(key)).toBe(200);

    await open("/settings/api-keys");
    expect(await page.getByLabel("API key", { exact: true }).count(), "it is shown once").toBe(0);
    const row = page.getByRole("row").filter({ hasText: name });
    await row.getByText("less than a minute").waitFor();
    await row.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("link", { name: "Replace", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Your password/).fill(PASSWORD);
    await sound(page, "replace");
    await shot("replace");
    await dialog.getByRole("button", { name: "Replace key" }).click();
    await shown.waitFor();
    const other = await shown.inputValue();
    expect([await statusOf(key), await statusOf(other)]).toEqual([200, 200]);
    await row.getByText("The one before works until").first().waitFor({ state: "attached" });

    await row.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("link", { name: "Revoke", exact: true }).click();
    await sound(page, "revoke");
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await row.getByText("Revoked").waitFor();
    await shot("revoked");
    expect([await statusOf(key), await statusOf(other)]).toEqual([401, 401]);
  },
);

test("without scripts a key is made and shown as well", async () => {
  const { page, open } = await newPage({ company: "acme", kind: "admin", javaScript: false });
  await open("/settings/api-keys");
  await page.getByLabel(/^Name/).fill("Plain copy");
  await page.getByLabel("Locations: see").check();
  await page.getByLabel(/^Your password/).fill(PASSWORD);
  await page.getByRole("button", { name: "Make key" }).click();
  const key = await page.getByLabel("API key", { exact: true }).inputValue();
  expect(await statusOf(key)).toBe(200);
});
