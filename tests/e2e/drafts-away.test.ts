import { describe, expect, test } from "vitest";
import {
  begin,
  laboratoryOf,
  type SigningPerson,
  save,
  signingPerson,
} from "#tests/support/certifying.ts";
import { beginInhouse, deviceToCalibrate, measurer } from "#tests/support/inhouse.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { hydrated } from "./browser.ts";
import {
  dark,
  goOn,
  kept,
  keptDrafts,
  keptNames,
  loseAnswer,
  padOf,
  press,
  take,
} from "./drafts.ts";
import { phone } from "./rounds.ts";
import { sound } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "basement", 0, 2);
const lab = await laboratoryOf(w, company, 2);
const [one, two] = lab.people as [SigningPerson, SigningPerson];

const setOf = async (id: string, table = "certificate_reports") => {
  const record = await lab.shard.get(table, id);
  const set = await lab.shard.get("measurement_sets", String(record.measurement_set_id));
  return { version: record.version, measured: JSON.parse(String(set.measured)) };
};
const energyOf = async (id: string) => (await setOf(id)).measured.as_found.e50?.reference ?? [];
const savesOf = (id: string) =>
  lab.shard.count(
    "measurement_changes",
    "measurement_set_id = (select measurement_set_id from certificate_reports where company_id = ?1 and id = ?2)",
    id,
  );

