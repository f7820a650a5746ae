import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import templates from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };
import { newPage } from "./browser.ts";
import { LONG, sound, testSound } from "./sound.ts";

const w = await world();
const company = w.companies.globex;
const shard = rowsOf(w, company);
const api = await signedIn(w, company, "admin");
const approver = (await colleague(w, company, "view-procedure", "approve-procedure")).client;

const template = async (key: string, name: string) => {
  const found = templates.devices.find((one) => one.key === key)!;
  const id = newId();
  const content = JSON.stringify(found);
  await shard.add("device_templates", { id, name, content, origin_key: `${key}-${id}` });
  return id;
};
const begun = async (code: string, key: string, name: string) => {
  const { status, data } = await api.call<{ id: string; version_id: string }>(
    "POST",
    "/api/procedures/from-template",
    {
      code,
      name,
      discipline: "medical",
      template_id: await template(key, `${name} ${code}`.slice(0, 60)),
    },
  );
  expect(status).toBe(201);
  return { id: data.id, versionId: data.version_id };
};
const monitor = await begun("CP-MON-01", "patient_monitor", LONG);
const sphyg = await begun("CP-SPH-01", "sphyg_manual", "Manual sphygmomanometers");
await template("infusion_pump", "Infusion pump, volumetric");

const admin = { company: "globex", kind: "admin" } as const;

testSound("the screens of procedures", admin, [
  "/procedures",
  "/procedures?q=nothing-like-it",
  "/procedure/create",
  `/procedure/${monitor.id}`,
  `/procedure/edit/${monitor.versionId}`,
  `/procedure/edit/${monitor.versionId}#procedure-content.parameters.3.points.1.nominal`,
  `/procedure/edit/${sphyg.versionId}#procedure-content.checks.0.name`,
]);

test("a procedure is begun from a template, completed, submitted, and approved by somebody else", async () => {
  const { page, open } = await newPage(admin);
  await open("/procedures");
  await page.getByRole("link", { name: "Add procedure" }).first().click();
  await page.getByLabel("Code").fill("CP-INF-01");
  await page.getByLabel("Name").fill("Infusion pumps");
  await page.getByRole("combobox", { name: "Template" }).fill("Infusion");
  await page.getByRole("option", { name: "Infusion pump, volumetric" }).click();
  await page.getByRole("button", { name: "Begin draft" }).click();
  await page.getByRole("heading", { name: "Infusion pumps, version 1" }).waitFor();

  await page.getByLabel("Decision rule").selectOption({ label: "Simple acceptance" });
  // A point is pasted as a block; the example follows at once.
  await page.getByRole("button", { name: /^Flow rate/ }).click();
  const nominals = page.getByLabel(/^Nominal value of point/);
  await expect.poll(() => nominals.count()).toBe(4);
  await nominals.nth(0).focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "5\t±max(5 %, 0.5)\t4\n25\t±5 %\t4\n50\n100\n250\n400");
    document.activeElement!.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect.poll(() => nominals.count()).toBe(6);
  expect(await page.getByLabel("Tolerance of 5 mL/h").inputValue()).toBe("±max(5 %, 0.5)");
  expect(await page.getByLabel("Tolerance of 400 mL/h").inputValue()).toBe("±5 %");
  const results = page.getByRole("table", { name: "Results of the example" });
  await expect.poll(() => results.getByText("Pass").count()).toBe(6);
  await page.getByLabel("Wanted U, mL/h").fill("0.02");
  await page.getByRole("columnheader", { name: "To reach it" }).waitFor();

  // Arrows go down a column, as in a sheet.
  await nominals.nth(1).focus();
  await page.keyboard.press("ArrowDown");
  expect(await nominals.nth(2).evaluate((box) => box === document.activeElement)).toBe(true);
  await sound(page, "the open parameter");

  // A tolerance nobody can read is told at its cell.
  const tolerance = page.getByLabel("Tolerance of 5 mL/h");
  await tolerance.fill("about five");
  await page
    .getByText(/^Write a tolerance such as/)
    .first()
    .waitFor();
  await tolerance.fill("±5 %");

  // What is missing leads to its field.
  const missing = page
    .getByRole("region", { name: "What is missing" })
    .or(page.locator(".pr-missing"));
  await missing
    .getByRole("button", { name: /Battery run time/ })
    .first()
    .click();
  await page.getByLabel("Compared with").selectOption("infusion_analyser");
  await page.getByText("Nothing. Save it, then submit it for review.").waitFor();

  // Leaving without saving asks.
  await page.getByRole("link", { name: "Procedures" }).last().click();
  await page.getByText("Leave without saving?").waitFor();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Draft saved").first().waitFor();

  // What is whole and saved leads on to its submission.
  await page.getByRole("link", { name: "Submit for review" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Submit for review" }).click();
  await page.getByText("In review").first().waitFor();
  // The author is told why somebody else approves it.
  const approve = page.getByRole("button", { name: /^Approve/ });
  expect(await approve.isDisabled()).toBe(true);
  expect(await approve.getAttribute("title")).toBe("Somebody else approves what you have written");

  const path = new URL(page.url()).pathname;
  const other = await newPage({ company, kind: approver });
  await other.open(path);
  await other.page.getByRole("link", { name: "Approve" }).click();
  await other.page.getByRole("button", { name: "Approve version" }).click();
  await other.page.getByText("Active").first().waitFor();

  // The next version says what is new in it.
  await open(path);
  await page.getByRole("button", { name: "New version" }).click();
  await page.getByLabel("Method reference").fill("CP-INF-01 issue 2");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Draft saved").first().waitFor();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "What is new since version 1" }).waitFor();
  await page.locator("ins", { hasText: "CP-INF-01 issue 2" }).waitFor();
});

test("on a phone points come one at a time", async () => {
  const { page, open } = await newPage({ ...admin, width: 360 });
  await open(`/procedure/edit/${sphyg.versionId}`);
  await page.getByRole("button", { name: /^Static pressure/ }).click();
  const boxes = page.getByLabel(/^Nominal value of point/).filter({ visible: true });
  await expect.poll(() => boxes.count()).toBe(1);
  await page.getByRole("button", { name: "Next point" }).click();
  await page.getByText("Point 2 of 6").waitFor();
  expect(await boxes.first().inputValue()).toBe("50");
  await sound(page, "a point on a phone");
});

test("somebody saved first: their draft is shown, and ours is not lost", async () => {
  const { page, open } = await newPage(admin);
  await open(`/procedure/edit/${sphyg.versionId}`);
  await page.getByLabel("Method reference").fill("Ours");
  const { data } = await api.call<{ content: object }>(
    "GET",
    `/api/procedure-versions/${sphyg.versionId}`,
  );
  await api.call("PUT", `/api/procedure-versions/${sphyg.versionId}`, {
    ...{ method_reference: "Theirs", content: data.content },
  });
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("The newer draft and yours differ in 1 place.").waitFor();
  await page.locator("del", { hasText: "Theirs" }).waitFor();
  expect(await page.getByLabel("Method reference").inputValue()).toBe("Ours");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Draft saved").first().waitFor();
});
