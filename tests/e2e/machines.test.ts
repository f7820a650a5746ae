import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const company = w.companies.globex;
const shard = rowsOf(w, company);

test.each(twoLooks)(
  "a machine is registered with its model, labelled, and taken out of service and back, at %i px, %s",
  async (width, theme) => {
    const consumer = newId();
    const clinic = `Clinic ${consumer.slice(-8)}`;
    await shard.add("consumers", { id: consumer, consumer_no: consumer.slice(-8), name: clinic });
    await shard.add("consumer_sites", { id: newId(), consumer_id: consumer, name: "East wing" });
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    await open("/machine-models");
    await sound(page, "models");
    await open("/machine-model/create");
    await page.getByLabel("Manufacturer").fill("Zoll");
    await page.getByLabel("Model", { exact: false }).last().fill(`R Series ${width}`);
    await page.getByLabel("Electrical class").selectOption("I");
    await page.getByLabel("Interval", { exact: true }).fill("12");
    await page.getByLabel("Interval unit").selectOption("month");
    await page.getByRole("button", { name: "Add parameter" }).click();
    const cell = (name: string, nth = 1) =>
      page.getByLabel(`${name} of parameter ${nth}`, { exact: true });
    await cell("Name").fill("Energy");
    await cell("Unit").fill("J");
    await cell("From").fill("2");
    await cell("To").fill("360");
    await cell("Resolution").fill("0.1");
    await cell("Tolerance").fill("±max(15 %, 3)");
    await page.getByText("306 to 414").waitFor();
    // Enter in the last row adds one; a block of a spreadsheet fills several.
    await cell("Tolerance").press("Enter");
    await cell("Name", 2).waitFor();
    await cell("Name", 2).evaluate((field, text) => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      field.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, "Heart rate\t\tbpm\tMeasures\t30\t300\t1\tdigital\t±2\nPacer\t\tmA\tDelivers\t10\t5\t1\tdigital\t±5 %");
    await page.getByText("298 to 302").waitFor({ state: "attached" });
    await sound(page, "model form");
    await page.getByRole("button", { name: "Save machine model" }).click();
    await page.getByText("To must not be less than from").first().waitFor();
    await cell("To", 3).fill("140");
    await page.getByRole("button", { name: "Save machine model" }).click();
    await page.waitForURL(/\/machine-models$/);
    await page.getByText(`Zoll R Series ${width}`).first().waitFor();

    await open("/machine/create");
    await sound(page, "machine form");
    const pick = async (label: string, text: string) => {
      await page.getByRole("combobox", { name: label }).fill(text);
      await page
        .getByRole("option", { name: new RegExp(text) })
        .first()
        .click();
    };
    await pick("Consumer", clinic);
    await page.getByRole("combobox", { name: "Site" }).click();
    await page.getByRole("option", { name: "East wing" }).click();
    await pick("Make and model", `Zoll R Series ${width}`);
    await page
      .getByRole("cell", { name: /Energy/ })
      .first()
      .waitFor();
    expect(await page.getByLabel("Interval", { exact: true }).inputValue()).toBe("12");
    await page.getByLabel("Name", { exact: false }).first().fill("Defibrillator");
    await page.getByLabel("Serial no").fill(`SN-${width}`);
    await page.getByLabel("Last calibrated on").fill("2024-02-29");
    await page.getByRole("button", { name: "Save machine" }).click();
    await page.waitForURL(/\/machine\/[0-9a-f-]{36}$/);
    await page
      .getByText(/Overdue since/)
      .first()
      .waitFor();
    await sound(page, "machine");
    const at = new URL(page.url()).pathname;

    await page.getByRole("link", { name: "Label", exact: true }).click();
    await page.getByRole("heading", { name: "Labels" }).waitFor();
    await sound(page, "labels");
    const token = await shard.value<string>(
      "select qr_token from machines where company_id = ? and id = ?",
      at.split("/")[2]!,
    );
    await open(`/m/${token}`);
    expect(new URL(page.url()).pathname).toBe(at);

    const move = async (name: string, reason: string, verb: string) => {
      await page.getByLabel("More actions").click();
      await page.getByRole("link", { name, exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Reason").fill(reason);
      await sound(page, name);
      await dialog.getByRole("button", { name: verb }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await move("Out of service", "The display is broken", "Take out of service");
    await page.getByText("The display is broken").first().waitFor();
    await move("Back in service", "It was repaired", "Put back in service");
    await page.getByText("It was repaired").first().waitFor();

    await open(`/machines?due=overdue&consumer=${consumer}`);
    await page.getByText("Defibrillator").first().waitFor();
    await sound(page, "machines");
  },
);

test.each(twoLooks)(
  "machines are taken out of service together, and those that cannot be are named, at %i px, %s",
  async (width, theme) => {
    const [consumer, model] = [newId(), newId()];
    const tail = consumer.slice(-8);
    await shard.add("consumers", { id: consumer, consumer_no: `B-${tail}`, name: `Ward ${tail}` });
    await shard.add("machine_models", {
      ...{ id: model, name: `Pump ${tail}`, manufacturer: "Pump", model: tail },
    });
    const machine = (at: number, status: string) =>
      shard.add("machines", {
        ...{ id: newId(), machine_no: `B${at}-${tail}`, name: `Pump ${at}`, owner: "consumer" },
        ...{ consumer_id: consumer, machine_model_id: model, serial_no: `${at}-${tail}`, status },
        ...{ qr_token: newId(), order_on: "9999-12-31" },
      });
    for (const [at, status] of ["active", "active", "retired"].entries()) await machine(at, status);
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    await open(`/machines?consumer=${consumer}`);
    const tabs = page.getByRole("navigation", { name: "Machine DUC" });
    for (const name of ["Device templates", "Safety limits", "Machine models", "Machines"]) {
      await tabs.getByRole("link", { name }).click();
      await tabs.locator("[aria-current]", { hasText: name }).waitFor();
    }
    await open(`/machines?consumer=${consumer}`);
    if (width < 768) {
      await page.locator("td.c-check label").first().click();
      await page.getByRole("button", { name: "Select this page" }).click();
    } else await page.getByLabel("Select all on this page").check();
    await page.getByText("3 selected").waitFor();
    const labels = page.getByRole("link", { name: /Labels/ });
    expect(await labels.getAttribute("href")).toContain("/machines/labels?ids=");
    await page.getByRole("button", { name: "Out of service", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Out of service: 3 machines").waitFor();
    await dialog.getByLabel("Reason").fill("The ward is closed");
    await sound(page, "bulk move");
    await dialog.getByRole("button", { name: "Out of service" }).click();
    await dialog.getByText("2 machines changed").waitFor();
    await dialog.getByRole("link", { name: `B2-${tail}` }).waitFor();
    await sound(page, "bulk move done");
    await dialog.getByRole("button", { name: "Close" }).click();
    const states = await shard.all<{ status: string }>(
      "select status from machines where company_id = ? and consumer_id = ? order by machine_no",
      consumer,
    );
    expect(states.map(({ status }) => status)).toEqual([
      ...["out_of_service", "out_of_service", "retired"],
    ]);
    await open(`/machines?consumer=${consumer}&status=out_of_service`);
    await page.getByText("Pump 0").first().waitFor();
    if (width < 768) return;
    await page.getByLabel("More actions").first().click();
    for (const name of [/Import/, /CSV/]) await page.getByRole("link", { name }).first().waitFor();
  },
);

test("what was typed and not saved comes back by itself, and does not go over what others saved since", async () => {
  const [id, consumer, model] = [newId(), newId(), newId()];
  const tail = id.slice(-8);
  await shard.add("consumers", { id: consumer, consumer_no: `D-${tail}`, name: `Ward ${tail}` });
  await shard.add("machine_models", {
    ...{ id: model, name: `Scale ${tail}`, manufacturer: "Scale", model: tail },
  });
  await shard.add("machines", {
    ...{ id, machine_no: `D-${tail}`, name: "Scale", owner: "consumer", consumer_id: consumer },
    ...{ machine_model_id: model, serial_no: tail, status: "active", qr_token: newId() },
    ...{ order_on: "9999-12-31", interval_value: 12, interval_unit: "month" },
  });
  const { page, open } = await newPage({ company: "globex", kind: "admin" });
  const note = page.locator("[name=note]");
  // The page goes away with the tab hidden, as on a phone; the draft is kept for this address alone.
  const reload = async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    page.once("dialog", (asked) => void asked.accept());
    await page.reload();
  };
  await open(`/machine/update/${id}`);
  await note.fill("Mine");
  await reload();
  await page.getByText("What you typed here before is back").waitFor();
  expect(await note.inputValue()).toBe("Mine");
  await sound(page, "a draft that is back");
  await shard.set("machines", id, { firmware: "2.0", version: 7 });
  await reload();
  await page.getByText("What you typed here before is back").waitFor();
  await page.getByRole("button", { name: "Save machine" }).click();
  await page.getByText("Someone else changed this record").first().waitFor();
  expect(await shard.count("machines", "id = ? and firmware = '2.0'", id)).toBe(1);

  page.once("dialog", (asked) => void asked.accept());
  await page.getByRole("link", { name: "take theirs" }).click();
  await expect.poll(() => page.locator("[name=firmware]").inputValue()).toBe("2.0");
  expect(await note.inputValue()).toBe("");

  await note.fill("Mine again");
  await reload();
  await page.getByRole("button", { name: "Start again" }).click();
  await expect.poll(() => note.inputValue()).toBe("");
});

test("an own asset fills what is empty, and nothing that was typed", async () => {
  const hospital = await addCompany(w.env, "own-assets", 2, 0);
  const rows = rowsOf(w, hospital);
  const { categoryId, departmentId } = await mastersFor(w, hospital, "own");
  const [asset, model] = [newId(), newId()];
  await rows.add("assets", {
    ...{ id: asset, asset_code: "A-77", name: "Ward pump", qr_token: newId(), make: "Zoll" },
    ...{ model: "R", serial_no: "S-77", category_id: categoryId, department_id: departmentId },
    lifecycle: "in_service",
  });
  await rows.add("asset_details", { id: asset });
  const { page, open } = await newPage({
    company: hospital,
    kind: await signedIn(w, hospital, "admin"),
  });
  const choose = async (label: string, text: string) => {
    await page.getByRole("combobox", { name: label }).click();
    await page
      .getByRole("option", { name: new RegExp(text) })
      .first()
      .click();
  };
  const typed = (label: string) => page.getByLabel(label, { exact: false }).first();
  const begin = async () => {
    await open("/machine/create");
    await page.getByRole("radio", { name: "Own asset" }).check();
  };
  await begin();
  await typed("Serial no").fill("Mine");
  await choose("Asset", "A-77");
  await page.getByText("The asset is a Zoll R, of which there is no model yet.").waitFor();
  expect(await typed("Name").inputValue()).toBe("Ward pump");
  expect(await typed("Serial no").inputValue()).toBe("Mine");
  await sound(page, "an asset without a model");

  await rows.add("machine_models", {
    ...{ id: model, name: "Zoll R", manufacturer: "Zoll", model: "R" },
    ...{ interval_value: 12, interval_unit: "month", interval_source: "manufacturer" },
  });
  await begin();
  // What was typed before is still there; what is emptied is filled again.
  await typed("Serial no").fill("");
  await choose("Asset", "A-77");
  await expect
    .poll(() => page.getByRole("combobox", { name: "Make and model" }).inputValue())
    .toBe("Zoll R");
  await expect.poll(() => page.getByLabel("Interval", { exact: true }).inputValue()).toBe("12");
  expect(await typed("Name").inputValue()).toBe("Ward pump");
  expect(await typed("Serial no").inputValue()).toBe("S-77");
  await page.getByRole("button", { name: "Save machine" }).click();
  await page.waitForURL(/\/machine\/[0-9a-f-]{36}$/);
  await open("/machines");
  await page.getByText("A-77").first().waitFor();
  await sound(page, "machines of a hospital");
});
