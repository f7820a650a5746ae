import { describe, expect, test } from "vitest";
import { draftPackageId, MOST_DRAFTS } from "#app/shared/drafts.ts";
import { DAY_MS } from "#app/shared/rounds.ts";
import { newId } from "#drizzle/columns.ts";
import { begin, laboratoryOf, type SigningPerson, save } from "#tests/support/certifying.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { hydrated } from "./browser.ts";
import { askToTake, dark, fullDevice, kept, keptDrafts, padOf, press, take } from "./drafts.ts";
import { background, phone } from "./rounds.ts";
import { sound } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "cellar", 0, 2);
const lab = await laboratoryOf(w, company, 2);
const [one, two] = lab.people as [SigningPerson, SigningPerson];

const measuredOf = async (id: string) => {
  const { measurement_set_id } = await lab.shard.get("certificate_reports", id);
  const set = await lab.shard.get("measurement_sets", String(measurement_set_id));
  return JSON.parse(String(set.measured));
};
const energyOf = async (id: string) => (await measuredOf(id)).as_found.e50?.reference ?? [];
const savesOf = (id: string) =>
  lab.shard.count(
    "measurement_changes",
    "measurement_set_id = (select measurement_set_id from certificate_reports where company_id = ?1 and id = ?2)",
    id,
  );

describe("what a device keeps of a draft", () => {
  test("the background sends it while no draft is open; a draft of eight days ago is renewed before work, and what was typed stays", async () => {
    const { id } = await begin(lab, one);
    const path = `/round/certificate-${id}`;
    const mine = phone(company, one.client);
    const page = await mine.open();
    await dark(page, company.host);
    const { asked, sync } = await background(page, company);
    await take(page, `/certificate-report/update/${id}`);
    await mine.offline(true);
    await page.goto(path);
    await press(page, ["49.7"]);
    await kept(page);
    await expect.poll(asked).toBe("rounds");
    await page.goto("about:blank");
    expect(await energyOf(id)).toEqual([]);
    await mine.offline(false);
    await sync();
    await expect.poll(() => energyOf(id)).toEqual(["49.7"]);

    await mine.offline(true);
    await page.goto(path);
    await padOf(page).getByRole("button", { name: "Reading 1 49.7" }).waitFor();
    await press(page, ["49.9"], 2);
    await kept(page);
    await keptDrafts(
      page,
      (await keptDrafts(page)).map((draft) => ({ ...draft, takenAt: draft.takenAt - 8 * DAY_MS })),
    );
    const measured = await measuredOf(id);
    const theirs = { ...measured.as_found.e50, reference: ["51"] };
    const { status } = await save(two, id, {
      measured: { ...measured, as_found: { e50: theirs } },
    });
    expect(status).toBe(200);
    await page.reload();
    await page.getByText("Renew this draft before further work").waitFor();
    expect(await padOf(page).count()).toBe(0);
    const renew = page.getByRole("button", { name: "Renew", exact: true });
    await renew.click();
    await page.getByText("There is no network. Renew the draft where there is one.").waitFor();
    await sound(page, "an old draft");
    await mine.offline(false);
    await page.reload();
    // What waits is sent as it is; that somebody else was first shows.
    await page.getByRole("link", { name: "See how it stands on the server" }).waitFor();
    await renew.click();
    await padOf(page).getByRole("button", { name: "Reading 2 49.9" }).waitFor();
    await padOf(page).getByRole("button", { name: "Reading 1 49.7" }).waitFor();
    expect(await energyOf(id)).toEqual(["51"]);
    await page.getByRole("button", { name: "Compare both" }).click();
    await page.getByRole("button", { name: "Save what is chosen" }).click();
    await page.getByText(/Everything you typed is with the server/).waitFor();
    expect([await energyOf(id), await savesOf(id)]).toEqual([["51", "49.9"], 3]);
  });

  test("a full device says so once; what is typed stays on the page, and is kept by itself once there is room; a draft too many is refused", async () => {
    const [{ id }, { id: other }] = [await begin(lab, one), await begin(lab, one)];
    const mine = phone(company, one.client);
    let page = await mine.open();
    await take(page, `/certificate-report/update/${id}`);
    await mine.close();
    page = await mine.open();
    await dark(page, company.host);
    const full = await fullDevice(page, company);
    await full(true);
    const told = page.getByText(/^This device is full or keeps nothing/);
    const typesUnkept = async () => {
      await press(page, ["49.7"]);
      await told.waitFor();
      await page.getByText("Not saved", { exact: true }).waitFor();
      await padOf(page).getByRole("button", { name: "Reading 1 49.7" }).waitFor();
      expect(await told.count()).toBe(1);
    };
    await page.goto(`/certificate-report/update/${other}`);
    await hydrated(page);
    await mine.offline(true);
    await typesUnkept();
    await mine.offline(false);
    await expect.poll(() => energyOf(other), { timeout: 20_000 }).toEqual(["49.7"]);
    await told.waitFor({ state: "detached" });

    await mine.offline(true);
    await page.goto(`/round/certificate-${id}`);
    await typesUnkept();
    await sound(page, "a full device");
    await full(false);
    await kept(page);
    expect(await told.count()).toBe(0);
    await mine.offline(false);
    await page.reload();
    await page.getByText(/Everything you typed is with the server/).waitFor();
    expect([await energyOf(id), await savesOf(id)]).toEqual([["49.7"], 1]);

    const [draft] = await keptDrafts(page);
    const more = Array.from({ length: MOST_DRAFTS - 1 }, () => {
      const another = newId();
      return { ...draft!, id: another, packageId: draftPackageId("certificate", another) };
    });
    const names = (await keptDrafts(page, more)).map(({ packageId }) => packageId);
    expect(names).toHaveLength(MOST_DRAFTS);
    const dialog = await askToTake(page, `/certificate-report/update/${other}`);
    await dialog
      .getByText("At most 20 drafts are taken along. Remove one on the dashboard first.")
      .waitFor();
    await sound(page, "a draft too many");
    expect((await keptDrafts(page)).map(({ packageId }) => packageId)).toEqual(names);
    await take(page, `/certificate-report/update/${id}`);
  });
});
