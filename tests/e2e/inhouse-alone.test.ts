import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { INHOUSE_RIGHTS } from "#tests/support/inhouse.ts";
import { colleague } from "#tests/support/person.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

/* A hospital without the laboratory: from a device to a closed calibration, by two people, with standards that are added in the form. */
const w = await world();
const company = await addCompany(w.env, "clinic-looks", 0, 1);
const shard = rowsOf(w, company);
const rights = [...INHOUSE_RIGHTS, "view-asset"];
const technician = await colleague(w, company, ...rights);
const other = await colleague(w, company, ...rights);
const today = companyToday();
const row = (id: string) => shard.get("inhouse_calibrations", id);
const paper = {
  ...{ name: "certificate.pdf", mimeType: "application/pdf" },
  buffer: Buffer.from("%PDF-1.4 certificate"),
};

type Said = {
  role: string;
  name: string;
  number: string;
  figures: readonly string[];
  drift?: string;
};
/** Adds a standard in the form, with what its certificate says. */
async function addStandard(page: Page, { role, name, number, figures, drift }: Said) {
  const panel = page.locator("#standards li", { hasText: role });
  await panel.getByRole("button", { name: "Add a new standard" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: false }).first().fill(name);
  await dialog.getByLabel("Make").fill("Fluke");
  await dialog.getByLabel("Serial no").fill(number);
  await dialog.getByLabel("Certificate no").fill(`K-${number}`);
  await dialog.getByLabel("Issued by").fill("National Laboratory");
  await dialog.getByLabel("Calibrated on").fill(addDays(today, -20));
  await dialog.getByLabel("Issued on").fill(addDays(today, -19));
  await dialog.getByLabel("Due on").fill(addDays(today, 300));
  await dialog.locator("input[type=file]").setInputFiles(paper);
  const [from, to, resolution, u] = figures;
  await dialog.getByLabel("From", { exact: false }).fill(from!);
  await dialog.getByLabel("To", { exact: true }).or(dialog.getByLabel(/^To/)).fill(to!);
  await dialog.getByLabel("Resolution").fill(resolution!);
  await dialog.getByLabel(/^U\s*\*?$/).fill(u!);
  if (drift) {
    await dialog.getByLabel("Drift", { exact: true }).selectOption({ label: "Absolute, a year" });
    await dialog.getByLabel(/^Drift a year, mL\/h/).fill(drift);
  }
  await sound(page, `adding ${name}`);
  await dialog.getByRole("button", { name: "Add standard" }).click();
  await dialog.waitFor({ state: "detached" });
  await panel.getByText("Its certificate waits for acceptance").waitFor({ timeout: 20_000 });
}

const points = [
  ["Flow rate, 5 mL/h", ["5.01", "5.02", "5.01"]],
  ["Flow rate, 50 mL/h", ["50.1", "50.2", "50.1"]],
  ["Flow rate, 99.9 mL/h", ["99.8", "99.9", "99.7"]],
  ["Occlusion alarm pressure, 375 mmHg", ["374", "376", "375"]],
] as const;
/** Types the readings: into the grid, or on a phone with its keys. */
async function readPoints(page: Page, width: number) {
  const pad = page.getByRole("region", { name: "Point by point" });
  for (const [name, values] of points)
    for (const [at, value] of values.entries()) {
      if (width > 400) {
        await page
          .getByRole("textbox", { name: `${name}, reading ${at + 1}`, exact: true })
          .fill(value);
        continue;
      }
      for (const key of value)
        await pad
          .getByRole("button", { name: key === "." ? "Decimal point" : key, exact: true })
          .click();
      const next = pad.locator(".k-next");
      if (await next.isEnabled()) await next.click();
    }
}

test.each(twoLooks)(
  "a device is calibrated from nothing by two people at %i px, %s",
  async (width, theme) => {
    const { asset } = await bench(w, company, []);
    const { page, open } = await newPage({ company, kind: technician.client, width, theme });
    await open(`/inhouse-calibration/create?asset=${asset}`);
    await page.getByRole("combobox", { name: "Procedure" }).fill("Syringe");
    await page.getByRole("option", { name: /Syringe pump/ }).click();
    await sound(page, "choosing a procedure");
    await page.getByRole("button", { name: "Begin measuring" }).click();
    await page.waitForURL(/\/inhouse-calibration\/update\//);
    const id = page.url().split("/").at(-1)!;
    await page.getByText("built in").first().waitFor();
    const mark = `${width}`;
    await addStandard(page, {
      ...{ role: "Infusion analyser", name: "Pump analyser", number: `A${mark}` },
      ...{ figures: ["1", "120", "0.01", "0.2"], drift: "0.05" },
    });
    await addStandard(page, {
      ...{ role: "Pressure meter", name: "Manometer", number: `M${mark}` },
      figures: ["0", "600", "0.1", "1"],
    });
    await readPoints(page, width);
    for (const [name, first, last] of [
      ["room temperature", "22.1", "22.4"],
      ["relative humidity", "45", "46"],
      ["mains voltage", "229", "231"],
    ] as const) {
      await page.getByRole("textbox", { name: new RegExp(`^${name}, start`, "i") }).fill(first);
      await page.getByRole("textbox", { name: new RegExp(`^${name}, end`, "i") }).fill(last);
    }
    for (const yes of await page.getByRole("radio", { name: "Yes" }).all())
      await yes.check({ force: true });
    await page.getByRole("combobox", { name: "Outcome" }).selectOption("pass");
    await page.getByText("its certificate is not accepted").first().waitFor();
    await page.getByText("Saved").first().waitFor({ timeout: 20_000 });
    await sound(page, "measured");

    const second = await newPage({ company, kind: other.client, width, theme });
    await second.open(`/inhouse-calibration/update/${id}`);
    const waiting = () => second.page.getByRole("link", { name: "Accept", exact: true });
    await waiting().first().waitFor();
    await sound(second.page, "certificates to accept");
    for (const left of [1, 0]) {
      await waiting().first().click();
      const dialog = second.page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Accept certificate" }).click();
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => waiting().count()).toBe(left);
    }
    await second.open(`/inhouse-calibration/${id}`);
    for (const [button, state] of [
      ["Verify", "verified"],
      ["Close", "closed"],
    ] as const) {
      await second.page.getByRole("link", { name: button, exact: true }).click();
      await second.page.getByRole("dialog").getByRole("button", { name: button }).click();
      await expect.poll(async () => (await row(id)).status).toBe(state);
    }
    await sound(second.page, "closed");
    expect(await row(id)).toMatchObject({ conformity: "pass" });
    expect((await shard.get("assets", asset)).last_cal_on).toBe(today);
  },
);
