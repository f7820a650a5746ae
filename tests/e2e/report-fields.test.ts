import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { begin, laboratoryOf, passing, save, sign } from "#tests/support/certifying.ts";
import { PNG } from "#tests/support/pictures.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "field-makers", 2, 1);
const lab = await laboratoryOf(w, company, 4);
const bench = lab.people[0]!;
const picture = { name: "mark.png", mimeType: "image/png", buffer: Buffer.from(PNG) };

test.each(twoLooks)(
  "a form asks for fields of one's own and shows a picture; they are filled in on a report, with a photo, at %i px, %s",
  async (width, theme) => {
    const name = `Form of ${width}, ${newId().slice(-6)}`;
    const { page, open } = await newPage({ company, kind: "admin", width, theme });
    const main = page.getByRole("main");
    await open("/report/form/create?kind=calibration");
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Begin draft" }).click();
    await page.waitForURL(/report\/form\/update\/[0-9a-f-]{36}$/);
    await page.getByText("Everything a report must say is placed").waitFor();

    const blocks = page.getByRole("region", { name: "Blocks" });
    await blocks.getByRole("button", { name: "Own fields" }).click();
    await page.getByText("Own fields: Add at least one field").first().waitFor();
    const field = async (label: string, type: string, nth: number) => {
      await page.getByRole("button", { name: "Add field" }).click();
      await page.getByLabel("Label").nth(nth).fill(label);
      await page.getByLabel("What is filled in").nth(nth).selectOption({ label: type });
    };
    await field("Storage temperature", "Number", 0);
    await page.getByLabel("Unit").selectOption("degC");
    await page.getByLabel("Required before signing").check();
    await field("Twice", "Reckoned from numbers", 1);
    await page.getByLabel("Reckoned as").fill("2*field");
    await page
      .getByText(/"Twice": /)
      .first()
      .waitFor();
    const key = (await page
      .getByText(/own\.\w+/)
      .first()
      .textContent())!.match(/own\.(\w+)/)![1]!;
    await page.getByLabel("Reckoned as").fill(`2*${key}`);
    await field("Seen by the customer", "Tick", 2);
    // The paper shows what might be filled in.
    await main.getByText("12.5 °C").waitFor();
    await blocks.getByRole("button", { name: "Picture" }).click();
    await page.getByLabel("Picture", { exact: true }).setInputFiles(picture);
    await page.getByLabel("What it shows").fill("Mark of the scheme");
    await main.getByRole("img", { name: "Mark of the scheme" }).waitFor();
    await blocks.getByRole("button", { name: "Attachments" }).click();
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Draft saved").waitFor();
    await sound(page, "designer-of-fields");
    await page.getByRole("link", { name: "Publish version 1" }).click();
    await page.getByRole("button", { name: "Publish version" }).click();
    await page.getByText("Version published").waitFor();

    const { id } = await begin(lab, bench);
    expect((await save(bench, id, { measured: passing })).status).toBe(200);
    await open(`/certificate-report/update/${id}`);
    const saved = () =>
      page
        .getByText(/^Saved/)
        .first()
        .waitFor();
    await saved();
    await page.getByLabel("Report form").selectOption({ label: name });
    const fields = page.getByRole("region", { name: "Fields of the form" });
    await fields.waitFor();
    await page.getByRole("button", { name: "Storage temperature: it is missing" }).click();
    const typed = fields.getByLabel("Storage temperature (°C)");
    await expect.poll(() => typed.evaluate((one) => one === document.activeElement)).toBe(true);
    await typed.fill("4,5");
    await fields.getByText("Here it is no number").waitFor();
    await typed.fill("4.50");
    await fields.getByText("9.00").waitFor();
    await fields.getByLabel("Seen by the customer").check();
    const attachments = page.getByRole("region", { name: "Attachments" });
    await attachments.locator("input[type=file]").setInputFiles({ ...picture, name: "photo.png" });
    await attachments.getByLabel("Caption of photo.jpg").fill("As received");
    await saved();
    await sound(page, "filled-in");
    await expect
      .poll(async () => (await lab.shard.get("certificate_reports", id)).attachments)
      .toContain("As received");
    const row = await lab.shard.get("certificate_reports", id);
    expect(JSON.parse(String(row.own_fields))).toMatchObject({ [key]: "4.50" });
    const paper = await bench.client.page(`/certificate-report/pdf/${id}`);
    expect([paper.status, paper.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await sign(bench, id, "submit")).status).toBe(200);
  },
);
