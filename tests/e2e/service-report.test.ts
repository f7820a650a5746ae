import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { catalogue, ventilatorChecks } from "#tests/support/catalogue.ts";
import { signedIn } from "#tests/support/client.ts";
import { PNG } from "#tests/support/pictures.ts";
import { type Bench, bench, freshTicket, reportForm, stockOf } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { hydrated, newPage } from "./browser.ts";
import { turnedPhoto } from "./photo.ts";
import { looks, sound } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
const acme = w.companies.acme;
const shard = rowsOf(w, acme);
const engineer = await signedIn(w, acme, "engineer");
const pm = await catalogue(w, "Ventilator", "ICU ventilator, 6-monthly");

/** An asset of the ventilator type and three items of its own store. */
async function place(stock: { quantity: number; rate?: number; name: string }[]): Promise<Bench> {
  const b = await bench(w, acme, stock);
  await shard.set("assets", b.asset, { machine_type_id: pm.type });
  return b;
}
const parts = (tag: string) => [
  { quantity: 3, rate: 1_120_000, name: `Oxygen cell ${tag}` },
  { quantity: 6, rate: 645_000, name: `Flow sensor ${tag}` },
  { quantity: 148, rate: 18_550, name: `Filter ${tag}` },
];
type Report = {
  id: string;
  pm_lists: string;
  remark: string | null;
  done_by_signature: string | null;
};
const reportsOf = (b: Bench) =>
  shard.all<Report>(
    "select * from service_reports where company_id = ? and asset_id = ? order by id",
    b.asset,
  );
const saved = async (
  b: Bench,
  rows: { id: string; qty: number }[],
  fields: Record<string, string> = {},
) => {
  const body = reportForm(
    { service_ticket: freshTicket(), ...fields },
    rows.map((row) => ({ ...row, cost: "1" })),
  );
  return (await engineer.call("POST", `/api/service-report/create/${b.asset}`, body)).data.id;
};

async function choosePart(page: Page, name: string) {
  await page.getByRole("button", { name: "Add Part" }).click();
  await page
    .getByRole("combobox", { name: /^Part \d/ })
    .last()
    .fill(name);
  await page.getByRole("option", { name }).click();
}
const total = (page: Page) => page.locator("output").textContent();
const create = (page: Page) => page.getByRole("button", { name: "Create Service Report" });
const update = (page: Page) => page.getByRole("button", { name: "Update Service Report" });

