import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { clientOf, signedIn } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { insert, type World, world } from "#tests/support/world.ts";
import { axe, overflow } from "./axe.ts";
import { closeBrowser, hydrated, newPage } from "./browser.ts";

let w: World;
let place: string;
beforeAll(async () => {
  w = await world();
  place = newId();
  const { globex } = w.companies;
  const stamps = { company_id: globex.id, created_at: 1, updated_at: 1 };
  await insert(w.env[globex.shard as "TENANT_DB_0"], "departments", {
    ...stamps,
    id: place,
    name: "ICU for people",
  });
});
afterAll(closeBrowser);

const PASSWORD = "Plumb-lines-hang-straight-26";

test("a person is invited with limited rights, and sees just that", async () => {
  const { globex } = w.companies;
  const email = `guest-${newId()}@globex.test`;
  const office = await newPage(w, { company: "globex", kind: "admin" });
  const { page } = office;
  await office.open("/users");
  await page.getByRole("link", { name: "Invite person" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Gita Guest");
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText(`${email} gets an invitation`).first().waitFor();
  await office.open(`/users?q=${email}`);
  await page.getByRole("link", { name: "Gita Guest" }).click();
  await page.getByRole("heading", { name: "Gita Guest" }).waitFor();
  await page.getByRole("link", { name: "Permissions" }).click();
  await page.getByRole("heading", { name: "Permissions" }).waitFor();
  await page.getByLabel("Edit Stocks").selectOption("allow");
  expect(await page.getByLabel("View Stocks").inputValue()).toBe("allow");
  await page.getByLabel("ICU for people").check();
  await page.getByRole("button", { name: "Save permissions" }).click();
  await page.getByRole("dialog").getByText("edit stock").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Save permissions" }).click();
  await page.getByText("Permissions of Gita Guest saved").first().waitFor();

  const phone = await newPage(w, { company: "globex", kind: null, width: 360, theme: "dark" });
  await phone.open("/dev/outbox");
  const mail = phone.page.locator("article", { hasText: email }).first();
  await phone.open(
    new URL((await mail.locator("a[href^=http]").first().getAttribute("href"))!).pathname,
  );
  await phone.page.getByLabel("New password").first().fill(PASSWORD);
  await phone.page.getByLabel(/Repeat/).fill(PASSWORD);
  await phone.page.getByRole("button", { name: "Open account" }).click();
  await phone.page.waitForURL(/\/login/);
  await phone.page.getByLabel("E-mail").fill(email);
  await phone.page.locator("input[name=password]").fill(PASSWORD);
  await phone.page.getByRole("button", { name: "Sign in" }).click();
  await phone.page.waitForURL(/\/dashboard/);
  await hydrated(phone.page);
  const menu = () =>
    phone.page
      .locator("nav a[href]")
      .evaluateAll((links) => links.map((one) => one.getAttribute("href")!.replace(/\/$/, "")));
  await expect.poll(menu).toContain("/stocks");
  expect(await menu()).not.toContain("/all-assets");
  expect(await menu()).not.toContain("/users");

  const db = w.env[globex.shard as "TENANT_DB_0"];
  const { id } = (await db
    .prepare("select id from users where company_id = ? and email = ?")
    .bind(globex.id, email)
    .first<{ id: string }>())!;
  const admin = await signedIn(w, globex, "admin");
  const made = await admin.api("/api/teams", {
    method: "POST",
    body: { name: `Night ${id}`, member_ids: [id] },
  });
  const team = ((await made.json()) as { data: { id: string } }).data.id;
  await admin.api(`/api/teams/${team}/grants`, {
    method: "PUT",
    body: { grants: [{ permission: "view-asset", web: true, app: false }] },
  });
  await phone.open("/dashboard");
  expect(await menu()).toContain("/all-assets");
  expect([...office.errors, ...phone.errors]).toEqual([]);
  await office.close();
  await phone.close();
});

test.each([
  [1280, "light"],
  [360, "dark"],
] as const)("the screens of people are sound at %i px, %s", async (width, theme) => {
  const { globex } = w.companies;
  const screen = await newPage(w, { company: "globex", kind: "admin", width, theme });
  const { id } = globex.users.engineer;
  const admin = await signedIn(w, globex, "admin");
  const made = await admin.api("/api/teams", {
    method: "POST",
    body: { name: `Sound ${newId()}` },
  });
  const team = ((await made.json()) as { data: { id: string } }).data.id;
  const paths = [
    "/users",
    "/users?do=invite",
    "/users?do=invite-many",
    "/teams",
    "/teams?tab=people",
    "/team/create",
    `/user/detail/${id}`,
    `/user/detail/${id}?tab=sign-ins`,
    `/user/detail/${id}?do=leave&person=${id}`,
    `/user/permission/${id}`,
    `/team/permission/${team}`,
  ];
  for (const path of paths) {
    await screen.open(path);
    expect([path, await axe(screen.page)]).toEqual([path, []]);
    expect([path, await overflow(screen.page)]).toEqual([path, 0]);
  }
  expect(screen.errors).toEqual([]);
  await screen.close();
});

test("a command on a stronger colleague is refused where it stands", async () => {
  const { globex } = w.companies;
  const { email } = await newPerson(w, globex, { permissions: ["view-user", "edit-user"] });
  const client = await clientOf(w, globex.host, email);
  const screen = await newPage(w, { company: "globex", kind: null });
  const { page } = screen;
  await page
    .context()
    .addCookies([
      { name: "sid", value: client.cookie.slice("sid=".length), domain: globex.host, path: "/" },
    ]);
  await page.context().addInitScript(
    ([token, host]) => {
      localStorage.setItem("accessToken", token!);
      localStorage.setItem("domain", `http://${host}`);
    },
    [client.token, globex.host],
  );
  const { id } = await newPerson(w, globex, { permissions: ["view-user", "approve-stock"] });
  await screen.open(`/user/detail/${id}?do=suspend&person=${id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Suspend person" }).click();
  await dialog.getByRole("alert").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/user/detail/${id}`);
  expect(screen.errors).toEqual([]);
  await screen.close();
});
