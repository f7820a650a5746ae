import { expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();

test.each(twoLooks)(
  "templates are brought in, a figure is confirmed and a limit looked up, at %i px, %s",
  async (width, theme) => {
    const company = await addCompany(w.env, `bench${width}`, 1, 0);
    const admin = await signedIn(w, company, "admin");
    const { page, open } = await newPage({ company, kind: admin, width, theme });

    await open("/device-templates");
    await sound(page, "no templates yet");
    await page.getByRole("button", { name: "Bring in the built-in templates" }).click();
    await page.getByText("Brought in: 34 templates, 45 limits").waitFor();
    await page.getByRole("link", { name: "Anaesthesia workstation" }).waitFor();
    await sound(page, "templates");

    await open("/device-templates?q=sphygmomanometer%2C%20auto");
    await page.getByRole("link", { name: "Sphygmomanometer, automated" }).click();
    await page.getByRole("heading", { name: "Sphygmomanometer, automated" }).waitFor();
    await page.getByText("3 to verify").waitFor();
    await sound(page, "template");
    const template = new URL(page.url()).pathname;

    await page.getByRole("button", { name: "Actions for Rapid exhaust 260 to 15 mmHg" }).click();
    await page.getByRole("link", { name: "Confirm figure" }).click();
    await sound(page, "confirm");
    await page.getByRole("button", { name: "Confirm figure" }).click();
    await page.getByText("2 to verify").waitFor();

    await open(`${template}?do=test&on=0`);
    await page.getByLabel("Tolerance").fill("±two");
    await page.getByRole("button", { name: "Save test" }).click();
    await page.getByText("Write a tolerance such as").first().waitFor();
    await sound(page, "test");
    await page.getByLabel("Tolerance").fill("±max(1 %, 2)");
    await page.getByRole("button", { name: "Save test" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("±max(1 %, 2 mmHg)").waitFor();
    await page.getByText("247.5 to 252.5 mmHg").waitFor();

    await page.getByRole("link", { name: "Make a procedure" }).click();
    await page.getByRole("button", { name: "Begin draft" }).waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Sphygmomanometer, automated");
    expect(await page.locator("[name=templateId]").inputValue()).toBe(template.split("/").at(-1));

    await open("/safety-limits");
    await page.getByText("≤ 500 µA").first().waitFor();
    await sound(page, "limits");
    await open("/safety-limits?new=1");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Standard").fill("IEC 62353");
    await dialog.getByLabel("Edition").fill("2014");
    await dialog.getByLabel("Quantity").fill("Equipment leakage");
    await dialog.getByLabel("Class").selectOption("I");
    await dialog.getByLabel("Method").selectOption("direct");
    await dialog.locator("[name=limitValue]").fill("300");
    await dialog.getByLabel("Unit").selectOption("uA");
    await dialog.getByRole("button", { name: "Add safety limit" }).click();
    await dialog.getByText("would fit the same device equally well").first().waitFor();
    await sound(page, "limit");

    await open("/safety-limits?tab=look");
    await page.getByRole("button", { name: "Look up" }).click();
    await page.getByText("Quantity is required").first().waitFor();
    await sound(page, "a look-up of nothing");
    await page.getByLabel("Standard").selectOption("IEC 62353");
    await page.getByLabel("Edition").selectOption("2014");
    await page.getByLabel("Quantity").selectOption("equipment_leakage");
    await page.getByLabel("Method").selectOption("alternative");
    await page.getByLabel("Class").selectOption("II");
    await page.getByRole("button", { name: "Look up" }).click();
    await page.getByRole("status").getByText("≤ 500 µA").waitFor();
    await sound(page, "look-up");
    await page.getByLabel("Edition").selectOption("");
    await page.getByRole("button", { name: "Look up" }).click();
    await page.getByRole("status").getByText("Edition 2014: ≤ 500 µA").waitFor();
    await page.getByLabel("Class").selectOption("III");
    await page.getByRole("button", { name: "Look up" }).click();
    await page.getByText("There is no limit for it.").waitFor();
    expect(await page.getByText("unsuitable under about 75 µA").count()).toBe(1);
  },
);
