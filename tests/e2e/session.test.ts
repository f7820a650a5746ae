import type { BrowserContext, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { clientAt } from "#tests/support/client.ts";
import { setUpApp } from "#tests/support/factors.ts";
import { newPerson } from "#tests/support/person.ts";
import { PASSWORD, world } from "#tests/support/world.ts";
import { browser } from "./browser.ts";
import { keepToasts, toast } from "./toasts.ts";

const home = "http://acme.localhost";
let contexts: BrowserContext[] = [];

const w = await world();
afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()));
  contexts = [];
});

async function tab(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const context = await (await browser()).newContext({ reducedMotion: "reduce", ...options });
  contexts.push(context);
  await keepToasts(context);
  return context.newPage();
}

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());
const verified = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith("/api/verify-token"));

async function signIn(page: Page, to = "/vendors", email = "engineer@acme.test") {
  await page.goto(`${home}/login?to=${encodeURIComponent(to)}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").first().fill(PASSWORD);
  await Promise.all([verified(page), page.getByRole("button", { name: "Sign in" }).click()]);
  await page.waitForURL(`${home}${to}`);
  return page;
}

test("a person finds their company and signs in and out", async () => {
  const page = await tab();
  await page.goto("http://localhost/login");
  await page.getByLabel("Domain of your company").fill("acme");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.waitForURL(`${home}/login`);
  await signIn(page);
  expect(await stored(page)).toEqual(["accessToken", "domain", "user"]);
  await page.goto("http://localhost/login");
  expect(await page.getByLabel("Domain of your company").inputValue()).toBe("acme.localhost");

  await page.goto(`${home}/vendors`);
  await page.locator(".profile").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${home}/login`);
  await toast(page, "Logout successful. Goodbye!");
  expect(await stored(page)).toEqual([]);
  // The router keeps its own scroll positions there from the sign-in page on.
  expect(
    await page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => !key.startsWith("react-router")),
    ),
  ).toEqual([]);
  await page.goto(`${home}/vendors`);
  expect(page.url()).toBe(`${home}/login?to=%2Fvendors`);
});

test("all of it works before scripts arrive", async () => {
  const page = await tab({ javaScriptEnabled: false });
  await page.goto("http://localhost/login");
  await page.getByLabel("Domain of your company").fill("acme");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.waitForURL(`${home}/login`);
  await page.getByLabel("E-mail").fill("engineer@acme.test");
  await page.getByLabel("Password").first().fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("E-mail or password is wrong").first().waitFor();
  expect(await page.getByLabel("E-mail").inputValue()).toBe("engineer@acme.test");
  await page.getByLabel("Password").first().fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  expect(page.url()).toBe(`${home}/dashboard`);
});

