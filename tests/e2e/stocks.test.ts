import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { type World, world } from "#tests/support/world.ts";
import { axe, overflow } from "./axe.ts";
import { closeBrowser, newPage } from "./browser.ts";

const LONG =
  "Anaesthesia breathing circuit, disposable, with water traps, filters and extendable tubes, adult, 1.8 m, box of 20";
const own = { company: "globex", kind: "admin" } as const;
let w: World;
let admin: Client;
let north: string;
let southName: string;
let reagent: string;
let tag: string;

const made = async (path: string, body: Record<string, unknown>) => {
  const answer = await admin.api(path, { method: "POST", body });
  const { data, errors } = (await answer.json()) as { data: { id: string }; errors?: unknown };
  expect([path, answer.status, errors]).toEqual([path, 201, undefined]);
  return data.id;
};

beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.globex, "admin");
  tag = newId().slice(-6);
  southName = `South ${tag}`;
  north = await made("/api/stores", { name: `North ${tag}` });
  await made("/api/stores", { name: southName });
  reagent = await made("/api/stocks", {
    ...{
      store_id: north,
      name: `Reagent ${tag}`,
      part_no: `R-${tag}`,
      rate: "12.50",
      min_qty: 3,
      has_batches: true,
      has_expiry: true,
    },
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
});
afterAll(closeBrowser);

test.each([
  [1280, "light"],
  [1280, "dark"],
  [360, "light"],
  [360, "dark"],
] as const)("the screens of stores are sound at %i px, %s", async (width, theme) => {
  const screen = await newPage(w, { ...own, width, theme });
  const screens = {
    stores: "/stores",
    list: `/stocks?store=${north}`,
    drawer: `/stocks?store=${north}&ledger=${reagent}`,
    expiring: "/stocks?expiring=90",
    form: "/stocks?new=1",
    edit: `/stocks?edit=${reagent}`,
    ledger: `/stocks/ledger/${reagent}`,
    receive: `/stocks/ledger/${reagent}?move=receive`,
    transfer: `/stocks/ledger/${reagent}?move=transfer`,
    adjust: `/stocks/ledger/${reagent}?move=adjust`,
    batches: `/stocks/ledger/${reagent}?tab=batches`,
    costs: `/stocks/ledger/${reagent}?tab=costs`,
    used: `/stocks/ledger/${reagent}?tab=used`,
    count: `/stocks/count/${north}`,
    differences: `/stocks/count/${north}?view=differences`,
  };
  for (const [name, path] of Object.entries(screens)) {
    await screen.open(path);
    if (process.env.SHOTS)
      await screen.page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${theme}.png` });
    expect([name, await overflow(screen.page)]).toEqual([name, 0]);
    expect([name, await axe(screen.page)]).toEqual([name, []]);
  }
  expect(screen.errors).toEqual([]);
  await screen.close();
});

test("a delivery is received with its batch, and a part of it goes to another store", async () => {
  const { page, errors, open, close } = await newPage(w, own);
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
  // What has expired is not proposed.
  expect(
    await page.locator("select[name=batchId]").locator("option:checked").innerText(),
  ).toContain("B2");
  await page.getByRole("button", { name: "Transfer" }).click();
  await page.getByText(`2 pcs of Reagent ${tag} moved to ${southName}`).waitFor();
  await page.getByRole("link", { name: southName }).click();
  await page.getByRole("cell", { name: "Transferred in" }).waitFor();
  await page.getByRole("link", { name: "Batches" }).click();
  await page.getByRole("cell", { name: "2 pcs" }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test("a store is counted on a phone; what moved meanwhile is counted again", async () => {
  const { page, errors, open, close } = await newPage(w, { ...own, width: 360 });
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

  const list = (await (await admin.api(`/api/stocks?store=${north}&q=Lamp`)).json()) as {
    data: { id: string }[];
  };
  await admin.api(`/api/stocks/${list.data[0]!.id}/issue`, {
    method: "POST",
    body: { qty: 1, reason: "Ward 4" },
  });

  await page.locator(".count-foot").getByRole("link", { name: "Differences" }).click();
  await page.getByText("1 less").first().waitFor();
  expect(await overflow(page)).toBe(0);
  expect(await axe(page)).toEqual([]);
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
  expect(errors).toEqual([]);
  await close();
});

test("a scanned label leads to its line, in the list and in a count", async () => {
  const { page, errors, open, close } = await newPage(w, { ...own, width: 360 });
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
  expect(await overflow(page)).toBe(0);
  await page.locator("td.c-acts summary").first().click();
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
  expect(errors).toEqual([]);
  await close();
});

test("a count page posts without scripts", async () => {
  const { page, close } = await newPage(w, { ...own, javaScript: false });
  await page.goto(`/stocks/count/${north}`);
  await page.getByLabel(new RegExp(`^Cable ${tag}`)).fill("5");
  await page.getByRole("button", { name: "Post this page" }).click();
  // The message waits in the page for scripts; what was posted is there.
  const quantities = async () => {
    const list = (await (await admin.api(`/api/stocks?store=${north}&q=Cable`)).json()) as {
      data: { quantity: number }[];
    };
    return list.data.map(({ quantity }) => quantity);
  };
  await expect.poll(quantities, { timeout: 20_000 }).toEqual([5]);
  await close();
});
