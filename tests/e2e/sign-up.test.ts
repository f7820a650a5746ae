import { expect, test } from "vitest";
import { linkIn, mailsTo } from "#tests/support/mail.ts";
import { offer } from "#tests/support/platform-twins.ts";
import { PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound } from "./sound.ts";

const w = await world();
await offer(w);

const looks = [
  [1280, "light"],
  [360, "dark"],
] as const;

test.each(looks)(
  "a visitor signs up, confirms by the letter, and writes the first Location of the new company, at %i px, %s",
  async (width, theme) => {
    const { page, open } = await newPage({ company: "platform", kind: null, width, theme });
    const word = `first-${width}`;
    const email = `asha@${word}.test`;
    const field = (name: string) => page.locator(`[name="${name}"]`);
    await open("/");
    await page.getByRole("link", { name: "Sign up" }).first().click();
    await field("companyName").fill("First Steps Hospital");
    const address = field("word");
    await address.fill("acme");
    await page.getByText("This host is already used").waitFor();
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
  },
);
