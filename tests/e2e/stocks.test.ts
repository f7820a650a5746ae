import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, testSound } from "./sound.ts";

const LONG =
  "Anaesthesia breathing circuit, disposable, with water traps, filters and extendable tubes, adult, 1.8 m, box of 20";
const own = { company: "globex", kind: "admin" } as const;

const w = await world();
const admin = await signedIn(w, w.companies.globex, "admin");
const made = async (path: string, body: object) => {
  const { data, status, errors } = await admin.call("POST", path, body);
  expect([status, errors], path).toEqual([201, undefined]);
  return data.id;
};
/** The items of the first store that have this word. */
const itemsWith = async (word: string) =>
  (
    await admin.call<{ id: string; quantity: number }[]>(
      "GET",
      `/api/stocks?store=${north}&q=${word}`,
    )
  ).data;
const tag = newId().slice(-6);
const southName = `South ${tag}`;
const north = await made("/api/stores", { name: `North ${tag}` });
await made("/api/stores", { name: southName });
const reagent = await made("/api/stocks", {
  ...{ store_id: north, name: `Reagent ${tag}`, part_no: `R-${tag}`, rate: "12.50", min_qty: 3 },
  ...{ has_batches: true, has_expiry: true },
  ...{ opening_quantity: 4, opening_batch_no: "A1", opening_expiry_on: "2026-01-31" },
});
await made("/api/stocks", { store_id: north, name: LONG, rate: "900", opening_quantity: 7 });
for (const [at, name] of ["Fuse", "Lamp", "Cable"].entries())
  await made("/api/stocks", {
    store_id: north,
    name: `${name} ${tag}`,
    rate: "2",
    min_qty: 5,
    opening_quantity: at * 4,
    rack: "R1",
  });

testSound("the screens of stores", own, [
  "/stores",
  `/stocks?store=${north}`,
  `/stocks?store=${north}&ledger=${reagent}`,
  "/stocks?expiring=90",
  "/stocks?new=1",
  `/stocks?edit=${reagent}`,
  `/stocks/ledger/${reagent}`,
  `/stocks/ledger/${reagent}?move=receive`,
  `/stocks/ledger/${reagent}?move=transfer`,
  `/stocks/ledger/${reagent}?move=adjust`,
  `/stocks/ledger/${reagent}?tab=batches`,
  `/stocks/ledger/${reagent}?tab=costs`,
  `/stocks/ledger/${reagent}?tab=used`,
  `/stocks/count/${north}`,
  `/stocks/count/${north}?view=differences`,
]);

test("a delivery is received with its batch, and a part of it goes to another store", async () => {
  const { page, open } = await newPage(own);
  await open(`/stocks/ledger/${reagent}`);
  await page.getByRole("link", { name: "Receive" }).click();
  await page.getByLabel("Quantity (pcs)").fill("6");
  await page.getByRole("textbox", { name: "Unit cost" }).fill("14");
  await page.getByLabel("Use as new rate").check();
  await page.getByRole("button", { name: "Receive" }).click();
  await page.getByText("Batch is required").first().waitFor();
  await page.getByRole("textbox", { name: "Batch" }).fill("B2");
  await page.locator("input[name=expiryOn]").fill("2027-05-31");
  await page.getByLabel("Bill no").fill("INV-88");
  await page.getByRole("button", { name: "Receive" }).click();
  await page.getByText(`6 pcs of Reagent ${tag} received`).waitFor();
  await page.getByRole("cell", { name: "B2, 2027-05-31" }).waitFor();
  expect(await page.getByRole("region", { name: "Stock" }).innerText()).toContain("14.00");

  await page.getByRole("link", { name: "Transfer" }).click();
  await page.getByLabel("Quantity (pcs)").fill("2");
  await page.getByLabel("To store").selectOption({ label: southName });
  // An expired batch is not proposed.
  expect(
    await page.locator("select[name=batchId]").locator("option:checked").innerText(),
  ).toContain("B2");
  await page.getByRole("button", { name: "Transfer" }).click();
  await page.getByText(`2 pcs of Reagent ${tag} moved to ${southName}`).waitFor();
  await page.getByRole("link", { name: southName }).click();
  await page.getByRole("cell", { name: "Transferred in" }).waitFor();
  await page.getByRole("link", { name: "Batches" }).click();
  await page.getByRole("cell", { name: "2 pcs" }).waitFor();
});

