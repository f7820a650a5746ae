import { describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, testSound } from "./sound.ts";

const w = await world();
const company = w.companies.globex;
const shard = rowsOf(w, company);
const admin = await signedIn(w, company, "admin");
const tag = newId().slice(-6);
const made = async (path: string, body: object) => {
  const { data, status, errors } = await admin.call<{ id: string }>("POST", path, body);
  expect([status, errors], path).toEqual([201, undefined]);
  return data.id;
};
const from = await made("/api/departments", { name: `Intensive care ${tag}` });
const toName = `Neonatal ward on the second floor ${tag}`;
const to = await made("/api/departments", { name: toName });
const categoryId = await made("/api/categories", { name: `Pumps ${tag}` });
let count = 0;
async function device(name: string) {
  const code = `E${tag}-${++count}`;
  const id = await made("/api/assets", {
    ...{ asset_code: code, name, category_id: categoryId, department_id: from },
    ...{ ownership: "owned", criticality: "high" },
  });
  return { id, code };
}
const request = (assets: string[], more: object = {}) =>
  made("/api/asset-transfers", {
    ...{ kind: "permanent", to_department_id: to, reason: "Needed for the new beds" },
    lines: assets.map((asset_id) => ({ asset_id, condition_out: "good" })),
    ...more,
  });
const rights = ["view", "create", "edit", "approve"].map((verb) => `${verb}-asset-transfer`);
const nurse = await colleague(w, company, "view-asset", "view-department", ...rights);

const shown = await request([
  (
    await device(
      `Infusion pump with a long name that wraps over several lines on a narrow screen ${tag}`,
    )
  ).id,
  (await device("Syringe pump")).id,
]);
const lent = await request([(await device("Ventilator")).id], {
  ...{ kind: "temporary", due_back_on: "2099-01-01" },
});
const sent = await request([(await device("Monitor")).id]);
for (const move of ["approve", "dispatch"])
  await nurse.client.call("POST", `/api/asset-transfers/${sent}/${move}`, {});

testSound("the screens of transfers", { company: "globex", kind: "admin" }, [
  "/asset-transfers",
  "/asset-transfers?tab=overdue",
  "/asset-transfer/create",
  `/asset-transfer/create?assets=${(await device("Defibrillator")).id}`,
  `/asset-transfer/${shown}`,
  `/asset-transfer/${lent}?do=cancel`,
  `/asset-transfer/receive/${sent}`,
  `/asset-transfer/print/${shown}`,
]);

describe.each([360, 1280])("at %i px", (width) => {
  test("a transfer is asked for, approved by another, sent, and received with a rejected line", async () => {
    const [pump, monitor] = [await device("Feeding pump"), await device("Blanket warmer")];
    const asks = await newPage({ company: "globex", kind: nurse.client, width });
    await asks.open(`/asset-transfer/create?assets=${pump.id},${monitor.id}`);
    const location = asks.page.getByRole("combobox", { name: "Location" });
    await location.fill("Neonatal");
    await asks.page.getByRole("option", { name: toName }).click();
    await asks.page.getByLabel("Reason").fill("Two more beds from Monday");
    await asks.page.getByRole("button", { name: "Request transfer" }).click();
    await asks.page.getByText("Transfer requested").first().waitFor();
    await asks.page.waitForURL(/\/asset-transfer\/[\w-]{36}$/);
    const { pathname } = new URL(asks.page.url());

    const decides = await newPage({ company: "globex", kind: "admin", width });
    await decides.open("/asset-transfers?tab=mine");
    await decides.page.getByRole("link", { name: new RegExp(pump.code) }).waitFor();
    await decides.open(pathname);
    await decides.page.getByRole("link", { name: "Approve" }).click();
    await decides.page.getByRole("button", { name: "Approve transfer" }).click();
    await decides.page.getByText("Transfer approved").first().waitFor();

    await asks.open(pathname);
    await asks.page.getByRole("link", { name: "Dispatch" }).click();
    await asks.page.getByRole("button", { name: "Dispatch transfer" }).click();
    await asks.page.getByText("Transfer dispatched").first().waitFor();

    await decides.open(pathname);
    await decides.page.getByRole("link", { name: "Receive" }).click();
    await decides.page.waitForURL(/\/receive\//);
    await decides.page.getByRole("button", { name: "Scan an asset" }).click();
    await decides.page.getByLabel("Code or serial no").fill(pump.code.toLowerCase());
    await decides.page.getByRole("button", { name: "Find", exact: true }).click();
    await decides.page.getByText("Scanned").waitFor();
    const second = decides.page.locator("li", { hasText: monitor.code });
    await second.getByRole("radio", { name: "Reject" }).check();
    await second.getByRole("radio", { name: "Damaged" }).check();
    await sound(decides.page);
    await decides.page.getByRole("button", { name: "Receive", exact: true }).click();
    await decides.page
      .getByText(/Say what is wrong with/)
      .first()
      .waitFor();
    await second.getByLabel("What is wrong").fill("Plug torn off");
    await decides.page.getByRole("button", { name: "Receive", exact: true }).click();
    await decides.page.getByText("Received with discrepancy").first().waitFor();
    await decides.page.getByText("Plug torn off").first().waitFor();
    await sound(decides.page);
    const places = await shard.all<{ department_id: string }>(
      "select department_id from assets where company_id = ?1 and id in (?2, ?3) order by asset_code",
      pump.id,
      monitor.id,
    );
    expect(places).toEqual([{ department_id: to }, { department_id: from }]);
  });
});

test("a device that cannot go says why", async () => {
  const { page, open } = await newPage({ company: "globex", kind: "admin" });
  const held = await device("Held pump");
  await request([held.id]);
  await open(`/asset-transfer/create?assets=${held.id}`);
  await page.getByText(new RegExp(`${held.code} is already in transfer TR-`)).waitFor();
});
