import { expect, onTestFinished, test } from "vitest";
import {
  approved,
  begin,
  laboratoryOf,
  machineToCertify,
  measured,
  sign,
} from "#tests/support/certifying.ts";
import { addCompany, PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { paste } from "./paste.ts";
import { sound, testSound, twoLooks } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "certifying", 2, 1);
const lab = await laboratoryOf(w, company, 4);
const [one, two, three, four] = lab.people;
const admin = { company, kind: "admin" } as const;
const person = (who: (typeof lab.people)[number]) => ({ company, kind: who.client }) as const;

const filled = await measured(lab);
const issued = await approved(lab);
await sign(four!, issued.id, "issue");
const voided = await approved(lab);
await sign(four!, voided.id, "issue");
await sign(four!, voided.id, "void", { reason: "Another device" });

testSound("the screens of certificates", admin, [
  "/certificate-reports",
  "/certificate-reports?tab=issued",
  "/certificate-reports?tab=all&status=voided",
  "/certificate-report/create",
  `/certificate-report/update/${filled.id}`,
  `/certificate-report/${filled.id}`,
  `/certificate-report/${filled.id}?do=submit`,
  `/certificate-report/${issued.id}`,
  `/certificate-report/${voided.id}`,
  `/certificate-report/traceability/${issued.id}`,
  `/calibrator/traceability/${lab.standardId}`,
]);

const row = (id: string) => lab.shard.get("certificate_reports", id);
const setOf = async (id: string) =>
  JSON.parse(
    String(
      (await lab.shard.get("measurement_sets", String((await row(id)).measurement_set_id)))
        .measured,
    ),
  );