describe("a draft without a network", () => {
  test("is typed on a phone over a restarted browser, judged at once, and sent once: the saved verdict is the live one", async () => {
    const { id } = await begin(lab, one);
    const path = `/certificate-report/update/${id}`;
    const mine = phone(company, one.client);
    let page = await mine.open();
    await dark(page, company.host);
    await page.goto(path);
    await hydrated(page);
    await page.getByRole("button", { name: "Take along" }).click();
    await page.getByText(/^The draft is kept on this device with its procedure/).waitFor();
    await sound(page, "a draft is taken along");
    await page.getByRole("button", { name: "Cancel" }).click();
    await take(page, path);
    await sound(page, "a draft was taken along");
    await goOn(page);
    await page.close();
    await mine.close();

    page = await mine.open();
    await dark(page, company.host);
    await mine.offline(true);
    await page.goto(path);
    await page.getByText("Offline.").waitFor();
    await page.getByText(/Taken along less than a minute ago|Taken along \d+ min ago/).waitFor();
    await press(page, ["49.7", "49.9", "49.6"]);
    const pad = padOf(page);
    await pad.getByText("Pass", { exact: true }).waitFor();
    const live = await pad.locator("dl dd").allInnerTexts();
    await kept(page);
    await sound(page, "a draft without a network");
    await page.reload();
    await pad.getByRole("button", { name: "Reading 3 49.6" }).waitFor();
    expect(await pad.locator("dl dd").allInnerTexts()).toEqual(live);
    expect(await energyOf(id)).toEqual([]);
    await page.close();
    await mine.close();

    page = await mine.open();
    await page.goto(path);
    await page.waitForURL(`**/round/certificate-${id}`);
    await page.getByText(/Everything you typed is with the server/).waitFor();
    expect(await energyOf(id)).toEqual(["49.7", "49.9", "49.6"]);
    expect([await savesOf(id), (await setOf(id)).version]).toEqual([1, 2]);
    await page.getByRole("link", { name: "Go on with the network" }).click();
    await page.waitForURL(`**${path}`);
    await padOf(page).getByRole("button", { name: "Reading 3 49.6" }).waitFor();
    await padOf(page).getByText("Pass", { exact: true }).waitFor();
    expect(await padOf(page).locator("dl dd").allInnerTexts()).toEqual(live);
  });

  test("an answer that is lost after the write is repeated: still one save; what was typed since follows it", async () => {
    const { id } = await begin(lab, one);
    const page = await phone(company, one.client).open();
    await take(page, `/certificate-report/update/${id}`);
    await page.goto(`/round/certificate-${id}`);
    await loseAnswer(page, "*/certificate-report/save/*");
    await press(page, ["49"]);
    await expect.poll(() => energyOf(id), { timeout: 15_000 }).toEqual(["49"]);
    await kept(page);
    await press(page, [".7"]);
    await padOf(page).getByRole("button", { name: "Reading 1 49.7" }).waitFor();
    const written = async () => JSON.stringify(await keptDrafts(page));
    await expect.poll(written, { timeout: 10_000 }).toContain('[\\"49.7\\"]');
    await page.reload();
    await page.getByText(/Everything you typed is with the server/).waitFor();
    expect(await energyOf(id)).toEqual(["49.7"]);
    expect([await savesOf(id), (await setOf(id)).version]).toEqual([2, 3]);
  });

  test("what somebody else changed meanwhile is shown place by place, and the person chooses", async () => {
    const { id } = await begin(lab, one);
    const mine = phone(company, one.client);
    const page = await mine.open();
    await dark(page, company.host);
    await take(page, `/certificate-report/update/${id}`);
    await mine.offline(true);
    await page.goto(`/certificate-report/update/${id}`);
    await press(page, ["49.7", "49.9"]);
    await kept(page);
    const theirs = { indication: [], reference: ["51", "49.9"], imported: [] };
    const { measured } = await setOf(id);
    const { status } = await save(two, id, {
      measured: { ...measured, as_found: { e50: theirs }, acclimatised: "30" },
    });
    expect(status).toBe(200);
    await mine.offline(false);
    await page.getByText(/^Somebody else changed this draft/).waitFor();
    expect(await energyOf(id)).toEqual(["51", "49.9"]);
    await sound(page, "somebody else was first");
    await page.getByRole("button", { name: "Compare both" }).click();
    const dialog = page.getByRole("dialog", { name: "Compare both" });
    await dialog.getByText("At 1 place both of you wrote something: choose what counts.").waitFor();
    const place = dialog.getByRole("group", {
      name: "Delivered energy, 50 J, as found, standard, reading 1",
    });
    expect(await dialog.getByRole("button", { name: "Save what is chosen" }).isDisabled()).toBe(
      true,
    );
    expect(
      await dialog.getByRole("group", { name: "Stood for" }).getByLabel("Theirs").isChecked(),
    ).toBe(true);
    await place.getByLabel("Yours 49.7").check();
    await sound(page, "two drafts are compared");
    await dialog.getByRole("button", { name: "Save what is chosen" }).click();
    await page.getByText(/Everything you typed is with the server/).waitFor();
    const saved = (await setOf(id)).measured;
    expect([saved.as_found.e50.reference, saved.acclimatised]).toEqual([["49.7", "49.9"], "30"]);
  });

  test("of somebody who was signed out elsewhere it leaves the device at the next contact, and nothing is sent", async () => {
    const person = await signingPerson(w, company, lab.shard);
    const { id } = await begin(lab, person);
    const mine = phone(company, person.client);
    const page = await mine.open();
    await take(page, `/certificate-report/update/${id}`);
    await mine.offline(true);
    await page.goto(`/certificate-report/update/${id}`);
    await press(page, ["49.7"]);
    await kept(page);
    expect(await keptNames(page)).toHaveLength(1);
    await lab.shard.run(
      "update sessions set revoked_at = 1 where company_id = ?1 and user_id = ?2",
      person.id,
    );
    await mine.offline(false);
    await page.getByRole("heading", { name: "The draft was removed from this device" }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save what was not sent" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    expect([await keptNames(page), await energyOf(id)]).toEqual([[], []]);
    await sound(page, "a draft left the device");
  });

  test("of one that is no draft any more, or that may no longer be saved, what was typed stays and is saved as a file", async () => {
    for (const [said, change] of [
      [
        /^Only a draft is changed\. What you typed is kept here/,
        (id: string) => lab.shard.set("certificate_reports", id, { status: "cancelled" }),
      ],
      [
        /^You may no longer save this draft\./,
        (_: string, person: string) =>
          lab.shard.run(
            "delete from user_permissions where company_id = ?1 and user_id = ?2 and permission = 'edit-certificate-report'",
            person,
          ),
      ],
    ] as const) {
      const person = await signingPerson(w, company, lab.shard);
      const { id } = await begin(lab, person);
      const mine = phone(company, person.client);
      const page = await mine.open();
      await take(page, `/certificate-report/update/${id}`);
      await mine.offline(true);
      await page.goto(`/certificate-report/update/${id}`);
      await press(page, ["49.7"]);
      await kept(page);
      await change(id, person.id);
      await mine.offline(false);
      await page.getByText(said).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save what you typed as a file" }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/\.json$/);
      await page.reload();
      await padOf(page).getByRole("button", { name: "Reading 1 49.7" }).waitFor();
      await page.getByText(said).waitFor();
      expect(await energyOf(id)).toEqual([]);
      await mine.close();
    }
  });

  test("an in-house calibration is measured alike; the network goes while its own page is open; the dashboard lists and removes it", async () => {
    const technician = await measurer(lab);
    const id = await beginInhouse(lab, technician, await deviceToCalibrate(lab));
    const path = `/inhouse-calibration/update/${id}`;
    const mine = phone(company, technician.client);
    const page = await mine.open();
    await dark(page, company.host);
    await take(page, path);
    await goOn(page);
    await press(page, ["49.7"]);
    const energy = async () =>
      (await setOf(id, "inhouse_calibrations")).measured.as_found.e50?.reference;
    await expect.poll(energy, { timeout: 15_000 }).toEqual(["49.7"]);
    await mine.offline(true);
    await press(page, ["49.9"], 2);
    await kept(page);
    await page.reload();
    await page.getByText("Offline.").waitFor();
    await padOf(page).getByRole("button", { name: "Reading 2 49.9" }).waitFor();
    await press(page, ["49.6"], 3);
    await padOf(page).getByText("Pass", { exact: true }).waitFor();
    await sound(page, "an in-house calibration without a network");
    await mine.offline(false);
    await page.getByText(/Everything you typed is with the server/).waitFor();
    expect(await energy()).toEqual(["49.7", "49.9", "49.6"]);

    await page.goto("/dashboard");
    const taken = page.getByRole("region", { name: "Taken along on this device" });
    await taken.getByText("taken along today").waitFor();
    expect(await taken.getByRole("link").getAttribute("href")).toBe(`/round/inhouse-${id}`);
    await sound(page, "the dashboard with a draft");
    await taken.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("button", { name: "Remove for good" }).click();
    await taken.waitFor({ state: "detached" });
    await expect.poll(() => keptNames(page)).toEqual([]);
    await mine.offline(true);
    await page.goto(path);
    await page.getByRole("heading", { name: "This draft is not on this device" }).waitFor();
    await sound(page, "a draft that was not taken along");
  });
});
