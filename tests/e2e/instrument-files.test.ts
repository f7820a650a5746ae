import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { begin, laboratoryOf } from "#tests/support/certifying.ts";
import { energies, logger } from "#tests/support/instrument-files.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, testSound } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "instrument-files", 1, 1);
const lab = await laboratoryOf(w, company, 1);
const bench = lab.people[0]!;
const person = { company, kind: bench.client } as const;

const drop = (page: Page, name: string, text: string) =>
  page
    .getByLabel("File of a safety analyser or a data logger")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
type Line = { reference: string[]; imported: unknown };
type Stored = { as_found: Record<string, Line>; environment: { imported?: string[] }[] };
const storedOf = async (id: string): Promise<Stored> => {
  const set = String((await lab.shard.get("certificate_reports", id)).measurement_set_id);
  return JSON.parse(String((await lab.shard.get("measurement_sets", set)).measured));
};
const READING = "Delivered energy, 50 J, reading 1";
const MARK = "From a file of an instrument";

test("a file is mapped once, shown before it is taken, and marked; the next one is recognised by itself", async () => {
  const { id } = await begin(lab, bench);
  const { page, open } = await newPage({ ...person, width: 1280, height: 900 });
  await open(`/certificate-report/update/${id}`);
  const cell = page.getByRole("textbox", { name: READING, exact: true });
  await cell.waitFor();
  await cell.fill("48");
  const button = page.getByRole("button", { name: "From a file", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Values from a file" });
  await dialog.getByText("It is read in this browser and not uploaded").waitFor();
  await drop(page, "large.csv", "a,b\n".repeat(600_000));
  await dialog.getByText("large.csv is larger than 2 MB").waitFor();
  await drop(page, "photo.csv", "\u0089PNG");
  await drop(page, "shocks.txt", energies);
  await dialog.getByText("Files of this kind are new here").waitFor();
  await dialog.getByRole("radio", { name: "Measurements" }).check({ force: true });
  await expect.poll(() => dialog.getByLabel("Set point").first().inputValue()).toBe("Set point");
  await dialog.getByLabel("All rows").selectOption("Delivered energy");
  await dialog.getByLabel("Reading", { exact: true }).selectOption("Reading of the standard");
  await dialog.getByLabel("Name of this kind of file").fill("Shocks of the analyser");
  await sound(page, "a file of an instrument is mapped");
  await dialog.getByRole("button", { name: "Save map and preview" }).click();

  const taken = dialog.getByRole("region", { name: "What is taken" });
  await taken
    .getByRole("row", { name: /Delivered energy, 50 J, reading 1 48\s*Replaced 49.70 J/ })
    .waitFor();
  await dialog.getByText("3 are not taken").click();
  await dialog.getByText("The procedure has no point at 360").waitFor();
  await sound(page, "values of a file before they are taken");
  // What is typed stays where the person says so.
  await dialog.getByLabel("Replace 1 value that is typed already").uncheck();
  await dialog.getByRole("button", { name: "Take 4 values" }).waitFor();
  await dialog.getByLabel("Replace 1 value that is typed already").check();
  await dialog.getByRole("button", { name: "Take 5 values" }).click();
  await page.getByText("5 values taken from shocks.txt").waitFor();
  await expect.poll(() => cell.inputValue()).toBe("49.70");
  await expect
    .poll(async () => (await storedOf(id)).as_found.e50?.imported, { timeout: 15_000 })
    .toEqual({ indication: [], reference: [0, 1, 2] });

  await page.reload();
  await expect.poll(() => cell.getAttribute("title")).toBe(MARK);
  await cell.fill("49.8");
  expect(await cell.getAttribute("title")).toBeNull();
  await expect
    .poll(async () => (await storedOf(id)).as_found.e50?.imported, { timeout: 15_000 })
    .toEqual({ indication: [], reference: [1, 2] });
});

test("on a phone the second file of a kind needs no map, and a logger brings the room", async () => {
  const { id } = await begin(lab, bench);
  const { page, open } = await newPage({ ...person, width: 360, height: 740 });
  await open(`/certificate-report/update/${id}`);
  const button = page.getByRole("button", { name: "From a file", exact: true });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Values from a file" });
  await drop(page, "more.txt", energies);
  await dialog.getByText("Read by the map Shocks of the analyser.").waitFor();
  await sound(page, "values of a file on a phone");
  await dialog.getByRole("button", { name: "Take 5 values" }).click();
  await page
    .getByRole("button", { name: "Reading 1 49.70 from a file of an instrument" })
    .waitFor();

  await button.click();
  const today = companyToday().split("-").reverse().join("/");
  await drop(page, "room.csv", logger(60).replaceAll("23/11/2026", today));
  await dialog.getByText("Files of this kind are new here").waitFor();
  await expect
    .poll(() => dialog.getByLabel("Temperature (°C)", { exact: true }).inputValue())
    .toBe("Temperature");
  await sound(page, "a data logger is mapped on a phone");
  await dialog.getByLabel("Name of this kind of file").fill("Room logger");
  await dialog.getByRole("button", { name: "Save map and preview" }).click();
  await dialog.getByLabel("From, by the logger's clock").waitFor();
  await dialog.getByRole("button", { name: "Take 2 values" }).click();
  await expect
    .poll(async () => (await storedOf(id)).environment, { timeout: 15_000 })
    .toEqual([{ first: "21.00", last: "21.58", imported: ["first", "last"] }]);
});

testSound("the maps of files", { company, kind: "admin" }, ["/instrument-maps"]);
