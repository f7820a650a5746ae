import { expect, test } from "vitest";
import { colleague } from "#tests/support/person.ts";
import { PNG } from "#tests/support/pictures.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const company = w.companies.globex;

test.each(twoLooks)(
  "a consumer with its site, contact and contract review, at %i px, %s",
  async (width, theme) => {
    const name = `Northgate Clinic ${width}`;
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    const dialog = page.getByRole("dialog");
    const add = async (thing: string, fill: () => Promise<void>) => {
      await page
        .getByRole("link", { name: `Add ${thing}` })
        .first()
        .click();
      await fill();
      await sound(page, `add ${thing}`);
      await dialog.getByRole("button", { name: `Add ${thing}` }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await open("/consumers");
    await page.getByRole("link", { name: "Add consumer" }).first().click();
    await page.locator('[name="name"]').fill(name);
    await page.locator('[name="country"]').selectOption("IN");
    await page.locator('[name="taxNo"]').fill("27AAPFU0939F1ZX");
    await page.getByRole("button", { name: "Save consumer" }).click();
    await page
      .getByText(/last character checks/)
      .first()
      .waitFor();
    await page.locator('[name="taxNo"]').fill("");
    await page.locator(".field .error").waitFor({ state: "detached" });
    await sound(page, "consumer form");
    await page.getByRole("button", { name: "Save consumer" }).click();
    await page.waitForURL(/\/consumer\/detail\//);
    await page
      .getByText(/^CUS\/\d{4}\/\d{4}$/)
      .first()
      .waitFor();
    await sound(page, "consumer");

    await page
      .getByRole("link", { name: /^Sites/ })
      .first()
      .click();
    await add("site", async () => {
      await dialog.locator('[name="name"]').fill("Main building");
      await dialog.locator('[name="isWorkLocation"]').check();
    });
    await page.getByText("Main building").first().waitFor();
    await sound(page, "sites");

    await page
      .getByRole("link", { name: /^Contacts/ })
      .first()
      .click();
    await add("contact", async () => {
      await dialog.locator('[name="name"]').fill("S. Devi");
      await dialog.locator('[name="email"]').fill("devi@northgate.test");
      await dialog.locator('[name="receivesCertificates"]').check();
    });
    await page.getByText("devi@northgate.test").first().waitFor();

    await page
      .getByRole("link", { name: /^Contract reviews/ })
      .first()
      .click();
    await add("contract review", async () => {
      await dialog.locator('[name="reviewedOn"]').fill("2026-04-01");
      await dialog.locator('[name="agreedBy"]').fill("S. Devi");
      await dialog.locator('[name="scope"]').fill("All infusion pumps");
      await dialog.getByRole("combobox", { name: "Decision rule" }).fill("Guard band U");
      await page
        .getByRole("option", { name: /^Guard band U\b/ })
        .first()
        .click();
    });
    await page.getByText("All infusion pumps").first().waitFor();
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Add file" }).click();
    await dialog.locator("input[type=file]").setInputFiles({
      ...{ name: "signed.pdf", mimeType: "application/pdf" },
      buffer: Buffer.from("%PDF-1.4 signed"),
    });
    await dialog.getByRole("button", { name: "Add file" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "signed.pdf" }).waitFor();
    await sound(page, "contract reviews");

    await open("/decision-rules");
    await page.getByText("Built in").first().waitFor();
    await sound(page, "decision rules");
    await page.getByRole("link", { name: "Guard band U, four outcomes" }).click();
    await dialog.getByText(/cannot be changed/).waitFor();
    await sound(page, "decision rule");
    await open("/cmc-entries?new=1");
    await dialog.locator('[name="discipline"]').selectOption("medical");
    await dialog.locator('[name="parameter"]').fill("Energy");
    await dialog.locator('[name="unit"]').selectOption("J");
    await dialog.locator('[name="rangeLo"]').fill("0");
    await dialog.locator('[name="rangeHi"]').fill("360");
    await dialog.locator('[name="cmcAbs"]').fill("0.5");
    await dialog.locator('[name="cmcPct"]').fill("1.2");
    await dialog.locator('[name="validFrom"]').fill("2026-01-01");
    await sound(page, "scope entry");
    await dialog.getByRole("button", { name: "Add scope entry" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator("#cmc-at").fill("200");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("2.9 J").first().waitFor();
    await sound(page, "scope");
  },
);

test.each(twoLooks)(
  "a signature from its creation to its suspension, which its person cannot undo, at %i px, %s",
  async (width, theme) => {
    const held = ["view-signature", "edit-signature"];
    const engineer = await colleague(w, company, ...held);
    const printed = `R. Krishnan ${width}`;
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    const dialog = page.getByRole("dialog");
    await open("/signature/create");
    await page.getByRole("combobox", { name: "Person" }).fill("Pat Person");
    await page.getByRole("option", { name: new RegExp(engineer.email) }).click();
    await page.locator('[name="name"]').fill(printed);
    await page.getByRole("checkbox", { name: "Calibrated by" }).check();
    await page.getByRole("checkbox", { name: "Medical" }).check();
    await sound(page, "signature form");
    await page.getByRole("button", { name: "Save signature" }).click();
    await page.waitForURL(/\/signature\/detail\//);
    await sound(page, "signature");
    const here = new URL(page.url()).pathname;
    await page.getByRole("link", { name: "Add image" }).click();
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "sign.png", mimeType: "image/png", buffer: Buffer.from(PNG) });
    await dialog.getByRole("button", { name: "Save image" }).click();
    await page.getByRole("img", { name: `Signature of ${printed}` }).waitFor();
    await open("/signatures?tab=matrix");
    await page.getByText(printed).first().waitFor();
    await sound(page, "who may do what");
    await open(`${here}?do=suspend`);
    await dialog.locator('[name="reason"]').fill("Training is overdue");
    await dialog.getByRole("button", { name: "Suspend signature" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Suspended", { exact: true }).first().waitFor();
    await sound(page, "suspended");
    await open("/signatures");
    await sound(page, "signatures");

    const own = await newPage({ company: "globex", kind: engineer.client, width, theme });
    await own.open(here);
    await own.page.getByText("This is your own signature", { exact: false }).waitFor();
    expect(await own.page.getByRole("link", { name: "Edit" }).count()).toBe(0);
    await own.open(here.replace("detail", "update"));
    await own.page.getByText("Somebody else keeps your signature").first().waitFor();
  },
);
