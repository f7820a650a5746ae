import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import { DAY_MS } from "#app/shared/rounds.ts";
import { signedIn } from "#tests/support/client.ts";
import { planned } from "#tests/support/due.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { hydrated } from "./browser.ts";
import { changeKept, keptText, phone, report, take, today, ward } from "./rounds.ts";
import { sound } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "answers", 0, 2);
await manyAssets(w, company, 1);
const rows = rowsOf(w, company);
const engineer = await signedIn(w, company, "engineer");

const told = (page: Page, words: string) =>
  page.locator(".round-list").getByText(words, { exact: true }).waitFor();
/** On a phone an open device stands in the place of the list. */
async function backToList(page: Page) {
  const back = page.getByRole("link", { name: "All devices" });
  if (await back.isVisible()) await back.click();
}
async function openStop(page: Page, name: string) {
  await backToList(page);
  await page.getByRole("link", { name, exact: true }).click();
}
const occurrenceOf = async (assetId: string) =>
  (await rows.first<{ id: string; status: string; exception: string; reason: string }>(
    "select id, status, exception, reason from due_occurrences where company_id = ?1 and asset_id = ?2",
    assetId,
  ))!;

async function couldNot(page: Page, name: string) {
  await openStop(page, name);
  await page.getByLabel("Action Taken").fill("Began");
  await page.getByText("Kept on this device", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Could not do" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What kept it from being done").selectOption("In use");
  await dialog.getByRole("button", { name: "Could not be done" }).click();
  await dialog.getByText("Say why it could not be done").waitFor();
  await dialog.getByLabel("Reason").fill("Patient on it all day");
  await sound(page);
  await dialog.getByRole("button", { name: "Could not be done" }).click();
  await dialog.waitFor({ state: "detached" });
}

