import { expect, test } from "vitest";
import { insert, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { LONG, testSound } from "./sound.ts";

const stamps = { created_at: 1, updated_at: 1 };

const w = await world();
const control = w.env.CONTROL_DB;
await insert(control, "machine_types", { id: "e2e-type", name: "Browser ventilator", ...stamps });
const lists = JSON.stringify(["Housing", "Alarms", LONG]);
await insert(control, "pm_checklists", {
  id: "e2e-list",
  machine_type_id: "e2e-type",
  machine_name: LONG,
  lists,
  ...stamps,
});

testSound("the platform's screens", { company: "platform" }, [
  "/machine-types",
  "/pm-checklists",
  "/pm-checklist/create",
  "/pm-checklist/update/e2e-list",
  "/companies",
  "/company/create",
]);

test("checks are pasted, moved and removed by keyboard, and a blank one is refused where it stands", async () => {
  const { page, open } = await newPage({ company: "platform" });
  await open("/pm-checklist/create");
  await page.selectOption("select[name=machineTypeId]", "e2e-type");
  await page.fill("input[name=machineName]", "Hamilton C6");
  await page.getByLabel("Check 1", { exact: true }).focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "1. Power on\n2. Leak test\n\n- Alarms");
    document.activeElement!.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  const names = () =>
    page
      .locator(".name-row input")
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await expect.poll(names).toEqual(["Power on", "Leak test", "Alarms"]);
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(names).toEqual(["Power on", "Alarms", "Leak test"]);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Fan");
  await page.keyboard.press("Enter");
  await expect.poll(names).toEqual(["Power on", "Alarms", "Fan", "", "Leak test"]);
  await page.getByRole("button", { name: "Add PM checklist" }).click();
  const blank = page.getByLabel("Check 4", { exact: true });
  await page.locator('.name-row input[aria-invalid="true"]').waitFor();
  expect(await blank.getAttribute("aria-invalid")).toBe("true");
  await blank.focus();
  await page.keyboard.press("Backspace");
  await expect.poll(names).toEqual(["Power on", "Alarms", "Fan", "Leak test"]);
  await page.getByRole("button", { name: "Add PM checklist" }).click();
  await page.waitForURL("**/pm-checklists");
  await page.getByText("PM checklist added").waitFor();
  const row = await w.env.CONTROL_DB.prepare(
    "select lists from pm_checklists where machine_name = 'Hamilton C6'",
  ).first();
  expect(row).toEqual({ lists: '["Power on","Alarms","Fan","Leak test"]' });
});

test("without scripts a checklist is a box with one check a line", async () => {
  const { page, open } = await newPage({ company: "platform", javaScript: false });
  await open("/pm-checklist/update/e2e-list");
  expect(await page.inputValue("textarea[name=lists]")).toBe(`Housing\nAlarms\n${LONG}`);
  await page.fill("textarea[name=lists]", "Housing\nFilter\n");
  await page.getByRole("button", { name: "Save PM checklist" }).click();
  const row = await w.env.CONTROL_DB.prepare(
    "select lists, revision from pm_checklists where id = 'e2e-list'",
  ).first();
  expect(row).toEqual({ lists: '["Housing","Filter"]', revision: 2 });
});

test("a company is suspended with a reason from the list", async () => {
  const { page, open } = await newPage({ company: "platform" });
  await open("/companies?q=initech");
  const row = page.locator("tbody tr", { hasText: "initech" });
  const act = async (verb: string, reason: string) => {
    await row.getByRole("button", { name: /^Actions for/ }).click();
    await row.getByRole("link", { name: verb }).click();
    await page.locator("dialog textarea").fill(reason);
    await page.getByRole("button", { name: `${verb} company` }).click();
  };
  await act("Suspend", "Not paid");
  await row.getByText("Suspended").waitFor();
  await act("Reactivate", "Paid");
  await row.getByText("Active").waitFor();
});
