import { expect, test } from "vitest";
import { addMonths } from "#app/shared/company-time.ts";
import { laboratoryOf, passing } from "#tests/support/certifying.ts";
import {
  deviceToCalibrate,
  type Measurer,
  measuredInhouse,
  measurer,
  moveInhouse,
} from "#tests/support/inhouse.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { paste } from "./paste.ts";
import { sound, testSound, twoLooks } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "inhouse-looks", 2, 1);
const lab = await laboratoryOf(w, company, 0);
const technician = await measurer(lab, "view-breakdown", "create-breakdown");
const colleague = await measurer(lab, "view-breakdown", "create-breakdown");
const person = (who: Measurer) => ({ company, kind: who.client }) as const;
const row = (id: string) => lab.shard.get("inhouse_calibrations", id);

/** One that has ended: of a device that was calibrated before. */
async function closed(asset: string, more?: object) {
  const id = await measuredInhouse(lab, technician, asset, more);
  await moveInhouse(colleague, id, "verify");
  await moveInhouse(colleague, id, "close");
  return id;
}
const again = await deviceToCalibrate(lab);
await closed(again);
const drifted = {
  ...passing,
  as_found: {
    ...passing.as_found,
    e50: { indication: [], reference: ["50.4", "50.5", "50.2"], imported: [] },
  },
};
const done = await closed(again, { outcome: "pass", measured: drifted });
const failed = await deviceToCalibrate(lab);
const failing = await closed(failed, { outcome: "fail", outcome_reason: "Its paddles are burnt" });
const draft = await measuredInhouse(lab, technician, await deviceToCalibrate(lab));

testSound("the screens of in-house calibrations", { company, kind: "admin" }, [
  "/inhouse-calibrations",
  "/inhouse-calibrations?tab=closed",
  "/inhouse-calibration/create",
  `/inhouse-calibration/create?from=${done}`,
  `/inhouse-calibration/update/${draft}`,
  `/inhouse-calibration/${draft}?do=verify`,
  `/inhouse-calibration/${done}`,
  `/inhouse-calibration/${failing}`,
  `/asset/detail/${again}?tab=calibration`,
]);

test("a device is calibrated from its page, verified and closed by a colleague, and its page shows the next date", async () => {
  const asset = await deviceToCalibrate(lab);
  const model = await lab.shard.add("machine_models", {
    ...{ name: `Zoll ${asset}`, manufacturer: "Zoll", model: asset },
    default_procedure_id: lab.procedureId,
  });
  await lab.shard.add("machines", {
    ...{ machine_no: `M-${asset.slice(-8)}`, name: "Defibrillator", owner: "own_asset" },
    ...{ asset_id: asset, machine_model_id: model, qr_token: asset, order_on: "9999-12-31" },
  });
  const { page, open } = await newPage({ ...person(technician), width: 1280, height: 900 });
  await open(`/asset/detail/${asset}?tab=calibration`);
  await page.getByRole("link", { name: "Calibrate" }).first().click();
  await page.getByRole("button", { name: "Begin measuring" }).click();
  await page.waitForURL(/\/inhouse-calibration\/update\//);
  const id = page.url().split("/").at(-1)!;
  const cell = (name: string) => page.getByRole("textbox", { name, exact: true });
  await paste(cell("Delivered energy, 50 J, reading 1"), "49.7\t49.9\t49.6\n198.2\t199.1\t198.7");
  for (const [at, value] of ["6.8", "6.9", "6.7"].entries())
    await cell(`Charge time, point 1, reading ${at + 1}`).fill(value);
  await cell("Temperature, start, °C").fill("22.1");
  await cell("Temperature, end, °C").fill("22.6");
  await page.getByRole("radio", { name: "Yes" }).check({ force: true });
  await page.getByText("Say what it came to").waitFor();
  await page.getByRole("combobox", { name: "Outcome" }).selectOption("pass");
  await page.getByRole("textbox", { name: "Delivered energy, resolution" }).fill("0.1");
  await page.getByRole("link", { name: "Done" }).click({ timeout: 15_000 });
  await page.waitForURL(`**/inhouse-calibration/${id}`);
  await expect(page.getByRole("button", { name: /^Verify/ }).isDisabled()).resolves.toBe(true);

  const other = await newPage({ ...person(colleague), width: 1280, height: 900, theme: "dark" });
  await other.open(`/inhouse-calibration/${id}`);
  for (const [button, state] of [
    ["Verify", "verified"],
    ["Close", "closed"],
  ] as const) {
    await other.page.getByRole("link", { name: button, exact: true }).click();
    await other.page.getByRole("dialog").getByRole("button", { name: button }).click();
    await expect.poll(async () => (await row(id)).status).toBe(state);
  }
  expect(JSON.parse(String((await row(id)).device)).parameters[0].resolution).toBe("0.1");
  await other.open(`/asset/detail/${asset}?tab=calibration`);
  await other.page
    .getByText(String((await row(id)).inhouse_no))
    .first()
    .waitFor();
  expect((await lab.shard.get("assets", asset)).next_cal_on).toBe(addMonths(companyToday(), 12));
});

test.each(twoLooks)(
  "a device that did not pass has its call reported at %i px, %s",
  async (width, theme) => {
    const asset = await deviceToCalibrate(lab);
    const id = await closed(asset, { outcome: "fail", outcome_reason: "Too little at 200 J" });
    const { page, open } = await newPage({ ...person(technician), width, theme });
    await open(`/inhouse-calibration/${id}`);
    await page.getByRole("link", { name: "Report a service call" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Problem" }).fill("Delivers too little at 200 J");
    await dialog.getByRole("radio", { name: "No", exact: true }).check({ force: true });
    await sound(page);
    await dialog.getByRole("button", { name: "Send" }).click();
    await expect.poll(async () => (await row(id)).breakdown_id).not.toBeNull();
    await open(`/inhouse-calibration/${id}`);
    await page.getByText("A service call was reported because of this calibration.").waitFor();
  },
);

test("what is typed without a network is kept and saved when it is back", async () => {
  const id = await measuredInhouse(lab, technician, await deviceToCalibrate(lab));
  const { page, open } = await newPage({ ...person(technician), width: 1280 });
  await open(`/inhouse-calibration/update/${id}`);
  const cell = page.getByRole("textbox", {
    name: "Delivered energy, 50 J, reading 1",
    exact: true,
  });
  await cell.waitFor();
  await page.context().setOffline(true);
  await cell.fill("50.1");
  await page.getByText("Kept on this device, not yet sent", { exact: true }).waitFor();
  await page.context().setOffline(false);
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor({ timeout: 30_000 });
  const set = await lab.shard.get("measurement_sets", String((await row(id)).measurement_set_id));
  expect(JSON.parse(String(set.measured)).as_found.e50.reference[0]).toBe("50.1");
});
