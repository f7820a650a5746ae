import { expect, test } from "vitest";
import { ask, signedIn, superAdmin } from "#tests/support/client.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { offer } from "#tests/support/platform-twins.ts";
import { addCompany, PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
await offer(w);

const looks = [
  [1280, "light"],
  [360, "dark"],
] as const;

test.each(looks)(
  "an account is asked for and approved, and its invitation taken, at %i px, %s",
  async (width, theme) => {
    const look = { width, theme };
    const { page, open } = await newPage({ company: "platform", kind: null, ...look });
    const word = `asked-${width}`;
    const host = `${word}.localhost`;
    const email = `asha@${word}.test`;
    const field = (name: string) => page.locator(`[name="${name}"]`);
    await open("/register");
    await field("companyName").fill("Hill Hospital Trust");
    await field("companyKind").selectOption("hospital");
    await field("country").selectOption("IN");
    await field("word").fill(word);
    await page.getByText(`${host} is free`).waitFor();
    await page.getByRole("radio", { name: "Both" }).check();
    await field("note").fill("Two sites, four hundred devices");
    await field("name").fill("Asha Menon");
    await field("email").fill(email);
    await sound(page, "asking for an account");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Phone is required").first().waitFor();
    await field("phone").fill("+91 44 4000 1000");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText("We will confirm by e-mail").first().waitFor();
    await sound(page, "an account that was asked for");

    const staff = await newPage({ company: "platform", kind: await superAdmin(w), ...look });
    await staff.open("/request-domains?status=pending");
    await sound(staff.page, "requests for hosts");
    await staff.page.getByRole("button", { name: `Actions for ${host}` }).click();
    await staff.page.getByRole("link", { name: "Approve" }).click();
    await staff.page.getByLabel("Plan to try").selectOption({ label: "Twin plan" });
    await sound(staff.page, "a request that is approved");
    await staff.page.getByRole("button", { name: "Approve request" }).click();
    await toast(staff.page, `Company added. ${email} gets an invitation.`);

    const made = await w.env.CONTROL_DB.prepare(
      "select companies.id, shards.binding from companies join shards on shards.id = shard_id where slug = ?",
    )
      .bind(word)
      .first<{ id: string; binding: string }>();
    const [letter] = await mailsTo(w, email, { id: made!.id, shard: made!.binding });
    await page.goto(`http://${host}${linkIn(letter)}`);
    await field("password").fill(PASSWORD);
    await field("repeat").fill(PASSWORD);
    await page.getByRole("button", { name: "Open account" }).click();
    await page.waitForURL(/\/login/);
    await field("email").fill(email);
    await field("password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "First steps", exact: true }).waitFor();
  },
);

test.each(looks)(
  "a company proves a domain of its own, and its old host leads there, at %i px, %s",
  async (width, theme) => {
    const look = { width, theme };
    const company = await addCompany(w.env, `proves-${width}`, 2, 0);
    const hostname = `assets-${width}.hospital.test`;
    const admin = await newPage({ company, kind: await signedIn(w, company, "admin"), ...look });
    const { page } = admin;
    await admin.open("/settings");
    const sections = page.getByRole("navigation", { name: "Sections" });
    await sections.getByRole("link", { name: "Address", exact: true }).click();
    await page.getByLabel("New address").fill("acme");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText("This address is already used").first().waitFor();
    await sound(page, "an address that is refused");
    await page.getByLabel("New address").fill(hostname);
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Request sent").first().waitFor();
    await sound(page, "an address that was asked for");

    const staff = await newPage({ company: "platform", kind: await superAdmin(w), ...look });
    await staff.open("/request-domains?kind=custom_domain");
    await staff.page.getByRole("button", { name: `Actions for ${hostname}` }).click();
    await staff.page.getByRole("link", { name: "Approve" }).click();
    await staff.page.getByRole("button", { name: "Approve request" }).click();
    await toast(staff.page, "It waits for its DNS record");
    const record = `_plumbline.${hostname}`;
    w.names.says(record, ['"v=spf1 -all"']);
    await staff.page.getByRole("button", { name: `Actions for ${hostname}` }).click();
    await staff.page.getByRole("link", { name: "Check DNS now" }).click();
    await sound(staff.page, "the proof of a host");
    await staff.page.getByRole("button", { name: "Check now" }).click();
    await staff.page
      .getByText(/There is: "v=spf1 -all"/)
      .first()
      .waitFor();

    await admin.open("/settings/address");
    const proof = await page.getByLabel("Value of the TXT record").inputValue();
    await sound(page, "an address that waits for its record");
    w.names.says(record, [`"${proof}"`]);
    await page.getByRole("link", { name: "Check DNS now" }).click();
    await page.getByRole("button", { name: "Check now" }).click();
    await expect
      .poll(async () => (await ask(w, company.host, "/login")).headers.get("location"), {
        timeout: 20_000,
      })
      .toBe(`http://${hostname}/login`);
    expect((await ask(w, hostname, "/login")).status).toBe(200);
  },
);
