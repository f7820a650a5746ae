import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { clientOf, signedIn } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { hydrated, newPage } from "./browser.ts";
import { testSound } from "./sound.ts";

const w = await world();
const { globex } = w.companies;
const shard = rowsOf(w, globex);
await shard.add("departments", { name: "ICU for people" });
const admin = await signedIn(w, globex, "admin");
/** A team of these people. */
const newTeam = async (name: string, ...member_ids: string[]) =>
  (await admin.call("POST", "/api/teams", { name: `${name} ${newId()}`, member_ids })).data.id;

const PASSWORD = "Plumb-lines-hang-straight-26";

test("a person is invited with limited rights, and sees just that", async () => {
  const email = `guest-${newId()}@globex.test`;
  const office = await newPage({ company: "globex", kind: "admin" });
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
  await page.getByRole("link", { name: /^Engineer/ }).click();
  const level = (of: string) => page.getByLabel(`${of}: level`);
  expect(await level("Assets and service reports").inputValue()).toBe("full");
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByRole("button", { name: "Stocks one by one" }).click();
  await page.getByLabel("Edit Stocks").selectOption("allow");
  expect(await page.getByLabel("View Stocks").inputValue()).toBe("allow");
  expect(await level("Stocks").inputValue()).toBe("custom");
  await page.getByLabel("ICU for people").check();
  await page.getByRole("button", { name: "Save permissions" }).click();
  await page.getByRole("dialog").getByText("edit stock", { exact: false }).first().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Save permissions" }).click();
  await page.getByText("Permissions of Gita Guest saved").first().waitFor();

  const phone = await newPage({ company: "globex", kind: null, width: 360, theme: "dark" });
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

  const id = await shard.value<string>(
    "select id from users where company_id = ? and email = ?",
    email,
  );
  await admin.call("PUT", `/api/teams/${await newTeam("Night", id!)}/grants`, {
    grants: [{ permission: "view-asset", web: true, app: false }],
  });
  await phone.open("/dashboard");
  expect(await menu()).toContain("/all-assets");
});

const { engineer } = globex.users;
testSound("the screens of people", { company: "globex", kind: "admin" }, [
  "/users",
  "/users?do=invite",
  "/users?do=invite-many",
  "/teams",
  "/teams?tab=people",
  "/team/create",
  `/user/detail/${engineer.id}`,
  `/user/detail/${engineer.id}?tab=sign-ins`,
  `/user/detail/${engineer.id}?do=leave&person=${engineer.id}`,
  `/user/permission/${engineer.id}`,
  `/team/permission/${await newTeam("Sound")}`,
]);

test("a command on a stronger colleague is refused where it stands", async () => {
  const { email } = await newPerson(w, globex, { permissions: ["view-user", "edit-user"] });
  const { page, open } = await newPage({
    company: "globex",
    kind: await clientOf(w, globex.host, email),
  });
  const { id } = await newPerson(w, globex, { permissions: ["view-user", "approve-stock"] });
  await open(`/user/detail/${id}?do=suspend&person=${id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Suspend person" }).click();
  await dialog.getByRole("alert").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/user/detail/${id}`);
});
