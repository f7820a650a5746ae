import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import {
  begin,
  certifiedContent,
  laboratoryOf,
  machineToCertify,
  sign,
  standardOf,
} from "#tests/support/certifying.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { addCompany, companyToday, PASSWORD, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { paste } from "./paste.ts";
import { sound } from "./sound.ts";

const ENERGIES = ["20", "50", "70", "100", "120", "150", "170", "200", "270", "360"];
const [energy, ...others] = certifiedContent.parameters;
const [point] = energy!.points;

const w = await world();
const company = await addCompany(w.env, "adjusting", 2, 1);
const lab = await laboratoryOf(w, company, 4, {
  ...certifiedContent,
  parameters: [
    {
      ...energy!,
      points: ENERGIES.map((nominal) => ({ ...point!, key: `e${nominal}`, nominal })),
    },
    ...others,
  ],
});
const row = (id: string) => lab.shard.get("certificate_reports", id);

/** Three readings of each energy as a spreadsheet has them, so many per cent off. */
const sheet = (percent: number) =>
  ENERGIES.map((nominal) =>
    [0, 0.1, -0.1]
      .map((apart) => (Number(nominal) * (1 + percent / 100) + apart).toFixed(1))
      .join("\t"),
  ).join("\n");

test("a device that fails is adjusted and passes as it is left; the standard that expired on the day is replaced by another one", async () => {
  const [one, two, three, four] = lab.people;
  const { id } = await begin(lab, one!, await machineToCertify(lab));
  const { page, open } = await newPage({ company, kind: one!.client, width: 1280, height: 900 });
  await open(`/certificate-report/update/${id}`);
  const cell = (name: string) => page.getByRole("textbox", { name, exact: true });
  const panel = page.getByRole("region", { name: "Delivered energy" });

  // As found it is a quarter off at each of thirty readings.
  await paste(cell("Delivered energy, 20 J, reading 1"), sheet(-25));
  await page.getByText("30 readings pasted").waitFor();
  await panel.getByText("Results: 10 fail").waitFor();
  await panel.getByLabel("Actions for Delivered energy").click();
  await panel.getByRole("button", { name: "It was adjusted" }).click();
  await paste(cell("Delivered energy, 20 J, as left, reading 1"), sheet(0.5));
  await panel.getByText("As left: pass").waitFor();
  await panel.getByText("As found: 10 fail").waitFor();
  await page.getByLabel("Adjustment").selectOption("Adjusted");
  for (const at of [1, 2, 3]) await cell(`Charge time, point 1, reading ${at}`).fill("6.8");
  await cell("Temperature, start, °C").fill("22.1");
  await cell("Temperature, end, °C").fill("22.6");
  await page.getByRole("radio", { name: "Yes" }).check({ force: true });
  await page.getByText("13 of 13").waitFor();

  // Its standard was due yesterday: it stands in the way until another one has taken its place.
  const expired = await lab.shard.get("calibrators", lab.standardId);
  await pastTriggers(lab.shard.db, ["calibrator_certificates"], () =>
    lab.shard.set("calibrator_certificates", String(expired.current_certificate_id), {
      due_on: addDays(companyToday(), -1),
    }),
  );
  const good = await lab.shard.get("calibrators", await standardOf(lab.shard));
  await expect.poll(async () => (await row(id)).adjustment, { timeout: 15_000 }).toBe("adjusted");
  await open(`/certificate-report/update/${id}`);
  await page.getByText(`${expired.calibrator_no} was due before the work ended`).waitFor();
  expect(await page.getByRole("link", { name: "Submit for check" }).count()).toBe(0);
  await page.getByRole("button", { name: `Remove ${expired.calibrator_no}` }).click();
  const adding = page.getByRole("combobox", { name: /^Add a standard as/ });
  await adding.click();
  await page.getByRole("option", { name: String(good.calibrator_no) }).click();
  await page.getByText("13 of 13").waitFor();

  await page.getByRole("link", { name: "Submit for check" }).click();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign and submit" }).click();
  await expect.poll(async () => (await row(id)).status).toBe("submitted");
  for (const [who, move] of [
    [two, "check"],
    [three, "approve"],
    [four, "issue"],
  ] as const)
    expect((await sign(who!, id, move)).status, move).toBe(200);
  expect(await row(id)).toMatchObject({ conformity: "pass", as_found_conformity: "fail" });

  const phone = await newPage({ company, kind: two!.client, width: 360, theme: "dark" });
  await phone.open(`/certificate-report/${id}`);
  const results = phone.page.getByRole("table", { name: "Delivered energy" });
  expect(await results.getByText("As left", { exact: true }).count()).toBe(ENERGIES.length);
  expect(await results.getByText("Fail", { exact: true }).count()).toBe(ENERGIES.length);
  await sound(phone.page, "results before and after an adjustment");
});
