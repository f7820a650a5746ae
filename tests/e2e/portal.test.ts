import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { laboratoryOf, machineToCertify } from "#tests/support/certifying.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { issued, rendered } from "#tests/support/verified.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const company = w.companies.globex;
const lab = await laboratoryOf(w, company);
const PASSWORD_OF_CONTACT = "Ward-seven-2026";
const NEW_PASSWORD_OF_CONTACT = "four-wards-over-the-hill";

/** A consumer with a contact, a machine that has a certificate, and one without. */
async function customer() {
  const machine = await machineToCertify(lab);
  const { consumer_id: consumer } = await lab.shard.get<{ consumer_id: string }>(
    "machines",
    machine,
  );
  const other = await machineToCertify(lab);
  await lab.shard.set("machines", other, { consumer_id: consumer, name: "Second defibrillator" });
  const email = `${newId().slice(-6)}@ward.test`;
  await lab.shard.add("consumer_contacts", { consumer_id: consumer, name: "Asha Rao", email });
  const { id, number } = await issued(lab, {}, machine);
  await rendered(lab, id, number);
  return { consumer, email, number };
}

test.each(twoLooks)(
  "from the invitation to the certificate that is begun for a request, at %i px, %s",
  async (width, theme) => {
    const { consumer, email, number } = await customer();
    const stranger = await customer();

    const staff = await newPage({ company: "globex", kind: "admin", width, theme });
    await staff.open(`/consumer/detail/${consumer}?tab=contacts`);
    await staff.page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await staff.page.getByText("Invite to the portal", { exact: true }).click();
    await sound(staff.page, "invitation to the portal");
    await staff.page.getByRole("button", { name: "Send invitation" }).click();
    await staff.page.getByRole("dialog").waitFor({ state: "detached" });
    await staff.page.getByText("Invited", { exact: true }).first().waitFor();

    const { page, open } = await newPage({ company: "globex", kind: null, width, theme });
    await open(linkIn((await mailsTo(w, email, company))[0]));
    await page.locator('[name="password"]').fill(PASSWORD_OF_CONTACT);
    await page.locator('[name="repeat"]').fill(PASSWORD_OF_CONTACT);
    await page.getByRole("button", { name: "Open account" }).click();
    await page.waitForURL(/\/login/);
    await page.locator('[name="email"]').fill(email);
    await page.locator('[name="password"]').fill(PASSWORD_OF_CONTACT);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/portal$/);
    await page.getByText(number).first().waitFor();
    expect(await page.getByText(stranger.number).count()).toBe(0);
    await sound(page, "portal certificates");
    const pdf = page.getByRole("link", { name: `PDF of ${number}` });
    const file = await page.evaluate(
      async (path) => {
        const answer = await fetch(path);
        return [answer.status, answer.headers.get("content-type")];
      },
      (await pdf.getAttribute("href"))!,
    );
    expect(file).toEqual([200, "application/pdf"]);
    await page.getByRole("checkbox", { name: `Choose ${number}` }).check();
    const [archive] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download as ZIP" }).first().click(),
    ]);
    expect(archive.suggestedFilename()).toMatch(/certificates.*\.zip$/);
    await page.getByRole("link", { name: "No longer valid" }).click();
    await page.getByText("All certificates are valid").waitFor();
    await sound(page, "portal certificates that ended");

    await page.getByRole("link", { name: "Machines" }).click();
    await page.getByText("Second defibrillator").first().waitFor();
    await sound(page, "portal machines");
    await page
      .getByRole("checkbox", { name: /^Choose / })
      .first()
      .check();
    await page.getByRole("button", { name: "Ask for recalibration" }).click();
    await page.waitForURL(/\/portal\/request\?/);
    await page.locator('[name="note"]').fill("On ward 7");
    await sound(page, "portal request");
    await page.getByRole("button", { name: "Send request" }).click();
    await page.waitForURL(/\/portal\/requests$/);
    await page.getByText("Requested", { exact: true }).waitFor();
    await sound(page, "portal requests");

    await staff.open(`/recalibration-requests?consumer=${consumer}`);
    await staff.page.getByText(/^RQ-/).first().waitFor();
    await sound(staff.page, "recalibration requests");
    await staff.page.locator('a[href^="/recalibration-request/"]').first().click();
    await staff.page.waitForURL(/\/recalibration-request\//);
    await staff.page.getByRole("link", { name: "Accept", exact: true }).click();
    await staff.page.locator('[name="reason"]').fill("We come on Tuesday");
    await sound(staff.page, "accept a request");
    await staff.page.getByRole("button", { name: "Accept request" }).click();
    await staff.page.getByRole("dialog").waitFor({ state: "detached" });
    await staff.page.getByText("Accepted", { exact: true }).first().waitFor();
    await sound(staff.page, "recalibration request");
    await staff.page.getByRole("link", { name: "Begin certificate" }).click();
    await staff.page.getByText(/whose number it carries/).waitFor();
    await staff.page.getByRole("button", { name: "Begin measuring" }).click();
    await staff.page.waitForURL(/\/certificate-report\/update\//);

    await open("/portal/requests");
    await page.getByText("We come on Tuesday").waitFor();

    const elsewhere = await newPage({ company: "globex", kind: null, width, theme });
    await elsewhere.open("/login");
    await elsewhere.page.locator('[name="email"]').fill(email);
    await elsewhere.page.locator('[name="password"]').fill(PASSWORD_OF_CONTACT);
    await elsewhere.page.getByRole("button", { name: "Sign in" }).click();
    await elsewhere.page.waitForURL(/\/portal$/);
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByText("This device").waitFor();
    await page.getByText("Only the laboratory changes these").waitFor();
    await sound(page, "portal account");
    await page.getByRole("link", { name: "Sign out everywhere else" }).click();
    const ending = page.getByRole("dialog");
    await ending.getByLabel(/^Current password/).fill(PASSWORD_OF_CONTACT);
    await sound(page, "signing out elsewhere");
    await ending.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Signed out everywhere else").waitFor();
    await elsewhere.open("/portal");
    await elsewhere.page.waitForURL(/\/login/);
    await page.locator('[name="currentPassword"]').fill("wrong-password-here");
    await page.locator('[name="password"]').fill(NEW_PASSWORD_OF_CONTACT);
    await page.locator('[name="repeat"]').fill(NEW_PASSWORD_OF_CONTACT);
    const change = page.getByRole("button", { name: "Change password" });
    await change.click();
    await page.getByText("The current password is wrong").first().waitFor();
    await sound(page, "portal account with a wrong password");
    await page.locator('[name="currentPassword"]').fill(PASSWORD_OF_CONTACT);
    await change.click();
    await page.getByText("Password changed. Other sessions were ended.").first().waitFor();

    await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/\/login/);
    await open("/portal");
    await page.waitForURL(/\/login/);
  },
);