describe("create", () => {
  test("parts, checklist and photo are saved; the asset's reports follow", async () => {
    const { page, open } = await newPage({ kind: "admin" });
    const b = await place(parts("A"));
    await open(`/asset/service-report/${b.asset}`);
    expect(await page.getByLabel("Service Ticket No").inputValue()).toMatch(/^PM-\d{12}$/);
    await choosePart(page, "Oxygen cell A");
    await choosePart(page, "Filter A");
    await page.getByRole("button", { name: "Add Part" }).click();
    await page.getByRole("combobox", { name: "Part 3" }).click();
    await page.getByRole("option", { name: /Flow sensor A/ }).waitFor();
    expect(await page.getByRole("option", { name: /(Oxygen cell|Filter) A/ }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove part 3" }).click();
    await page.getByLabel("QTY of Filter A").fill("4");
    await page.getByRole("combobox", { name: "PM Machines" }).click();
    await page.getByRole("option", { name: /ICU ventilator/ }).click();
    await page.getByRole("button", { name: "All Yes" }).click();
    await page
      .getByRole("group", { name: /Check 5/ })
      .getByRole("radio", { name: "No" })
      .check();
    await page.getByLabel("Remark 5").fill("93 % at 100 %");
    await page.getByRole("button", { name: "+ Add Row" }).click();
    await page.getByRole("button", { name: "+ Add Row" }).click();
    await toast(page, "Please fill in the name for the last row before adding a new one");
    await page.getByLabel("Checking Process 7").fill("Tidal volume [500 ± 50 mL]");
    await page.getByLabel("Service Cost").focus();
    await page.getByLabel("Reading 7").fill("560");
    await page.getByText("560 mL is above 550 mL").waitFor();
    expect(
      await page
        .getByRole("group", { name: /Check 7/ })
        .getByRole("radio", { name: "No" })
        .isChecked(),
    ).toBe(true);
    await page.getByLabel("More photos and files").setInputFiles([
      { name: "before.png", mimeType: "image/png", buffer: PNG },
      { name: "after.png", mimeType: "image/png", buffer: PNG },
    ]);
    await page.getByRole("button", { name: "Remove after.png" }).click();
    await page.getByRole("button", { name: /^Sign.*Done By/ }).click();
    const pad = page.getByRole("img", { name: /Signature of Done By/ });
    await pad.click();
    await page.getByLabel("Service Cost").fill("1,500.5");
    await page.getByLabel("Condition afterwards").selectOption("Not working");
    await page
      .getByLabel("Media")
      .setInputFiles({ name: "cell.png", mimeType: "image/png", buffer: PNG });
    expect(await total(page)).toBe("₹ 13,442.50");
    await create(page).click();
    await toast(page, "Service report created successfully");
    const [report] = await reportsOf(b);
    expect(report).toMatchObject({ total_cost_minor: 1_344_250, condition_after: "not_working" });

    const asked = page.getByRole("dialog", { name: "Raise a service call?" });
    expect(await asked.getByLabel("What is the problem?").inputValue()).toContain(
      "Tidal volume: 560 mL is above 550 mL",
    );
    expect(await asked.getByRole("radio", { name: /^Yes/ }).isChecked()).toBe(true);
    await asked.getByRole("button", { name: "Raise service call" }).click();
    await toast(page, "Service call raised");
    await page.waitForURL(`**/asset/detail/${b.asset}?tab=service-report`);
    const call = "select number from breakdowns where company_id = ? and raised_by_report_id = ?";
    const [raised] = await shard.all<{ number: string }>(call, report!.id);
    await page.getByText(raised!.number).waitFor();
    await page.getByRole("link", { name: "2 photos" }).waitFor();
    const lists = JSON.parse(report!.pm_lists) as {
      name: string;
      status: string;
      remark: string;
    }[];
    expect(lists.map((row) => row.name)).toEqual([...ventilatorChecks, "Tidal volume"]);
    expect(lists[4]).toMatchObject({ status: "no", remark: "93 % at 100 %" });
    const files = "select file_name from media where company_id = ? and service_report_id = ?";
    const stored = await shard.all<{ file_name: string }>(files, report!.id);
    expect(stored.map((file) => file.file_name).sort()).toEqual(["before.png", "cell.png"]);
    expect(report!.done_by_signature).toMatch(/^M\d+ \d+L/);
    expect(await stockOf(w, acme, b.items[2]!)).toEqual({ quantity: 144, ledger: 144 });
  });

  test("machine type and PM machine: clearing empties, answers are asked for first", async () => {
    const { page, open } = await newPage();
    const b = await place([]);
    await open(`/asset/service-report/${b.asset}`);
    const machines = page.getByRole("combobox", { name: "PM Machines" });
    const rows = page.getByRole("group", { name: /^Check \d/ });
    const pick = async () => {
      await machines.click();
      await page.getByRole("option", { name: /ICU ventilator/ }).click();
    };
    await pick();
    expect(await rows.count()).toBe(6);
    await pick();
    expect([await rows.count(), await machines.inputValue()]).toEqual([0, ""]);
    await pick();
    await rows.first().getByRole("radio", { name: "Yes" }).check();
    await page.getByRole("button", { name: "Clear Machine Type" }).click();
    await page.getByRole("button", { name: "Keep check list" }).click();
    expect(await rows.count()).toBe(6);
    await page.getByRole("button", { name: "Clear Machine Type" }).click();
    await page.getByRole("button", { name: "Replace check list" }).click();
    expect([await rows.count(), await machines.isDisabled()]).toEqual([0, true]);
  });

  test("every mistake has its toast and its field, and nothing is sent", async () => {
    const { page, open } = await newPage();
    const b = await place(parts("B"));
    await open(`/asset/service-report/${b.asset}`);
    await page.getByRole("button", { name: "Add Part" }).click();
    await page.getByLabel("Date").fill("");
    await page.getByLabel("Done By").fill("");
    await create(page).click();
    for (const message of ["Service Date is required", "Part is required", "Done By is required"])
      await toast(page, message);
    await page.getByRole("alert").getByRole("link", { name: "Part is required" }).click();
    expect(
      await page
        .getByRole("combobox", { name: "Part 1" })
        .evaluate((input) => input === document.activeElement),
    ).toBe(true);
    expect(await reportsOf(b)).toEqual([]);
  });

  test("stock that went meanwhile: the row says so, its maximum is renewed, all else stays", async () => {
    const { page, open } = await newPage();
    const b = await place(parts("C"));
    await open(`/asset/service-report/${b.asset}`);
    await choosePart(page, "Oxygen cell C");
    await page.getByLabel("QTY of Oxygen cell C").fill("3");
    await page.getByLabel("Remarks").fill("Brake stiff");
    await saved(b, [{ id: b.items[0]!, qty: 2 }]);
    await create(page).click();
    await toast(page, "Only 1 of Oxygen cell C in stock");
    await page.locator(".lines .error", { hasText: "Only 1 of Oxygen cell C in stock" }).waitFor();
    expect(await page.getByLabel("Remarks").inputValue()).toBe("Brake stiff");
    await page.getByLabel("QTY of Oxygen cell C").fill("1");
    // A colleague takes the last one.
    await saved(b, [{ id: b.items[0]!, qty: 1 }]);
    await create(page).click();
    await toast(page, "Only 0 of Oxygen cell C in stock");
    expect([
      await page.getByRole("combobox", { name: "Part 1" }).inputValue(),
      await page.getByLabel("Remarks").inputValue(),
    ]).toEqual(["Oxygen cell C", "Brake stiff"]);
    await page.getByRole("button", { name: "Remove Oxygen cell C" }).click();
    await create(page).click();
    await page.waitForURL(`**/asset/detail/**`);
    expect(await reportsOf(b)).toHaveLength(3);
  });

  test("a line lost while saving and sent again makes one report", async () => {
    const { page, open } = await newPage();
    const b = await place(parts("D"));
    await open(`/asset/service-report/${b.asset}`);
    await choosePart(page, "Flow sensor D");
    await page
      .getByLabel("Media")
      .setInputFiles({ name: "cell.png", mimeType: "image/png", buffer: PNG });
    await page.context().setOffline(true);
    await create(page).click();
    await toast(page, "You are offline");
    await page.context().setOffline(false);
    // The request arrives, its answer is lost.
    let posts = 0;
    const wire = await page.context().newCDPSession(page);
    await wire.send("Fetch.enable", {
      patterns: [{ urlPattern: "*.data*", requestStage: "Response" }],
    });
    wire.on("Fetch.requestPaused", ({ requestId, request }) => {
      const fails = request.method === "POST" && posts++ === 0;
      void (fails
        ? wire.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" })
        : wire.send("Fetch.continueRequest", { requestId }));
    });
    await create(page).click();
    await toast(page, "The line was lost while saving");
    expect([
      (await reportsOf(b)).length,
      await page.getByRole("combobox", { name: "Part 1" }).inputValue(),
    ]).toEqual([1, "Flow sensor D"]);
    await create(page).click();
    await toast(page, "Service report created successfully");
    await page.waitForURL(`**/asset/detail/${b.asset}?tab=service-report`);
    expect(posts).toBe(2);
    expect(await reportsOf(b)).toHaveLength(1);
    expect(await stockOf(w, acme, b.items[1]!)).toEqual({ quantity: 5, ledger: 5 });
  });

  test("a reload brings back what was typed; leaving asks", async () => {
    const { page, open } = await newPage();
    const b = await place(parts("E"));
    await open("/dashboard");
    await open(`/asset/service-report/${b.asset}`);
    const ticket = await page.getByLabel("Service Ticket No").inputValue();
    await choosePart(page, "Filter E");
    await page.getByLabel("QTY of Filter E").fill("7");
    await page.getByRole("combobox", { name: "PM Machines" }).click();
    await page.getByRole("option", { name: /ICU ventilator/ }).click();
    await page.getByLabel("Remark 2").fill("frayed");
    await page.getByLabel("Action Taken").fill("Filters");
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    await hydrated(page);
    await page.getByText("What you typed here before is back").waitFor();
    await page.getByLabel("QTY of Filter E").waitFor();
    expect(await page.getByLabel("Service Ticket No").inputValue()).toBe(ticket);
    expect(await page.getByLabel("QTY of Filter E").inputValue()).toBe("7");
    expect(await page.getByLabel("Remark 2").inputValue()).toBe("frayed");
    expect(await page.getByLabel("Action Taken").inputValue()).toBe("Filters");
    expect(await total(page)).toBe("₹ 1,298.50");
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.getByRole("button", { name: "Keep editing" }).click();
    expect(page.url()).toContain(b.asset);
    await page.getByRole("button", { name: "Start again" }).click();
    await page.getByText("No parts used.").waitFor();
    expect(await page.getByLabel("Action Taken").inputValue()).toBe("");
  });

  test("an ended session keeps the form; after signing in it is sent", async () => {
    const { page, open } = await newPage();
    const b = await place(parts("F"));
    await open(`/asset/service-report/${b.asset}`);
    await page.getByLabel("Remarks").fill("kept");
    const cookies = await page.context().cookies();
    await page.context().clearCookies({ name: "sid" });
    await create(page).click();
    await toast(page, "Your session has ended");
    await page.getByRole("link", { name: "Sign in in a new tab" }).waitFor();
    await page.context().addCookies(cookies);
    await create(page).click();
    await page.waitForURL("**/asset/detail/**");
    expect((await reportsOf(b)).map((report) => report.remark)).toEqual(["kept"]);
  });

  test("a list that does not come is told; the rest of the form works", async () => {
    const { page, open } = await newPage();
    const b = await place([]);
    await page.route("**/api/store-item/get*", (route) =>
      route.fulfill({ status: 503, json: { success: false, message: "The service is busy" } }),
    );
    await page.route("**/api/machine_types/get", (route) =>
      route.fulfill({ status: 503, body: "" }),
    );
    await open(`/asset/service-report/${b.asset}`);
    await toast(page, "The service is busy");
    await toast(page, "Something went wrong. Please try again.");
    await create(page).click();
    await page.waitForURL("**/asset/detail/**");
    expect(await reportsOf(b)).toHaveLength(1);
  });

  test("without scripts the plain fields post, and a refusal keeps what was typed", async () => {
    const { page, open } = await newPage({ javaScript: false });
    const b = await place([]);
    await open(`/asset/service-report/${b.asset}`);
    await page.getByLabel("Remarks").fill("by hand");
    await page.getByLabel("Done By").fill("");
    await create(page).click();
    await page.getByRole("alert").getByText("Done By is required").waitFor();
    expect(await page.getByLabel("Remarks").inputValue()).toBe("by hand");
    await page.getByLabel("Done By").fill("S. Pillai");
    await create(page).click();
    await page.waitForURL(`**/asset/detail/${b.asset}?tab=service-report`);
    expect((await reportsOf(b)).map((report) => report.remark)).toEqual(["by hand"]);
  });
});

describe("edit", () => {
  test("quantities change, a line goes, a line comes; Undo puts back", async () => {
    const { page, open } = await newPage();
    const b = await place(parts("G"));
    const id = await saved(b, [
      { id: b.items[0]!, qty: 2 },
      { id: b.items[1]!, qty: 1 },
    ]);
    await open(`/asset/service-report/edit/${id}`);
    const cell = page.getByLabel("QTY of Oxygen cell G");
    expect(await cell.evaluate((input: HTMLInputElement) => input.readOnly)).toBe(true);
    const change = page.getByRole("row", { name: /Oxygen cell G/ }).getByLabel("Change Quantity");
    await change.check();
    await cell.fill("9");
    await page.getByText("Only 3 of Oxygen cell G in stock").waitFor();
    await change.uncheck();
    expect(await cell.inputValue()).toBe("2");
    await change.check();
    await cell.fill("3");
    await page.getByRole("button", { name: "Remove Flow sensor G" }).click();
    await page.getByRole("button", { name: "Undo removing Flow sensor G" }).click();
    await page.getByRole("button", { name: "Remove Flow sensor G" }).click();
    await choosePart(page, "Filter G");
    expect(await total(page)).toBe("₹ 33,785.50");
    await update(page).click();
    await toast(page, "Service report updated successfully");
    await page.waitForURL(`**/asset/detail/${b.asset}?tab=service-report`);
    expect((await reportsOf(b))[0]).toMatchObject({ total_cost_minor: 3_378_550, version: 2 });
    expect(
      (await Promise.all(b.items.map((item) => stockOf(w, acme, item)))).map(
        (stock) => stock.quantity,
      ),
    ).toEqual([0, 6, 147]);
  });

  test("of two who save, the second sees both versions and chooses", async () => {
    const { page, open } = await newPage();
    const b = await place(parts("H"));
    const id = await saved(b, [{ id: b.items[0]!, qty: 1 }], {
      remark: "first",
      action_taken: "looked",
    });
    await open(`/asset/service-report/edit/${id}`);
    await page.getByLabel("Remarks").fill("mine");
    await page.getByLabel("Action Taken").fill("my work");
    await page.getByLabel("Media").setInputFiles({
      name: "cell.jpg",
      mimeType: "image/jpeg",
      buffer: await turnedPhoto(page, 640, 480),
    });
    const theirs = reportForm({ remark: "theirs", action_taken: "their work", version: "1" }, [
      { id: b.items[0]!, qty: 1, isChangedQyt: 1, newQyt: 2, cost: "1" },
    ]);
    const first = await engineer.call("POST", `/api/service-report/update/${id}`, theirs);
    expect(first.status).toBe(200);
    await update(page).click();
    const dialog = page.getByRole("dialog", { name: "Someone else changed this record" });
    await dialog.waitFor();
    await dialog
      .getByRole("row", { name: /Remarks/ })
      .getByLabel("theirs")
      .check();
    await dialog
      .getByRole("row", { name: /Used Part/ })
      .getByLabel(/2 × Oxygen cell H/)
      .check();
    await dialog.getByRole("button", { name: "Go on with these" }).click();
    expect(await page.getByLabel("Remarks").inputValue()).toBe("theirs");
    expect(await page.getByLabel("Action Taken").inputValue()).toBe("my work");
    expect(await page.getByLabel("QTY of Oxygen cell H").inputValue()).toBe("2");
    await update(page).click();
    await page.waitForURL("**/asset/detail/**");
    expect((await reportsOf(b))[0]).toMatchObject({
      version: 3,
      remark: "theirs",
      total_cost_minor: 2_240_000,
    });
    const files =
      "select thumbnail_bytes from media where company_id = ? and service_report_id = ?";
    // The photo came back with the draft, and its thumbnails were made again.
    expect(await shard.all(files, id)).toEqual([{ thumbnail_bytes: expect.any(Number) }]);
  });
});

const DENIED = "Access Denied: You don't have permission to view this page";
describe("who and where", () => {
  test("a viewer is told and goes to the dashboard", async () => {
    const { page, open } = await newPage({ kind: "viewer" });
    const b = await place([]);
    await open(`/asset/service-report/${b.asset}`);
    await page.waitForURL("**/dashboard");
    // It is there to be read when the page it came from has gone.
    await page.locator(".Toastify__toast", { hasText: DENIED }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard");
  });

  test("without an id", async () => {
    const to = async (path: string) =>
      new URL((await engineer.page(path)).headers.get("location")!, "http://x").pathname;
    expect([await to("/asset/service-report"), await to("/asset/service-report/edit")]).toEqual([
      "/dashboard",
      "/all-assets",
    ]);
  });

  test.each(looks)("create, edit and print are sound at %i px, %s", async (width, theme) => {
    const { page, open } = await newPage({ theme, width });
    const b = await place(parts(`I${width}${theme}`));
    const lists = JSON.stringify(
      ventilatorChecks.map((name) => ({ name, status: "no", remark: "long ".repeat(40) })),
    );
    const id = await saved(b, [{ id: b.items[0]!, qty: 1 }], {
      pm_lists: lists,
      remark: "x".repeat(300),
      problem_description: "noise",
    });
    for (const path of [
      `/asset/service-report/${b.asset}`,
      `/asset/service-report/edit/${id}`,
      `/asset/service-report/print/${id}`,
    ]) {
      await open(path);
      await page.locator(".overlay").waitFor({ state: "detached" });
      // What is saved opens folded on a phone.
      const isFolded = path.includes("edit") && width < 768;
      for (const title of isFolded ? ["Used Part & Accessories", "Check list of Machine"] : [])
        await page.getByRole("button", { name: title, expanded: false }).click();
      if (!path.includes("print")) await choosePart(page, `Filter I${width}${theme}`);
      await sound(page, path);
    }
  });
});
