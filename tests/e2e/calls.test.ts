import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { allSound, sound } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
let company: Company;
let admin: Client;
let shard: Rows;
let devices: { id: string; asset_code: string; name: string }[];
const TYPE = "e2e-ventilator";
const day = (days: number) => addDays(companyToday(), days);

const send = async (path: string, body: object) =>
  (await admin.call<{ id: string }>("POST", path, body)).data.id;
/** A call as the API begins it. */
const reported = (asset: string, problem: string, equipment_down = "yes") =>
  send("/api/service-calls", { asset_id: asset, problem, equipment_down });
const move = (id: string, verb: string, body: object = {}) =>
  admin.call("POST", `/api/service-calls/${id}/${verb}`, body);

beforeAll(async () => {
  company = await addCompany(w.env, "callroom", 2, 0);
  admin = await signedIn(w, company, "admin");
  shard = rowsOf(w, company);
  ({ rows: devices } = await manyAssets(w, company, 60));
  const [first, second, spare] = devices;
  await shard.run(
    "update assets set lifecycle = 'in_service', condition = 'working', criticality = 'life_support', make = 'Dräger', model = 'Evita V600' where company_id = ?",
  );
  for (const { id } of [first!, second!, spare!])
    await shard.set("assets", id, { machine_type_id: TYPE });
  await shard.set("assets", spare!.id, { lifecycle: "standby" });
  const vendor = await shard.add("vendors", {
    name: "Dräger India",
    phone: "+91 44 2456 0000",
    email: "service@draeger.test",
    is_service: 1,
  });
  const contract = await shard.add("contracts", {
    ...{ number: "CMC-2026-014", kind: "cmc", vendor_id: vendor },
    ...{ start_on: day(-100), end_on: day(200), has_labour: 1, has_spares: 1 },
    ...{ response_hours: 4, pm_visits_per_year: 4 },
  });
  for (const { id } of devices.slice(0, 10))
    await shard.add("contract_assets", { contract_id: contract, asset_id: id });
  const store = await shard.add("stores", { name: "Central Store" });
  const item = await shard.add("stock_items", {
    ...{ store_id: store, name: "Flow sensor, expiratory", part_no: "8412034" },
    ...{ rate_minor: 645_000, quantity: 6 },
  });
  await shard.addUnstamped("stock_movements", {
    ...{ stock_item_id: item, kind: "opening", qty: 6, unit_cost_minor: 645_000 },
    ...{ balance_after: 6, seq: 1, actor_name: "seed", at: Date.now() },
  });
  await shard.addUnstamped("stock_item_machine_types", {
    ...{ stock_item_id: item, machine_type_id: TYPE, machine_type_name: "Ventilator" },
  });
  // Calls in every state.
  const solved = {
    cause_code: "wear_random",
    resolution: "Flow sensor replaced, leak test passed",
  };
  const old = await reported(second!.id, "Flow sensor alarm every few minutes");
  await move(old, "resolve", solved);
  const before = await reported(first!.id, "Screen frozen at start-up", "no");
  await move(before, "resolve", { cause_code: "network_software", resolution: "Software loaded" });
  await move(before, "close");
  for (const [at, verbs] of [
    [],
    ["acknowledge"],
    ["start"],
    ["start", "hold"],
    ["start", "resolve"],
  ].entries()) {
    const id = await reported(
      devices[20 + at]!.id,
      `Door latch broken, alarm number ${at}`,
      at % 2 ? "no" : "yes",
    );
    for (const verb of verbs)
      await move(
        id,
        verb,
        verb === "hold" ? { hold_reason: "awaiting_vendor" } : verb === "resolve" ? solved : {},
      );
  }
}, 60_000);

const looks = [
  [1280, "light", 0],
  [360, "dark", 5],
] as const;

