import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { approved, laboratoryOf, sign, standardOf } from "#tests/support/certifying.ts";
import {
  deviceToCalibrate,
  measuredInhouse,
  measurer,
  moveInhouse,
} from "#tests/support/inhouse.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "impactpages", 2, 1);
const lab = await laboratoryOf(w, company, 4);

/** A certificate that was issued with a standard, and its consumer. */
async function issuedWith(standard: string) {
  await lab.shard.run(
    "update calibrators set status = iif(id = ?2, 'in_service', 'out_for_calibration') where company_id = ?1",
    standard,
  );
  const { id } = await approved(lab);
  await sign(lab.people[3]!, id, "issue");
  const report = await lab.shard.get("certificate_reports", id);
  const consumer = String(report.consumer_id);
  await lab.shard.set("consumers", consumer, { email: "ward@consumer.test" });
  return { id, no: String(report.certificate_no), consumer };
}

/** The number of an in-house calibration that was verified with the standard in service. */
async function verifiedInhouse() {
  const [one, other] = [await measurer(lab), await measurer(lab)];
  const id = await measuredInhouse(lab, one, await deviceToCalibrate(lab));
  await moveInhouse(other, id, "verify");
  return String((await lab.shard.get("inhouse_calibrations", id)).inhouse_no);
}

test.each(twoLooks)(
  "a standard out of tolerance is reviewed to its last letter, at %i px, %s",
  async (width, theme) => {
    const standard = await standardOf(lab.shard, { name: `Analyser of ${width}` });
    const [one, two] = [await issuedWith(standard), await issuedWith(standard)];
    const calibration = await verifiedInhouse();
    await lab.shard.set("calibrators", standard, {
      ...{ status: "quarantined", quarantined_at: Date.now(), quarantined_by: lab.people[0]!.id },
      quarantine_reason: "Found 8 J high",
    });
    const { page, open } = await newPage({ company, kind: "admin", width, theme });
    const dialog = page.getByRole("dialog");

    await open(`/calibrator/${standard}`);
    await page.getByLabel("More actions").first().click();
    await page.getByRole("link", { name: "Open impact review" }).click();
    await page.waitForURL(/\/impact-review\/create\//);
    await sound(page, "create");
    await page.getByRole("button", { name: "Open review" }).click();
    await page.getByText("Say for one range at least how far it was off").first().waitFor();
    await expect.poll(() => page.getByLabel("Reason").inputValue()).toBe("Found 8 J high");
    const since = addDays(companyToday(), -180);
    await expect.poll(() => page.locator("[name=sinceOn]").inputValue()).toBe(since);
    await page.getByLabel("Energy, 1 to 400 J").fill("8");
    await page.getByRole("button", { name: "Open review" }).click();
    await page.waitForURL(/\/impact-review\/[0-9a-f-]{36}$/);
    await page
      .getByText("Impact review opened. Certificates: 2, in-house calibrations: 1.")
      .waitFor();
    await page.getByText("Pass, would be fail").first().waitFor();
    await sound(page, "review");
    const review = new URL(page.url()).pathname;

    const undecided = /Close review\s*Not everything in it is decided yet/;
    expect(await page.getByRole("button", { name: undecided }).isDisabled()).toBe(true);
    const menu = (no: string) => page.getByRole("button", { name: `Actions for ${no}` });
    await menu(one.no).click();
    await page.getByRole("link", { name: "Recall" }).click();
    await sound(page, "recall");
    await dialog.getByRole("button", { name: "Decide" }).click();
    await dialog.waitFor({ state: "detached" });
    await open(`${review}?action=undecided&changed=yes`);
    await menu(two.no).waitFor();
    expect(await menu(one.no).count()).toBe(0);
    if (width > 768) {
      await page.getByRole("checkbox", { name: /all/i }).first().check();
      await page.getByRole("button", { name: "Notify", exact: true }).click();
      await dialog.locator("button[type=submit]").click();
      await dialog
        .getByText(/1 certificate/)
        .first()
        .waitFor();
      await dialog.getByRole("button", { name: "Close" }).click();
    } else {
      await menu(two.no).click();
      await page.getByRole("link", { name: "Notify" }).click();
      await dialog.getByRole("button", { name: "Decide" }).click();
      await dialog.waitFor({ state: "detached" });
    }

    await menu(calibration).click();
    await page.getByRole("link", { name: "Calibrate again" }).click();
    await dialog.getByRole("button", { name: "Decide" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Calibrate again", { exact: true }).first().waitFor();
    await sound(page, "inhouse");
    await menu(calibration).click();
    await page.getByRole("link", { name: "Begin calibration" }).click();
    await page.waitForURL(/\/inhouse-calibration\/create\?from=/);
    await page.getByText(/^Begun from /).waitFor();

    await open(`${review}/letters`);
    await page.getByRole("heading", { name: "Recall of calibration certificates" }).waitFor();
    await page.getByRole("heading", { name: "Notice about calibration certificates" }).waitFor();
    await sound(page, "letters");
    await page
      .getByRole("button", { name: /^Send to ward@/ })
      .first()
      .click();
    await page.getByText(/^Sent by mail/).waitFor();

    await open(`${review}?do=close`);
    await dialog.getByLabel("Reason").fill("Both consumers were told");
    await dialog.getByRole("button", { name: "Close review" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Both consumers were told").waitFor();
    await open("/impact-reviews?tab=closed");
    await page.getByText(`Analyser of ${width}`).first().waitFor();
    await sound(page, "reviews");
  },
);
