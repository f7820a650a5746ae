import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { mailsTo } from "#tests/support/mail.ts";
import { passwordHash } from "#tests/support/password.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { PASSWORD, world } from "#tests/support/world.ts";
import { withAuthenticator } from "./authenticator.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const company = w.companies.globex;
const shard = rowsOf(w, company);
const { SHOTS } = process.env;
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

/** A consumer's contact with an account of the portal. */
async function contact() {
  const consumer = await shard.add("consumers", {
    ...{ consumer_no: newId(), name: `Lakeside ${newId().slice(-6)}` },
  });
  const named = { name: "Asha Rao", email: `${newId().slice(-6)}@ward.test` };
  const contactId = await shard.add("consumer_contacts", { consumer_id: consumer, ...named });
  await shard.add("contact_accounts", {
    ...{ contact_id: contactId, status: "active", password_hash: passwordHash(PASSWORD), ...named },
  });
  return { consumer, ...named };
}

async function signIn(page: Page, email: string) {
  await page.goto("/login");
  await page.locator('[name="email"]').fill(email);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test.each(twoLooks)(
  "a contact adds a passkey and signs in with it; one who has lost it is vouched for by the laboratory, at %i px, %s",
  async (width, theme) => {
    const { consumer, name, email } = await contact();
    const { page } = await newPage({ company: "globex", kind: null, width, theme });
    const shot = (what: string) =>
      SHOTS
        ? page.screenshot({ path: `${SHOTS}/portal-${what}-${width}-${theme}.png`, fullPage: true })
        : undefined;
    await withAuthenticator(page);
    await signIn(page, email);
    await page.waitForURL("**/portal");
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByText("None is set up").waitFor();
    await sound(page, "account");
    await shot("account");
    await page.getByRole("link", { name: "Set up a second factor" }).click();
    const passkeys = page.locator(".panel").filter({ hasText: "Name of the new passkey" });
    await passkeys.getByLabel(/^Name of the new passkey/).fill("Phone");
    await passkeys.getByLabel(/^Current password/).fill(PASSWORD);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("They are shown only now").waitFor();
    await sound(page, "recovery codes");
    await shot("codes");

    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/login");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/portal");

    await page.getByRole("button", { name: "Sign out" }).click();
    await signIn(page, email);
    await page.waitForURL("**/login/second-step**");
    await page.getByText("I have none of these any more").click();
    await sound(page, "second step");
    await shot("second-step");
    await page.getByRole("button", { name: "Ask the laboratory" }).click();
    await page.getByText("The laboratory was told").waitFor();

    const staff = await newPage({ company: "globex", kind: "admin", width, theme });
    await staff.open(`/consumer/detail/${consumer}?tab=contacts`);
    await staff.page.getByText("Device lost").first().waitFor();
    await staff.page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await staff.page.getByText("Allow a new second factor", { exact: true }).click();
    const dialog = staff.page.getByRole("dialog");
    await dialog.getByText(`Allow ${name} a new second factor?`).waitFor();
    await dialog.getByLabel(/^Your password/).fill(PASSWORD);
    await sound(staff.page, "vouching");
    if (SHOTS) await staff.page.screenshot({ path: `${SHOTS}/portal-allow-${width}-${theme}.png` });
    await dialog.getByRole("button", { name: "Allow" }).click();
    await dialog.waitFor({ state: "detached" });
    const [letter] = await mailsTo(w, email, company);
    expect(letter!.subject).toBe("You may set up a new second factor");
  },
);
