import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { offer } from "#tests/support/platform-twins.ts";
import { PASSWORD, world } from "#tests/support/world.ts";
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
  "a visitor signs up, confirms by the letter, and prints the new company's first service report, at %i px, %s",
  async (width, theme) => {
    const { page, open } = await newPage({ company: "platform", kind: null, width, theme });
    const word = `first-${width}-${newId().slice(-6)}`;
    const email = `asha@${word}.test`;
    const field = (name: string) => page.locator(`[name="${name}"]`);
    await open("/");
    await page.getByRole("link", { name: "Sign up" }).first().click();
    await field("companyName").fill("First Steps Hospital");
    const address = field("word");
    await address.fill("acme");
    await page.getByText("This address is already used").waitFor();
    await address.fill(word);
    await page.getByText(`${word}.localhost is free`).waitFor();
    await field("country").selectOption("IN");
    await page.getByRole("radio", { name: "Both" }).check();
    await field("name").fill("Asha Menon");
    await field("email").fill(email);
    await field("name").fill("");
    await sound(page, "signing up");
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("Your name is required").first().waitFor();
    expect(await field("companyName").inputValue()).toBe("First Steps Hospital");
    await address.fill("Not a word");
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("Address takes 2 to 40 letters").waitFor();
    await address.fill(word);
    await page.getByText(`${word}.localhost is free`).waitFor();
    expect(await page.getByText("Address takes 2 to 40 letters").count()).toBe(0);
    await sound(page, "a sign-up that is refused");
    await field("name").fill("Asha Menon");
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("Check your e-mail").first().waitFor();
    await sound(page, "a sign-up that waits for its letter");

    await open(linkIn((await mailsTo(w, email))[0]));
    await sound(page, "the link of a sign-up");
    await field("password").fill(PASSWORD);
    await field("repeat").fill(PASSWORD);
    await page.getByRole("button", { name: "Start trial" }).click();
    await page.getByRole("link", { name: `To ${word}.localhost` }).click();
    await page.waitForURL(`http://${word}.localhost/login`);
    await field("email").fill(email);
    await field("password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "First steps", exact: true }).waitFor();
    await sound(page, "the first day of a company");

    const step = (name: string) => page.getByRole("link", { name, exact: true }).first().click();
    const dashboard = () => page.goto(`http://${word}.localhost/dashboard`);
    for (const [verb, name] of [
      ["Add location", "Ward 1"],
      ["Add category", "Infusion pumps"],
    ] as const) {
      await step(verb);
      const dialog = page.getByRole("dialog");
      await dialog.locator('[name="name"]').fill(name);
      await dialog.getByRole("button", { name: verb }).click();
      await page.getByRole("cell", { name }).first().waitFor();
      await dashboard();
    }
    await sound(page, "two first steps are done");
    await step("Add asset");
    await page.getByLabel("Name", { exact: false }).first().fill("Syringe pump 1");
    await page.getByLabel("Category").first().selectOption({ label: "Infusion pumps" });
    await page.getByRole("combobox", { name: "Location" }).selectOption({ label: "Ward 1" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { name: "Syringe pump 1" }).waitFor();
    await sound(page, "the first device of a company");
    await page.getByRole("link", { name: "Service/PM Report" }).first().click();
    await page.getByRole("button", { name: "Create Service Report" }).waitFor();
    await page.getByLabel("Remarks").fill("Alarm and flow as they should be");
    await page.getByLabel("Done By").fill("Asha Menon");
    await sound(page, "the first service report of a company");
    await page.getByRole("button", { name: "Create Service Report" }).click();
    await toast(page, "Service report created successfully");
  },
);