test("storage cleared by hand leads to sign-in, and the way back does not turn in a circle", async () => {
  const page = await signIn(await tab());
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${home}/vendors`);
  await page.waitForURL(`${home}/login`);
  await page.waitForTimeout(500);
  expect(page.url()).toBe(`${home}/login`);
  await Promise.all([verified(page), page.getByRole("link", { name: "To the dashboard" }).click()]);
  await page.waitForTimeout(300);
  expect([page.url(), await stored(page)]).toEqual([
    `${home}/dashboard`,
    ["accessToken", "domain", "user"],
  ]);
});

test("a token that ran out is renewed by the page's own session", async () => {
  const page = await signIn(await tab());
  const ended = `a.${Buffer.from(JSON.stringify({ iat: 1, exp: 2 })).toString("base64url")}.c`;
  await page.evaluate((token) => localStorage.setItem("accessToken", token), ended);
  const [answer] = await Promise.all([verified(page), page.goto(`${home}/dashboard`)]);
  expect(answer.status()).toBe(200);
  expect(page.url()).toBe(`${home}/dashboard`);
});

test("a refused verification clears storage and says so at sign-in; a fault only says so", async () => {
  const page = await signIn(await tab());
  await page.route("**/api/verify-token", (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, message: "Your session has ended. Sign in again." },
    }),
  );
  await page.goto(`${home}/dashboard`);
  await page.waitForURL(`${home}/login`);
  await toast(page, "Error Your session has ended. Sign in again.");
  expect(await stored(page)).toEqual([]);
  await page.unroute("**/api/verify-token");

  await signIn(page);
  await page.route("**/api/verify-token", (route) =>
    route.fulfill({ status: 500, json: { success: false, message: "It broke" } }),
  );
  await page.goto(`${home}/dashboard`);
  await toast(page, "verifyToken Error: It broke");
  expect([page.url(), (await stored(page)).length]).toEqual([`${home}/dashboard`, 3]);
});

test("a sign-out that fails says so and keeps the person", async () => {
  const page = await signIn(await tab());
  const signOut = async () => {
    await page.locator(".profile").click();
    await page.getByRole("button", { name: "Sign out" }).click();
  };
  await page.route("**/api/logout", (route) => route.fulfill({ json: { success: false } }));
  await signOut();
  await toast(page, "Logout failed. Please try again.");
  await page.unroute("**/api/logout");
  await page.route("**/api/logout", (route) => route.abort());
  await page.reload();
  await signOut();
  await toast(page, "Something went wrong during logout.");
  expect((await stored(page)).length).toBe(3);
});

test("signed out in one tab is signed out in the other", async () => {
  const one = await signIn(await tab());
  const two = await one.context().newPage();
  await Promise.all([verified(two), two.goto(`${home}/vendors`)]);
  await one.locator(".profile").click();
  await one.getByRole("button", { name: "Sign out" }).click();
  await two.waitForURL(`${home}/login`);
});

test("an idle tab asks for nothing; an active one renews its token", async () => {
  const page = await tab();
  await page.clock.install();
  await signIn(page);
  const renewals: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/session/token")) renewals.push(request.method());
  });
  await page.clock.fastForward("20:00");
  await page.waitForTimeout(300);
  expect(renewals).toEqual([]);
  await Promise.all([page.waitForResponse("**/session/token"), page.mouse.move(200, 200)]);
  await page.mouse.move(300, 300);
  expect(renewals).toEqual(["POST"]);
});

test("a session that ended while a form was filled in keeps what was typed, and it can be sent after all", async () => {
  const { id, email } = await newPerson(w, w.companies.acme);
  const page = await signIn(await tab(), "/profile", email);
  await page.getByLabel("Phone").fill("080 4000 1234");
  const end = w.env.TENANT_DB_0.prepare(
    "update sessions set revoked_at = 1 where company_id = ? and user_id = ?",
  );
  await end.bind(w.companies.acme.id, id).run();
  await page.getByRole("button", { name: "Save profile" }).click();
  const link = page.getByRole("link", { name: "Sign in in a new tab" });
  await link.waitFor();
  expect(await page.getByLabel("Phone").inputValue()).toBe("080 4000 1234");
  const [other] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await other.getByLabel("E-mail").fill(email);
  await other.getByLabel("Password").first().fill(PASSWORD);
  await other.getByRole("button", { name: "Sign in" }).click();
  await other.waitForURL(`${home}/profile`);
  expect(page.url()).toBe(`${home}/profile`);
  await page.getByRole("button", { name: "Save profile" }).click();
  await toast(page, "Profile saved");
  await page.reload();
  expect(await page.getByLabel("Phone").inputValue()).toBe("080 4000 1234");
});

test.each([
  ["with scripts", true],
  ["before scripts arrive", false],
])("who ends a session shows who they are, %s", async (_, javaScriptEnabled) => {
  const { id, email } = await newPerson(w, w.companies.acme);
  const others = await Promise.all([1, 2].map(() => clientAt(w, w.companies.acme, id)));
  const page = await tab({ javaScriptEnabled });
  await page.goto(`${home}/login?to=%2Fprofile`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").first().fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${home}/profile`);
  const rows = page.locator(".own-sessions li");
  await rows.first().waitFor();
  const all = await rows.count();
  expect(all).toBeGreaterThan(2);
  const dialog = page.getByRole("dialog");
  const told = (text: string) =>
    javaScriptEnabled
      ? toast(page, text)
      : expect.poll(() => page.locator("body").innerText()).toContain(text);
  const prove = async (password: string) => {
    await dialog.getByLabel(/^Current password/).fill(password);
    await dialog.getByRole("button", { name: "Sign out" }).click();
  };
  await rows
    .nth(1)
    .getByRole("link", { name: /^Sign out / })
    .click();
  await prove("wrong-password-here");
  await page.getByText("The current password is wrong").first().waitFor();
  await prove(PASSWORD);
  await dialog.waitFor({ state: "detached" });
  await told("Signed out there");
  await expect.poll(() => rows.count()).toBe(all - 1);
  await page.getByRole("link", { name: "Sign out everywhere else" }).click();
  await prove(PASSWORD);
  await dialog.waitFor({ state: "detached" });
  await told("Signed out everywhere else");
  await expect.poll(() => rows.count()).toBe(1);
  expect(page.url()).toBe(`${home}/profile`);
  for (const other of others) expect((await other.page("/profile")).status).toBe(302);
});

test("a session that moves in one tab goes on in the other, with what was typed there", async () => {
  const { id, email } = await newPerson(w, w.companies.acme);
  const one = await signIn(await tab(), "/profile", email);
  const two = await one.context().newPage();
  await Promise.all([verified(two), two.goto(`${home}/profile`)]);
  await two.getByLabel("Phone").fill("080 4000 1234");
  const { codes } = await setUpApp(w, await clientAt(w, w.companies.acme, id));
  const db = w.env.TENANT_DB_0;
  // Setting the app up elsewhere ended this browser's session, and gave that one's proof.
  await db
    .prepare("update sessions set revoked_at = null, proved_at = null where user_id = ?")
    .bind(id)
    .run();
  const before = await one.context().cookies();
  await one.reload();
  const form = one.locator("form").filter({ hasText: "New address" });
  await form.getByLabel("New address").fill("moved@acme.test");
  await form.getByLabel(/^Code/).fill(codes[0]!);
  await form.getByLabel(/^Current password/).fill(PASSWORD);
  await form.getByRole("button", { name: "Change address" }).click();
  await toast(one, "Open the link that was sent to moved@acme.test");
  const sid = (all: typeof before) => all.find(({ name }) => name === "sid")!.value;
  expect(sid(await one.context().cookies())).not.toBe(sid(before));

  await two.getByRole("button", { name: "Save profile" }).click();
  await toast(two, "Profile saved");
  // The welcome after it is over, and the stored token is of the session before.
  await one.context().clearCookies({ name: "welcome" });
  await Promise.all([two.waitForResponse("**/session/token"), two.reload()]);
  expect(await two.getByLabel("Phone").inputValue()).toBe("080 4000 1234");
  await Promise.all([verified(one), one.goto(`${home}/profile`)]);
  await one.waitForTimeout(300);
  expect(one.url()).toBe(`${home}/profile`);
});
