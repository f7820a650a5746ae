import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clientAt } from "#tests/support/client.ts";
import { codeNow } from "#tests/support/factors.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { newPerson } from "#tests/support/person.ts";
import { PASSWORD, world } from "#tests/support/world.ts";
import { withAuthenticator } from "./authenticator.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const company = w.companies.acme;
const db = w.env[company.shard as "TENANT_DB_0"];
const { SHOTS } = process.env;
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

async function signIn(page: Page, email: string, to = "/profile") {
  await page.goto(`/login?to=${encodeURIComponent(to)}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").first().fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test.each(twoLooks)(
  "a person adds a passkey and signs in with it, then an app, at %i px, %s",
  async (width, theme) => {
    const { id, email } = await newPerson(w, company);
    const kind = await clientAt(w, company, id);
    const { page, open } = await newPage({ company: "acme", kind, width, theme });
    const shot = (name: string) =>
      SHOTS
        ? page.screenshot({ path: `${SHOTS}/${name}-${width}-${theme}.png`, fullPage: true })
        : undefined;
    await withAuthenticator(page);
    await open("/profile");
    await page.getByRole("link", { name: "Set up a second factor" }).click();
    const passkeys = page.locator(".panel").filter({ hasText: "Name of the new passkey" });
    await passkeys.getByLabel(/^Name of the new passkey/).fill("Phone");
    await passkeys.getByLabel(/^Current password/).fill(PASSWORD);
    await sound(page, "setting up");
    await shot("set-up");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("They are shown only now").waitFor();
    await sound(page, "recovery codes");
    await shot("codes");
    const codes = await page.locator(".plain-list.code li").allTextContents();
    expect(codes).toHaveLength(10);

    await page.context().clearCookies({ name: "sid" });
    await page.goto("/login?to=%2Fprofile");
    await sound(page, "sign-in");
    await shot("login");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/profile");
    await page.getByRole("heading", { name: "Profile" }).waitFor();

    await page.context().clearCookies({ name: "sid" });
    await signIn(page, email);
    await page.waitForURL("**/login/second-step**");
    await sound(page, "second step");
    await shot("second-step");
    await page.getByLabel(/^Code/).fill("000 000");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("That code was not right").first().waitFor();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL("**/profile");

    await open("/profile/second-factor");
    const app = page.locator(".panel").filter({ hasText: "Code of the app" });
    const shown = async () => (await app.locator(".code").allTextContents()).join("");
    const before = await shown();
    await page.reload();
    const seed = await shown();
    expect(seed).not.toBe(before);
    const code = await codeNow(seed);
    const keep = async (typed: string) => {
      await app.getByLabel(/^Code of the app/).fill(typed);
      await app.getByLabel(/^Current password/).fill(PASSWORD);
      await app.getByRole("button", { name: "Set up" }).click();
    };
    await keep(["000000", "111111"].find((one) => one !== code)!);
    await page.getByText("That code was not right").first().waitFor();
    await sound(page, "a wrong code");
    await shot("wrong-code");
    expect(await shown()).toBe(seed);
    // One that has run out is shown anew.
    await app.locator('[name="setUp"]').evaluate((field: HTMLInputElement) => {
      field.value = "none";
    });
    await keep(await codeNow(seed));
    await page.getByText("The key you scanned has run out").first().waitFor();
    await expect.poll(shown).not.toBe(seed);
    await keep(await codeNow(await shown()));
    await page.getByText("An authenticator app is set up.").waitFor();
    await sound(page, "both");
    await shot("both");
  },
  120_000,
);

test("a lost device, without scripts: asked, allowed by an Admin, and after a day replaced", async () => {
  const { id, email } = await newPerson(w, company);
  await db
    .prepare("update users set totp_secret = 'v1.x.x.x', second_factor_since = 1 where id = ?")
    .bind(id)
    .run();
  const { page } = await newPage({ company: "acme", kind: null, javaScript: false });
  await signIn(page, email);
  await page.waitForURL("**/login/second-step**");
  await page.getByText("I have none of these any more").click();
  await page.getByRole("button", { name: "Ask an Admin" }).click();
  await page.getByText("Your Admins were told").waitFor();

  const { page: admin, open } = await newPage({ company: "acme", kind: "admin" });
  await open(`/user/detail/${id}`);
  await admin.getByRole("link", { name: "Allow a new second factor" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel(/^Your password/).fill(PASSWORD);
  await sound(admin, "allowing");
  await dialog.getByRole("button", { name: "Allow" }).click();
  await dialog.waitFor({ state: "detached" });

  const link = linkIn((await mailsTo(w, email, company))[0]);
  await page.goto(link);
  await page.getByText("This link works from").waitFor();
  await db
    .prepare("update user_tokens set from_at = 1, created_at = 1 where user_id = ?")
    .bind(id)
    .run();
  await page.goto(link);
  await page.getByRole("button", { name: "Remove my second factors" }).click();
  await page.getByText("Your second factors were removed").waitFor();
  await signIn(page, email);
  await page.waitForURL("**/profile");
});
