import { afterAll, expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { CLIENT, identityProvider } from "#tests/support/identity-provider.ts";
import { addCompany, PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound } from "./sound.ts";

const w = await world();
const looks = [
  [1280, "light"],
  [360, "dark"],
] as const;
const companies = new Map(
  await Promise.all(
    looks.map(
      async ([width]) => [width, await addCompany(w.env, `account-${width}`, 2, 0)] as const,
    ),
  ),
);
const provider = await identityProvider([...companies.values()].map(({ host }) => host));
afterAll(() => provider.close());

test.each(looks)(
  "a company's own provider is set up, tried and made the only one, and people sign in and out by it, at %i px, %s",
  async (width, theme) => {
    const company = companies.get(width)!;
    const look = { width, theme };
    const address = company.users.admin.email;
    const domain = address.slice(address.indexOf("@") + 1);
    provider.knows(`admin-${width}`, { email: address, email_verified: true, name: "Admin" });
    provider.knows(`engineer-${width}`, {
      ...{ email: company.users.engineer.email, email_verified: true, name: "Engineer" },
    });
    const admin = await newPage({ company, kind: await signedIn(w, company, "admin"), ...look });
    const { page } = admin;
    const field = (name: string) => page.locator(`[name="${name}"]`);
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const said = (text: string) => page.getByRole("status").getByText(text).first().waitFor();
    await admin.open("/settings/sign-in");
    await sound(page, "sign-in without a provider");
    await field("name").first().fill("Hospital account");
    await field("issuer").fill(provider.issuer);
    await field("clientId").fill(CLIENT.id);
    await press("Save");
    await page.getByText("Client secret is required").first().waitFor();
    await field("clientSecret").fill(CLIENT.secret);
    const own = (panel: string) =>
      page
        .locator(".panel")
        .filter({ hasText: panel })
        .getByLabel(/^Your password/)
        .last();
    await own("Client secret").fill(PASSWORD);
    await page.getByLabel("Offer it where people sign in").check();
    await page.getByLabel("Sign out at the provider as well").check();
    await press("Save");
    await said("Identity provider saved");
    await field("domain").fill(domain);
    await press("Add domain");
    await said("Mail domain added");
    const check = async () => {
      await page.getByRole("link", { name: `Check ${domain}`, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(/^Your password/).fill(PASSWORD);
      await sound(page, "the question before a domain is checked");
      await press("Check the DNS");
    };
    const proof = await page.getByLabel(`Value of the TXT record of ${domain}`).inputValue();
    w.names.says(`_plumbline.${domain}`, ['"something else"']);
    await check();
    await page.getByText(`_plumbline.${domain} has no TXT record that says`).first().waitFor();
    w.names.says(`_plumbline.${domain}`, [`"${proof}"`]);
    await press("Check the DNS");
    await said(`${domain} is proved`);
    await page.getByText("An Admin has tried the provider, and was recognised.").waitFor();
    provider.isPresent(`admin-${width}`);
    await page.getByRole("link", { name: "Try it" }).click();
    await page.getByText(`You are recognised as admin of account-${width}.`).first().waitFor();
    await field("emergencyUserId").selectOption({ index: 1 });
    await own("Admin for emergencies").fill(PASSWORD);
    await sound(page, "a provider that was tried");
    await press("Sign in by Hospital account alone");
    await said("From now on people sign in by Hospital account alone");
    await page.getByLabel("Name of the token").fill("Entra");
    await page.getByLabel("Days it works").fill("90");
    await own("Days it works").fill(PASSWORD);
    await press("Make token");
    expect(await page.getByLabel("Token", { exact: true }).inputValue()).toMatch(/^scim_/);
    await sound(page, "a token of the directory");

    const engineer = await newPage({ company, kind: null, ...look });
    await engineer.open("/login?to=%2Fprofile");
    await sound(engineer.page, "sign-in with a provider");
    await engineer.page.getByLabel("E-mail").fill(company.users.engineer.email);
    await engineer.page.locator('[name="password"]').fill("a password of no use");
    await engineer.page.getByRole("button", { name: "Sign in", exact: true }).click();
    await engineer.page
      .getByText("People with this address sign in by Hospital account")
      .first()
      .waitFor();
    provider.isPresent(`engineer-${width}`);
    await engineer.page.getByRole("link", { name: "Sign in with Hospital account" }).click();
    await engineer.page.waitForURL(`http://${company.host}/profile`);
    await engineer.page.getByRole("heading", { name: "Profile" }).first().waitFor();
    // Without scripts the menu's form signs out.
    await engineer.page.evaluate(
      `document.body.insertAdjacentHTML("beforeend", '<form method="post" action="/session/sign-out" id="out"></form>'), document.getElementById("out").submit()`,
    );
    await engineer.page.waitForURL(/session\/end|\/login$/);
    const confirm = engineer.page.getByRole("button", { name: "Yes, sign me out" });
    await confirm.or(engineer.page.getByLabel("E-mail")).first().waitFor();
    if (await confirm.isVisible()) await confirm.click();
    await engineer.page.waitForURL(`http://${company.host}/login`);
    await engineer.page.getByRole("link", { name: "Sign in with Hospital account" }).waitFor();
  },
);