describe("what the server answers a round", () => {
  test("what could not be done is told once the network is back; who was first is shown beside it", async () => {
    const { department, assets } = await ward(rows, 3);
    const mine = phone(company, engineer);
    const page = await mine.open();
    await take(page, department);
    await mine.offline(true);
    for (const name of ["Pump 1", "Pump 2", "Pump 3"]) await couldNot(page, name);
    await told(page, "3 wait");
    const [first, second, third] = await Promise.all(assets.map(({ id }) => occurrenceOf(id)));
    const moved = addDays(today, 3);
    await rows.set("due_occurrences", second!.id, {
      ...{ version: 2, status: "deferred", defer_to: moved, reason: "Ward asked" },
    });
    await rows.set("due_occurrences", third!.id, { version: 2, status: "done" });
    await mine.offline(false);
    await told(page, "2 need you");
    expect(await occurrenceOf(assets[0]!.id)).toEqual({
      ...{ id: first!.id, status: "missed", exception: "in_use", reason: "Patient on it all day" },
    });
    await openStop(page, "Pump 2");
    const cells = page.locator(".versions tbody tr");
    expect(await cells.locator("td").allInnerTexts()).toEqual([
      ...["Could not be done", "Deferred"],
      ...[dateText(addDays(today, -3)), dateText(moved)],
      ...["In use", "–"],
      ...["Patient on it all day", "Ward asked"],
    ]);
    await sound(page);
    await page.getByRole("button", { name: "Send mine" }).click();
    await expect.poll(async () => (await occurrenceOf(assets[1]!.id)).status).toBe("missed");
    await openStop(page, "Pump 3");
    await page
      .locator(".round-device")
      .getByText(/^This planned service is done/)
      .waitFor();
    await page.getByRole("button", { name: "Drop it" }).click();
    await page.getByRole("button", { name: "Drop it for good" }).click();
    await backToList(page);
    await page.getByRole("img", { name: /^2 sent, 0 waiting to send, 0 need you/ }).waitFor();
    expect((await occurrenceOf(assets[2]!.id)).status).toBe("done");
  });

  test("of somebody who lost the right to it a report stays, to be saved as a file", async () => {
    const { department } = await ward(rows, 1);
    const person = await colleague(w, company, "view-asset", "edit-asset");
    const mine = phone(company, person.client);
    const page = await mine.open();
    await take(page, department);
    await mine.offline(true);
    await openStop(page, "Pump 1");
    await report(page, null, null);
    await told(page, "1 waits");
    await rows.run(
      "delete from user_permissions where company_id = ?1 and user_id = ?2 and permission = 'edit-asset'",
      person.id,
    );
    await mine.offline(false);
    await told(page, "1 needs you");
    await openStop(page, "Pump 1");
    await page
      .locator(".round-device")
      .getByText(/^You may no longer save reports/)
      .waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save as a file" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^report-.*\.zip$/);
    expect(await keptText(page)).toContain("Cleaned and tested");
    expect(await rows.count("service_reports", "created_by = ?2", person.id)).toBe(0);
  });

  test("a clock that is three days slow is set right by the server's, and the person is told", async () => {
    const { department, assets } = await ward(rows, 1);
    const page = await phone(company, engineer).open();
    await take(page, department);
    await page.clock.setSystemTime(Date.now() - 3 * DAY_MS);
    await openStop(page, "Pump 1");
    await report(page, null, null);
    await page.getByRole("img", { name: /^1 sent/ }).waitFor();
    await openStop(page, "Pump 1");
    await page.getByText(/^The clock of this device is wrong by 3 days/).waitFor();
    const sent = await rows.first<{ service_on: string; service_ticket: string }>(
      "select service_on, service_ticket from service_reports where company_id = ?1 and asset_id = ?2",
      assets[0]!.id,
    );
    expect([sent!.service_on, sent!.service_ticket.slice(3, 9)]).toEqual([
      today,
      today.slice(2).replaceAll("-", ""),
    ]);
  });

  test("a round of eight days ago is renewed before work: its drafts stay, and what is due by then comes", async () => {
    const { department, assets } = await ward(rows, 2);
    await rows.run(
      "update due_occurrences set defer_to = ?3 where company_id = ?1 and asset_id = ?2",
      assets[1]!.id,
      addDays(today, 80),
    );
    const page = await phone(company, engineer).open();
    await take(page, department);
    await openStop(page, "Pump 1");
    await page.getByLabel("Action Taken").fill("Half a sentence");
    await page.getByText("Kept on this device", { exact: true }).waitFor();
    await changeKept(page, (taken) => ({ ...taken, takenAt: taken.takenAt - 8 * DAY_MS }));
    await page.reload();
    await page.getByText(/^This round is older than 7 days/).waitFor();
    expect(await page.getByLabel("Action Taken").count()).toBe(0);
    await planned(rows, {
      ...{ assetId: assets[1]!.id, from: today, until: today, kind: "electrical_safety" },
    });
    await page.getByLabel("More for this round").click();
    await page.getByRole("button", { name: "Renew" }).click();
    await page.getByLabel("Action Taken").waitFor();
    expect(await page.getByLabel("Action Taken").inputValue()).toBe("Half a sentence");
    await backToList(page);
    await page.getByRole("link", { name: "Pump 2", exact: true }).waitFor();
  });

  test("each check tells what was found last time, on a phone without a network; a round of an earlier version opens without it", async () => {
    const { department, assets, tag } = await ward(rows, 1);
    const on = addDays(today, -90);
    const check = { status: "yes", remark: "" };
    const flow = { ...check, name: "Flow rate", unit: "ml/h", low: "45", high: "55" };
    await rows.add("service_reports", {
      ...{ asset_id: assets[0]!.id, service_on: on, done_by: "Meera", service_ticket: tag },
      ...{ checks_yes: 2, checks_no: 1 },
      pm_lists: JSON.stringify([
        { name: "Housing and mains cable", status: "no", remark: "Castor rear left cracked" },
        { ...flow, value: "49.5" },
        { ...check, name: "Alarms" },
      ]),
    });
    const mine = phone(company, engineer);
    const page = await mine.open();
    await take(page, department);
    await mine.offline(true);
    await page.reload();
    await openStop(page, "Pump 1");
    await page.getByText(`Filter ${tag}: 100 in Store ${tag}.`).waitFor();
    const lines = page.locator(".last-time");
    expect(await lines.allInnerTexts()).toEqual([
      `Last time No, ${dateText(on)}: Castor rear left cracked`,
      `Last time 49.5 ml/h, ${dateText(on)}`,
    ]);
    // What a screen reader tells besides the name of the field.
    const described = (field: Locator) =>
      field.evaluate((one) =>
        one
          .getAttribute("aria-describedby")!
          .split(" ")
          .map((id) => document.getElementById(id)!.textContent),
      );
    const reading = page.getByLabel("Reading 2");
    await reading.fill("60");
    expect(await described(reading)).toEqual([
      "60 ml/h is above 55 ml/h",
      `Last time 49.5 ml/h, ${dateText(on)}`,
    ]);
    expect(await described(page.getByRole("radiogroup", { name: "Status 1" }))).toEqual([
      `Last time No, ${dateText(on)}: Castor rear left cracked`,
    ]);
    expect(await lines.first().isVisible()).toBe(true);
    await sound(page);
    await page.setViewportSize({ width: 1280, height: 780 });
    await sound(page);
    await changeKept(page, (taken) => ({
      ...taken,
      devices: taken.devices.map(({ lastChecks: _, ...device }) => device),
    }));
    await page.reload();
    expect(await reading.inputValue()).toBe("60");
    expect(await lines.count()).toBe(0);
  });

  test("from the calendar the devices of chosen services are taken along; each service gets its report, and the dashboard tells of the round", async () => {
    const { assets, tag } = await ward(rows, 1);
    const { department } = await ward(rows, 1);
    await planned(rows, {
      ...{ assetId: assets[0]!.id, from: today, until: today, kind: "electrical_safety" },
    });
    const page = await phone(company, engineer, 1280).open();
    await page.goto(`/due-service-calendar?view=agenda&department=${department}`);
    await hydrated(page);
    const head = page.locator(".page-head").getByRole("link", { name: "Take along" });
    expect(await head.getAttribute("href")).toBe(`/rounds/take?department=${department}`);
    await page.goto(`/due-service-calendar?view=agenda&asset=${assets[0]!.id}`);
    await hydrated(page);
    await page.getByRole("checkbox").nth(1).check();
    await page
      .getByRole("region", { name: "Selection" })
      .getByRole("link", { name: "Take along" })
      .click();
    await page.getByText("The device of 1 chosen planned service").waitFor();
    const current = page.locator("nav [aria-current]").filter({ hasText: "Due Services" });
    expect(await current.count()).toBe(1);
    await page.getByRole("button", { name: "Take along" }).click();
    await page.getByRole("heading", { name: `PM round, ICU ${tag}` }).waitFor();
    const path = new URL(page.url()).pathname;
    await openStop(page, "Pump 1");
    await report(page, null, null);
    await page.getByText(/1 planned service more/).waitFor();
    await page.getByRole("button", { name: "Report for electrical_safety of the test" }).click();
    await report(page, null, null);
    await expect
      .poll(() =>
        rows.all(
          "select kind from due_occurrences where company_id = ?1 and asset_id = ?2 and status = 'done'",
          assets[0]!.id,
        ),
      )
      .toHaveLength(2);
    await page.goto("/dashboard");
    const taken = page.getByRole("region", { name: "Taken along on this device" });
    await taken.getByText("taken along today").waitFor();
    expect(await taken.getByRole("link").getAttribute("href")).toBe(path);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 780 });
      await sound(page, `dashboard at ${width}`);
    }
  });

  test("a drawn signature arrives with its report; a number taken meanwhile is another one, and a device that moved is told", async () => {
    const { tag, department, assets } = await ward(rows, 1);
    const mine = phone(company, engineer);
    const page = await mine.open();
    await take(page, department);
    await mine.offline(true);
    await openStop(page, "Pump 1");
    const ticket = await page.getByLabel("Service Ticket No").inputValue();
    await page.getByRole("button", { name: /^Sign.*Done By/ }).click();
    await page.getByRole("img", { name: /Signature of Done By/ }).click();
    await report(page, null, null);
    await told(page, "1 waits");
    const ofDevice = { asset_id: assets[0]!.id, service_on: addDays(today, -90), done_by: "Meera" };
    await rows.add("service_reports", { ...ofDevice, service_ticket: ticket });
    const elsewhere = await rows.add("departments", { name: `Theatre ${tag}` });
    await rows.set("assets", assets[0]!.id, { department_id: elsewhere });
    await mine.offline(false);
    await page.getByRole("img", { name: /^1 sent/ }).waitFor();
    await openStop(page, "Pump 1");
    await page.getByText(`This device has moved to Theatre ${tag} meanwhile.`).waitFor();
    const sent = await rows.first<{ service_ticket: string; done_by_signature: string }>(
      "select service_ticket, done_by_signature from service_reports where company_id = ?1 and asset_id = ?2 and service_ticket <> ?3",
      assets[0]!.id,
      ticket,
    );
    expect(sent!.service_ticket).toMatch(/^PM-\d{12}$/);
    expect(sent!.done_by_signature).toMatch(/^M\d+ \d+/);
  });

  test("where stock ran short, those who may are offered to adjust it and send the report as it is", async () => {
    const { department, item, tag, assets } = await ward(rows, 1, 2);
    const mine = phone(company, await signedIn(w, company, "admin"), 1280);
    const page = await mine.open();
    await take(page, department);
    await mine.offline(true);
    await openStop(page, "Pump 1");
    await page.getByRole("button", { name: "Add Part" }).click();
    await page.getByRole("combobox", { name: "Part 1" }).fill(tag);
    await page.getByRole("option", { name: `Filter ${tag}` }).click();
    await page.getByLabel(`QTY of Filter ${tag}`).fill("2");
    await page.getByRole("button", { name: "Finish, next device" }).click();
    await told(page, "1 waits");
    await rows.set("stock_items", item, { quantity: 1 });
    await mine.offline(false);
    await told(page, "1 needs you");
    await openStop(page, "Pump 1");
    const adjust = page.getByRole("link", { name: "Adjust the stock" });
    expect(await adjust.getAttribute("href")).toBe(`/stocks/ledger/${item}?move=adjust`);
    await sound(page);
    await rows.set("stock_items", item, { quantity: 2 });
    await page.getByRole("button", { name: "Send as it is" }).click();
    await page.getByText("Done, sent").waitFor();
    const parts = await rows.value<number>(
      "select sum(qty) from service_report_parts where company_id = ? and service_report_id in (select id from service_reports where asset_id = ?)",
      assets[0]!.id,
    );
    expect(parts).toBe(2);
  });
});
