import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { signedIn } from "#tests/support/client.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { LONG, sound, testSound } from "./sound.ts";

const w = await world();
const company = w.companies.acme;
const TODAY = companyToday();
const shard = rowsOf(w, company);
const api = await signedIn(w, company, "admin");
const post = async (path: string, body: object) => {
  const { status, data, errors } = await api.call<{ id: string }>("POST", path, body);
  expect([path, errors, status]).toEqual([path, undefined, 201]);
  return data.id;
};
const standard = (calibrator_no: string, name: string) =>
  post("/api/calibrators", {
    ...{ calibrator_no, name, kind: "reference_standard", manufacturer: "Fluke" },
    ...{ model: "Impulse 7000DP", serial_no: calibrator_no, interval_value: 12 },
    ...{ interval_unit: "month", interval_source: "manufacturer" },
    ...{ check_every_value: 1, check_every_unit: "month" },
  });
const source = await standard("ES-01", "Energy source");
const id = await standard("DA-02", "Defibrillator analyser");
const bare = await standard("DA-03", LONG);
const values =
  "200.1 199.8 200.2 199.9 200.0 200.3 199.9 199.7 200.1 200.2 200.4 200.1 199.9 200.2 200.3 200.5 200.4 200.7";
const point = { parameter: "Delivered energy", nominal: "200", unit: "J", reference: "200.0" };
for (const [at, value] of values.split(" ").entries())
  await post(`/api/calibrators/${id}/checks`, {
    ...{ ...point, value, limit_value: "1.2", check_standard_id: source },
    checked_on: addDays(TODAY, (at - 18) * 30),
  });
const corrections = ["-0.2", "+0.4", "-0.6", "-0.3", "0.0"];
for (const [at, correction] of corrections.entries()) {
  const year = 2022 + at;
  const media = await shard.add("media", {
    ...{ kind: "calibration", owner_kind: "calibration", object_key: `e2e-${at}`, bytes: 1 },
    ...{ mime: "application/pdf", file_name: "c.pdf", uploaded_at: 1, sha256: "0" },
  });
  const certificate = await shard.add("calibrator_certificates", {
    ...{ calibrator_id: id, certificate_no: `EMT-${year}`, issued_by: "Standards Laboratory" },
    ...{ route: "accredited_lab", calibrated_on: `${year}-05-1${at}`, issued_on: `${year}-05-20` },
    ...{ due_on: `${year + 1}-05-12`, as_found: "in_tolerance", status: "entered" },
    ...{ media_id: media, accepted_by: company.users.admin.id, accepted_at: 1 },
  });
  const points = ["200", "300"].map((nominal) => ({
    ...{ nominal, reference: nominal, indicated: nominal, correction, u: "2.0", k: "2", dof: null },
  }));
  await shard.add("calibrator_ranges", {
    ...{ calibrator_certificate_id: certificate, calibrator_id: id, parameter: "Delivered energy" },
    ...{ quantity: "energy", unit: "J", range_lo: "1", range_lo_num: 1, range_hi: "360" },
    ...{ range_hi_num: 360, u_kind: "pct_reading", u_pct: "1", spec_pct: "1" },
    ...{ drift_kind: "from_history", points: JSON.stringify(points) },
  });
  await shard.set("calibrator_certificates", certificate, {
    status: at === corrections.length - 1 ? "accepted" : "superseded",
  });
}
const proposal = await post("/api/interval-proposals", { calibrator_id: id, method: "staircase" });

const admin = { company: "acme", kind: "admin" } as const;
testSound("the screens of checks and intervals", admin, [
  `/calibrator/${id}`,
  `/calibrator/${id}?do=check`,
  `/calibrator/${bare}`,
  `/calibrator/${bare}?do=propose`,
  `/calibrator/checks/${id}`,
  `/calibrator/checks/${bare}`,
  "/interval-proposals",
  "/interval-proposals?tab=decided",
  `/interval-proposal/${proposal}`,
  "/settings?tab=intervals",
]);