test("a machine is measured like a sheet, submitted, and signed by three others until it is issued", async () => {
  const machine = await machineToCertify(lab);
  const { page, open } = await newPage({ ...person(one!), width: 1280, height: 900 });
  await open(`/certificate-report/create?machine=${machine}`);
  await page.getByRole("button", { name: "Begin measuring" }).click();
  await page.waitForURL(/\/certificate-report\/update\//);
  const id = page.url().split("/").at(-1)!;
  const cell = (name: string) => page.getByRole("textbox", { name, exact: true });
  await cell("Delivered energy, 50 J, reading 1").waitFor();

  // A block of a spreadsheet, then by keys.
  await paste(cell("Delivered energy, 50 J, reading 1"), "49.7\t49.9\t49.6\n198.2\t199.1\t198.7");
  await expect.poll(() => cell("Delivered energy, 200 J, reading 3").inputValue()).toBe("198.7");
  await cell("Delivered energy, 50 J, reading 3").focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toBe("Delivered energy, 200 J, reading 3");
  await cell("Charge time, point 1, reading 1").fill("6.8");
  await cell("Charge time, point 1, reading 2").fill("6.9");
  await cell("Charge time, point 1, reading 3").fill("6,7");
  await page.getByText("Reading 3: a comma is not a decimal sign here. Write 6.7.").waitFor();
  await page.getByText("Charge time, point 1: reading 3: not a number").waitFor();
  await cell("Charge time, point 1, reading 3").fill("6.7");

  // The list leads to what is missing.
  await page.getByRole("button", { name: "Temperature: Start: the reading is missing" }).click();
  await page.keyboard.type("22.1");
  await page.getByRole("textbox", { name: "Temperature, end, °C" }).fill("22.6");
  await page.getByRole("radio", { name: "Yes" }).check({ force: true });
  await page.getByText("13 of 13").waitFor();

  // Another rule judges anew once it is saved; then the agreed one again.
  for (const name of ["Simple acceptance", "Guard band U"]) {
    const before = (await row(id)).decision_rule_id;
    await page.getByRole("combobox", { name: "Decision rule" }).fill(name);
    await page
      .getByRole("option", { name: new RegExp(`^${name}\\b`) })
      .first()
      .click();
    await expect
      .poll(async () => (await row(id)).decision_rule_id, { timeout: 15_000 })
      .not.toBe(before);
  }
  expect((await row(id)).decision_rule_id).toBe(lab.ruleId);

  await page.getByRole("button", { name: "Why is this U? Delivered energy, 200 J" }).click();
  await page.getByRole("heading", { name: "Why is this U?" }).waitFor();
  await page.getByText("(198.7 ± 2.1) J").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await download).suggestedFilename()).toBe("budget-e200.csv");
  await page.getByRole("link", { name: "Submit for check" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign and submit" }).click();
  await expect.poll(async () => (await row(id)).status).toBe("submitted");

  for (const [who, button, verb, state] of [
    [two, "Check", "Sign as checked", "checked"],
    [three, "Approve", "Sign as approved", "approved"],
    [four, "Issue", "Sign and issue", "issued"],
  ] as const) {
    const next = await newPage({ ...person(who!), width: 1280, height: 900, theme: "dark" });
    await next.open(`/certificate-report/${id}`);
    await next.page.getByRole("link", { name: button, exact: true }).click();
    await next.page.getByLabel("Your password").fill(PASSWORD);
    await next.page.getByRole("button", { name: verb }).click();
    await expect.poll(async () => (await row(id)).status).toBe(state);
  }
  expect((await row(id)).certificate_no).toMatch(/^CAL\/.+\/\d{5}$/);
});

test("a phone measures point by point with large keys, and keeps what it could not save", async () => {
  const { id } = await begin(lab, one!);
  const { page, open } = await newPage({ ...person(one!), width: 360, height: 740 });
  await open(`/certificate-report/update/${id}`);
  const pad = page.getByRole("region", { name: "Point by point" });
  await pad.getByText("Delivered energy, 50 J").waitFor();
  const press = async (keys: string) => {
    for (const key of keys)
      await pad
        .getByRole("button", { name: key === "." ? "Decimal point" : key, exact: true })
        .click();
  };
  await press("49.7");
  await pad
    .getByRole("button", { name: /^Reading 2/ })
    .first()
    .click();
  await press("49.9");
  await pad
    .getByRole("button", { name: /^Reading 3/ })
    .first()
    .click();
  await press("49.6");
  await pad.getByRole("button", { name: "Reading 1 49.7" }).waitFor();
  await expect
    .poll(async () => (await setOf(id)).as_found.e50?.reference, { timeout: 15_000 })
    .toEqual(["49.7", "49.9", "49.6"]);

  // Without a network it is kept on the device, over a reload, and saved when the network is back.
  await page.context().setOffline(true);
  await pad.getByRole("button", { name: "Next point" }).first().click();
  await press("198");
  await page
    .getByText("Kept on this device, not yet sent", { exact: true })
    .waitFor({ timeout: 15_000 });
  await page.context().setOffline(false);
  await open(`/certificate-report/update/${id}`);
  await expect
    .poll(async () => (await setOf(id)).as_found.e200?.reference?.[0], { timeout: 15_000 })
    .toBe("198");
});

test.each(twoLooks)(
  "a standard in quarantine is let pass by somebody else, at %i px, %s",
  async (width, theme) => {
    const { id } = await measured(lab);
    const quarantined = (status: string) =>
      lab.shard.set("calibrators", lab.standardId, {
        ...{ status, quarantine_reason: "It was dropped" },
      });
    await quarantined("quarantined");
    onTestFinished(async () => {
      await quarantined("in_service");
    });
    const measuring = await newPage({ ...person(one!), width, theme });
    await measuring.open(`/certificate-report/update/${id}`);
    await measuring.page.getByText("Somebody else may grant a concession").waitFor();
    const { page, open } = await newPage({ ...admin, width, theme });
    await open(`/certificate-report/update/${id}`);
    await page.getByRole("link", { name: "Grant a concession" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What is let pass").selectOption("G2");
    await dialog.getByLabel("Until").fill("2099-12-31");
    await dialog.getByRole("button", { name: "Grant concession" }).click();
    await dialog.getByText("Reason is required").first().waitFor();
    await dialog.getByLabel("Reason").fill("It was compared with the reference on the day");
    await sound(page, "a concession is granted");
    await dialog.getByRole("button", { name: "Grant concession" }).click();
    await page.getByText("Concession G2").waitFor();
    await sound(page, "a certificate with a concession");
    await measuring.page.reload();
    await measuring.page.getByText("A concession lets it pass").waitFor();
    await measuring.page.getByText("13 of 13").waitFor();
  },
);
