import { expect, test } from "vitest";
import { inDays, passBench } from "#tests/support/passes.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, testSound } from "./sound.ts";

const w = await world();
const b = await passBench(w, "gatehouse", 2);
const LONG =
  "Mobile X-ray with two wireless detectors, a charging station and an exposure switch on a spiral cord of 3 m";
await b.device({ name: LONG, asset_code: "AST-00512" });
const shown = await b.device();
const item = await b.item(9, { name: "Exposure switch", part_no: "10764421" });
const draft = await b.pass([{ asset_id: shown }], { is_submitted: false });
const late = await b.pass([{ description: "Crate" }, { stock_item_id: item, qty: 2 }]);
for (const by of [b.approver, b.second]) await b.move(by.client, late.data.id, "approve");
await b.move(b.guard.client, late.data.id, "out");
await b.shard.set("gate_passes", late.data.id, { expected_return_on: inDays(-3) });

const own = { company: b.company, kind: b.maker.client } as const;
testSound("the screens of gate passes", own, [
  "/gate-passes",
  "/gate-passes?tab=out",
  "/gate-passes?tab=all",
  `/gate-pass/create?assets=${shown}`,
  `/gate-pass/update/${draft.data.id}`,
  `/gate-pass/${late.data.id}`,
  `/gate-pass/${late.data.id}?do=chase`,
  `/gate-pass/print/${late.data.id}`,
]);
testSound("the guard's screens", { company: b.company, kind: b.guard.client }, [
  "/dashboard",
  "/gate",
  "/gate?code=nothing",
  `/gate/${late.data.id}`,
  `/gate/${draft.data.id}`,
]);

test("a returnable pass is made out, approved by two, let out by the guard and partly taken in on a phone", async () => {
  const maker = await newPage(own);
  await maker.open("/gate-pass/create");
  await maker.page.getByLabel("Purpose").selectOption("repair");
  await maker.page.getByLabel("Party", { exact: true }).fill("Siemens Healthineers, Chennai");
  await maker.page.getByLabel("Carrier").fill("K. Murugan");
  await maker.page.getByLabel("Vehicle").fill("TN09 BX4471");
  await maker.page.getByRole("combobox", { name: "Add an asset" }).fill("AST-00512");
  await maker.page.getByRole("option", { name: /AST-00512/ }).click();
  await maker.page.getByRole("group", { name: /AST-00512/ }).waitFor();
  await maker.page.getByRole("combobox", { name: "Add from a store" }).fill("Exposure");
  await maker.page.getByRole("option", { name: /Exposure switch/ }).click();
  const line = maker.page.getByRole("group", { name: "Exposure switch" });
  await line.getByLabel("Quantity").fill("2");
  await maker.page.getByRole("button", { name: "Ask for approval" }).click();
  await maker.page.getByRole("heading", { level: 1, name: /^GP-/ }).waitFor();
  const number = await maker.page.getByRole("heading", { level: 1 }).innerText();
  await maker.page.getByText("Level 1: waits").waitFor();

  for (const by of [b.approver, b.second]) {
    const { page, open } = await newPage({ company: b.company, kind: by.client });
    await open("/gate-passes");
    await page.getByRole("link", { name: /Siemens/ }).click();
    await page.getByRole("heading", { level: 1, name: number }).waitFor();
    await page.getByRole("link", { name: "Approve", exact: true }).click();
    await page.getByRole("button", { name: "Approve pass" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }

  const { page, open } = await newPage({ company: b.company, kind: b.guard.client, width: 360 });
  await open("/dashboard");
  await page.getByRole("link", { name: "Gate", exact: true }).first().click();
  await page.getByLabel("Number of the pass").fill(number);
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByText("May leave").waitFor();
  expect(await page.getByRole("main").innerText()).not.toContain("₹");
  const letOut = page.getByRole("button", { name: "Out", exact: true });
  expect(await letOut.isDisabled()).toBe(true);
  for (const name of [/Mobile X-ray/, /Exposure switch/]) await page.getByLabel(name).check();
  await page.getByText("2 of 2").waitFor();
  await letOut.dblclick();
  await page.locator(".gate-state").getByText("Is out").waitFor();
  await sound(page);

  await page.getByRole("checkbox", { name: /Exposure switch/ }).check();
  await page.getByRole("button", { name: "One Exposure switch less" }).click();
  await page.getByRole("radio", { name: "Damaged" }).check();
  await sound(page);
  await page.getByRole("button", { name: "In (1 of 2)" }).click();
  await page.getByText("1 of 3 pieces is back").waitFor();
  const [pass] = await b.shard.all<{ id: string; status: string }>(
    "select id, status from gate_passes where company_id = ? and number = ?",
    number,
  );
  expect(pass!.status).toBe("partially_returned");
  expect(await b.quantity(item)).toBe(9 - 2 - 2 + 1);
  const events = "select count(*) from gate_pass_events where company_id = ? and gate_pass_id = ?";
  expect(await b.shard.value(events, pass!.id), "the second press did nothing").toBe(5);

  await maker.open(`/gate-pass/print/${pass!.id}`);
  await maker.page.evaluate(() => {
    window.print = () => undefined;
  });
  for (const copy of ["Security", "Party", "Store"])
    await maker.page.getByRole("article", { name: `${copy} copy` }).waitFor();
  await maker.page.getByRole("button", { name: "Print" }).click();
  await expect.poll(async () => (await b.row(pass!.id)).printed_count).toBe(1);
});