test("checks are recorded until one fails; the chart tells it on a phone, by finger and by keys", async () => {
  const { page, open } = await newPage({ ...admin, width: 360, height: 740, theme: "dark" });
  await open(`/calibrator/${id}`);
  const record = async (value: string) => {
    await page.getByRole("link", { name: "Record check", exact: true }).click();
    const dialog = page.getByRole("dialog");
    // All but the value is as it was last time.
    expect(await dialog.locator("[name=reference]").inputValue()).toBe("200.0");
    await dialog.locator("[name=value]").fill(value);
    return dialog;
  };
  const typo = await record("2OO.6");
  await typo.getByRole("button", { name: "Record check" }).click();
  await page.getByText("Value must be a number").first().waitFor();
  await typo.locator("[name=value]").fill("200.6");
  await typo.getByText("0.6 J off, within 1.2 J.").waitFor();
  await typo.getByRole("button", { name: "Record check" }).click();
  await page.getByText("Six checks in a row above 200.0 J: it may be drifting.").waitFor();

  const second = await record("201.6");
  await second.getByText("the check fails, and the calibrator goes into quarantine").waitFor();
  await sound(page);
  await second.getByRole("button", { name: "Record check" }).click();
  await page
    .getByText("Seven checks in a row above 200.0 J, the last 0.4 J above the limit.")
    .waitFor();
  await page.getByText("1.6 J off, where 1.2 J is allowed").first().waitFor();
  await page.getByText("Quarantined", { exact: true }).first().waitFor();
  await page.getByText("201.6 J, fail").waitFor();
  await page.getByText("Largest change 1.0 J, 2023 to 2024. Budgets take ±1.0 J").first().waitFor();
  await sound(page);

  const chart = page.getByRole("slider", { name: /Checks one by one/ });
  const told = () => chart.getAttribute("aria-valuetext");
  expect(await told()).toContain("201.6 J against 200.0 J, failed");
  await chart.focus();
  await page.keyboard.press("ArrowLeft");
  expect(await told()).toContain("200.6 J against 200.0 J, ok");
  await page.keyboard.press("Home");
  const first = await told();
  expect(first).toContain("200.1 J");
  const box = (await chart.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(told).not.toBe(first);

  await page.getByLabel("Table of Checks of Delivered energy at 200 J").click();
  await page.getByRole("row", { name: /201.6 J/ }).waitFor();
  await sound(page);
});

test("the first check of a standard closes its dialog, and says that it is recorded", async () => {
  const { page, open } = await newPage(admin);
  await open(`/calibrator/${bare}?do=check`);
  const dialog = page.getByRole("dialog");
  const figures = { parameter: "Energy", reference: "200.0", limitValue: "1.2", value: "200.1" };
  for (const [name, text] of Object.entries(figures))
    await dialog.locator(`[name=${name}]`).fill(text);
  await dialog.locator("[name=unit]").selectOption("J");
  await dialog.getByRole("button", { name: "Record check" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Check recorded").first().waitFor();
  await page.getByText("Checks of Energy").first().waitFor();
  expect(new URL(page.url()).search).toBe("");
});

test("an interval is accepted with a reason", async () => {
  const { page, open } = await newPage(admin);
  await open("/interval-proposals");
  await page.getByRole("link", { name: "Defibrillator analyser" }).click();
  await page.getByText("Both at most 0.8: × 1.25, at most 2 × 12 months").waitFor();
  await page.getByRole("link", { name: "Accept" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Accept interval" }).click();
  await page.getByText("Reason is required").first().waitFor();
  await dialog.getByLabel("Reason").fill("Five certificates speak for it");
  await dialog.getByRole("button", { name: "Accept interval" }).click();
  await page.getByText("Accepted", { exact: true }).first().waitFor();
  await page.getByRole("link", { name: "Open calibrator" }).click();
  await page.getByText("12 months to 15 months, Staircase").waitFor();
});