test.each(looks)(
  "an engineer takes a call, holds it for a part, reports with the part, resolves, at %i px, %s",
  async (width, theme, at) => {
    const device = devices[at]!;
    const { page, open } = await newPage({ company, kind: "admin", width, theme });
    await shard.set("assets", device.id, { machine_type_id: TYPE });
    await open("/asset-breakdowns");
    await page
      .getByRole("heading", { name: "Service Call/Complaint" })
      .focus()
      .catch(() => {});
    await page.keyboard.press("n");
    const form = page.getByRole("dialog", { name: "New call" });
    await form.getByRole("combobox", { name: "Asset" }).fill(device.asset_code);
    await page.getByRole("option", { name: new RegExp(device.asset_code) }).click();
    await form.getByText("CMC, Dräger India").waitFor();
    await form.getByRole("radio", { name: /^Yes/ }).check({ force: true });
    expect(await form.getByLabel("Priority").inputValue()).toBe("critical");
    await sound(page, "new call");
    await form.getByLabel("What is the problem?").fill("Flow sensor alarm, ventilation stopped");
    await form.getByLabel("What is the problem?").press("Enter");
    await toast(page, "Problem reported");
    await form.waitFor({ state: "detached" });

    const row = page.getByRole("row", { name: /ventilation stopped/ }).first();
    await row.getByRole("link").first().click();
    await page.getByRole("heading", { name: "Flow sensor alarm, ventilation stopped" }).waitFor();
    const act = async (name: string) => {
      await page.getByRole("link", { name, exact: true }).click();
      return page.getByRole("dialog");
    };
    await page.getByText("CMC, Dräger India").waitFor();
    await page.getByText("Flow sensor replaced, leak test passed").first().waitFor();
    await (await act("Acknowledge")).getByRole("button", { name: "Acknowledge call" }).click();
    await toast(page, "Call acknowledged");
    await (await act("Start")).getByRole("button", { name: "Start work" }).click();
    await toast(page, "Work started");
    const hold = await act("Hold");
    await hold.getByLabel("Why").selectOption("Awaiting part");
    await hold.getByRole("button", { name: "Put on hold" }).click();
    await toast(page, "Call put on hold");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page
      .getByText(/^Paused at/)
      .first()
      .waitFor();
    await page
      .getByPlaceholder("Add a note. No patient data")
      .fill("One in Central Store, fetched");
    await page.getByRole("button", { name: "Add note" }).click();
    await toast(page, "Note added");
    await page.getByText("One in Central Store, fetched").last().waitFor();
    await sound(page, "on hold");
    await (await act("Resume")).getByRole("button", { name: "Resume work" }).click();
    await toast(page, "Work resumed");

    await page.getByRole("link", { name: "Service report" }).last().click();
    await page.getByRole("button", { name: "Add Part" }).click();
    await page
      .getByRole("combobox", { name: /^Part \d/ })
      .last()
      .fill("Flow sensor");
    await page.getByRole("option", { name: /Flow sensor, expiratory/ }).click();
    await page.getByRole("button", { name: "Create Service Report" }).click();
    const asked = page.getByRole("dialog", { name: /^Resolve/ });
    await asked.getByLabel("Cause").selectOption("Wear or random failure");
    await asked.getByLabel("Resolution").fill("Flow sensor replaced");
    await asked.getByRole("button", { name: "Resolve call" }).click();
    await toast(page, "Call resolved");

    const call = await shard.first<{ id: string; status: string; first_response_at: number }>(
      "select * from breakdowns where company_id = ? and asset_id = ? order by id desc",
      device.id,
    );
    expect(call).toMatchObject({ status: "resolved", first_response_at: expect.any(Number) });
    await open(`/asset-breakdown/${call!.id}`);
    await page.getByText("Parts cost was entered").waitFor();
    await sound(page, "resolved");
    const downtimes = await shard.all<{ ended_at: number | null }>(
      "select * from asset_downtimes where company_id = ? and breakdown_id = ?",
      call!.id,
    );
    expect(downtimes).toEqual([expect.objectContaining({ ended_at: expect.any(Number) })]);
  },
);

test.each([1280, 360])("list, board, pages and dialogs are sound at %i px", async (width) => {
  const screen = await newPage({ company, kind: "admin", width });
  const ids = await shard.all<{ id: string; status: string }>(
    "select id, status from breakdowns where company_id = ? order by id",
  );
  const inState = (status: string) => ids.find((one) => one.status === status)!.id;
  await allSound(screen, [
    "/asset-breakdowns",
    "/asset-breakdowns?tab=all&sort=priority",
    "/asset-breakdowns?tab=mine",
    "/asset-breakdowns?q=nothinglikeit",
    "/asset-breakdowns?view=board",
    `/asset-breakdowns?new=1&asset=${devices[20]!.id}`,
    `/asset-breakdown/${inState("new")}`,
    `/asset-breakdown/${inState("on_hold")}`,
    `/asset-breakdown/${inState("resolved")}`,
    ...["assign", "resolve", "correct", "tell-vendor"].map(
      (dialog) => `/asset-breakdown/${inState("in_progress")}?do=${dialog}`,
    ),
  ]);
});

test("a letter to the vendor is edited and sent, and stands in the time line", async () => {
  const id = await reported(devices[3]!.id, "Compressor does not start");
  const { page, open } = await newPage({ company, kind: "admin" });
  await open(`/asset-breakdown/${id}?do=tell-vendor`);
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("textbox", { name: "Letter" }).inputValue()).toContain(
    "CMC-2026-014",
  );
  await dialog.getByLabel("Subject").fill("Ventilator down");
  await dialog.getByRole("button", { name: "Send letter" }).click();
  await toast(page, "Letter sent to Dräger India");
  await page.getByText("Letter to the vendor").waitFor();
  const payload = await shard.value<string>(
    "select payload from outbox where company_id = ? and dedupe_key like 'call:%' order by id desc",
  );
  expect(JSON.parse(payload!)).toMatchObject({
    to: "service@draeger.test",
    subject: "Ventilator down",
  });
});

test("a ticket of the board is moved by its menu, from the keyboard", async () => {
  const id = await reported(devices[4]!.id, "Battery does not hold", "no");
  const { page, open } = await newPage({ company, kind: "admin" });
  await open("/asset-breakdowns?view=board");
  const ticket = page.getByRole("listitem").filter({ hasText: "Battery does not hold" });
  await ticket.getByRole("button", { name: /^Move SC-/ }).focus();
  await page.keyboard.press("Enter");
  await ticket.getByRole("link", { name: "Start", exact: true }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Start work" }).press("Enter");
  await toast(page, "Work started");
  const lane = page.getByRole("region", { name: /^In progress/ });
  await lane.getByText("Battery does not hold").waitFor();
  expect((await shard.get<{ status: string }>("breakdowns", id)).status).toBe("in_progress");
});