test("a store is counted on a phone; what moved meanwhile is counted again", async () => {
  const { page, open } = await newPage({ ...own, width: 360 });
  await open(`/stocks/count/${north}`);
  const box = (name: string) => page.getByLabel(new RegExp(`^${name} ${tag}`));
  await box("Cable").fill("7");
  await box("Cable").press("Enter");
  expect(await box("Fuse").evaluate((input) => input === document.activeElement)).toBe(true);
  await box("Fuse").fill("0");
  await box("Lamp").fill("x");
  await page.getByText("A whole number of 0 or more").waitFor();
  await box("Lamp").fill("3");
  await page.getByText("3 counted, kept on this device").waitFor();
  await page.reload();
  await page.getByText("3 counted, kept on this device").waitFor();
  expect(await box("Cable").inputValue()).toBe("7");

  const [lamp] = await itemsWith("Lamp");
  await admin.call("POST", `/api/stocks/${lamp!.id}/issue`, { qty: 1, reason: "Ward 4" });

  await page.locator(".count-foot").getByRole("link", { name: "Differences" }).click();
  await page.getByText("1 less").first().waitFor();
  await sound(page);
  await page.getByRole("button", { name: "Post count" }).click();
  await page.getByText("2 counted and posted, 1 different from the books.").waitFor();
  await page.getByText(`One item moved after the count. Count again: Lamp ${tag}.`).waitFor();
  await page.getByRole("link", { name: "Items", exact: true }).click();
  await page.getByText("Moved meanwhile, count again").waitFor();
  await box("Lamp").fill("3");
  await page.locator(".count-foot").getByRole("link", { name: "Differences" }).click();
  await page.getByText("No differences").waitFor();
  await page.getByRole("button", { name: "Post count" }).click();
  await page.getByText("1 counted and posted, none different from the books.").waitFor();
  await page.reload();
  await page.getByText("Nothing counted yet").waitFor();
});

test("a scanned label leads to its line, in the list and in a count", async () => {
  const { page, open } = await newPage({ ...own, width: 360 });
  const scan = async (code: string) => {
    await page.getByRole("button", { name: "Scan" }).click();
    await page.getByLabel("Code or serial no").fill(code);
    await page.getByRole("button", { name: "Find", exact: true }).click();
  };
  const isFocused = (one: Element) => one === document.activeElement;
  await open("/stocks");
  await scan(`http://globex.localhost/stocks/ledger/${reagent}`);
  await page.waitForURL(/line=/);
  await expect
    .poll(() => page.locator(`a.name[href="/stocks/ledger/${reagent}"]`).evaluate(isFocused))
    .toBe(true);
  await sound(page);
  await page.locator("td.c-acts button").first().click();
  await page.getByRole("link", { name: "Label", exact: true }).click();
  await page.getByText("1 item", { exact: true }).waitFor();

  await open(`/stocks/count/${north}`);
  await scan(`R-${tag}`);
  await expect
    .poll(() =>
      page
        .getByLabel(new RegExp(`^Reagent ${tag}`))
        .first()
        .evaluate(isFocused),
    )
    .toBe(true);
  const south = await made("/api/stores", { name: `Far ${tag}` });
  await made("/api/stocks", { store_id: south, name: `Elsewhere ${tag}`, part_no: `E-${tag}` });
  await scan(`E-${tag}`);
  await page.getByText("The item with this label is kept in another store.").waitFor();
});

test("a count page posts without scripts", async () => {
  const { page } = await newPage({ ...own, javaScript: false });
  await page.goto(`/stocks/count/${north}`);
  await page.getByLabel(new RegExp(`^Cable ${tag}`)).fill("5");
  await page.getByRole("button", { name: "Post this page" }).click();
  // The message needs scripts, but the count was posted.
  const quantities = async () => (await itemsWith("Cable")).map(({ quantity }) => quantity);
  await expect.poll(quantities, { timeout: 20_000 }).toEqual([5]);
});
