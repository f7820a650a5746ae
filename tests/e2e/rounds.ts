import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type Page, chromium as playwright } from "playwright-core";
import { onTestFinished } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import type { RoundPackage } from "#app/shared/rounds.ts";
import { newId } from "#drizzle/columns.ts";
import { catalogue } from "#tests/support/catalogue.ts";
import type { Client } from "#tests/support/client.ts";
import { planned } from "#tests/support/due.ts";
import type { rowsOf } from "#tests/support/rows.ts";
import { type Company, companyToday, world } from "#tests/support/world.ts";
import { hydrated } from "./browser.ts";
import { chromiumPath } from "./chromium.ts";

const w = await world();
export const today = companyToday();

/** Devices of a Location whose PM is due, and a stock item that fits them, written past the app. */
export async function ward(rows: ReturnType<typeof rowsOf>, devices: number, quantity = 100) {
  const tag = newId().slice(-8);
  const pm = await catalogue(w, `Pump ${tag}`, "Pump, 6-monthly", [
    "Housing and mains cable",
    "Flow rate [45 to 55 ml/h]",
    "Alarms",
  ]);
  const department = await rows.add("departments", { name: `ICU ${tag}` });
  const category = await rows.add("categories", { name: `Pumps ${tag}` });
  const store = await rows.add("stores", { name: `Store ${tag}` });
  const item = await rows.add("stock_items", {
    ...{ store_id: store, name: `Filter ${tag}`, rate_minor: 1250, quantity },
  });
  await rows.addUnstamped("stock_movements", {
    ...{ stock_item_id: item, kind: "opening", qty: quantity, unit_cost_minor: 1250 },
    ...{ balance_after: quantity, seq: 1, actor_name: "seed", at: 1 },
  });
  await rows.addUnstamped("stock_item_machine_types", {
    ...{ stock_item_id: item, machine_type_id: pm.type, machine_type_name: `Pump ${tag}` },
  });
  const assets: { id: string; code: string }[] = [];
  for (let at = 1; at <= devices; at++) {
    const due = addDays(today, at - 5);
    const code = `R-${tag}-${String(at).padStart(2, "0")}`;
    const id = await rows.add("assets", {
      ...{ asset_code: code, name: `Pump ${at}`, qr_token: `${tag}${at}`, category_id: category },
      ...{ department_id: department, lifecycle: "in_service", machine_type_id: pm.type },
      ...{ room: `Bed ${at}`, next_pm_on: due },
    });
    await planned(rows, { assetId: id, from: due, until: addDays(due, 10) });
    assets.push({ id, code });
  }
  return { tag, department, item, assets };
}

/** A browser of a person with a profile of its own on disk, which a test may close and open again. */
export function phone(company: Company, who: Client, width = 360, port: string | number = w.port) {
  const folder = mkdtempSync(join(tmpdir(), "round-profile-"));
  let context: BrowserContext | null = null;
  const origin = `http://${company.host}`;
  const open = async () => {
    context = await playwright.launchPersistentContext(folder, {
      executablePath: await chromiumPath(),
      viewport: { width, height: 780 },
      reducedMotion: "reduce",
      baseURL: origin,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        `--host-resolver-rules=MAP *.localhost:80 127.0.0.1:${port},MAP localhost:80 127.0.0.1:${port}`,
      ],
    });
    context.setDefaultTimeout(10_000);
    await context.addCookies([
      {
        name: "sid",
        value: who.cookie.slice("sid=".length),
        domain: company.host,
        path: "/",
        expires: Math.floor(Date.now() / 1000) + 3600,
      },
    ]);
    await context.addInitScript(
      ([token, domain]) => {
        if (localStorage.getItem("accessToken")) return;
        localStorage.setItem("accessToken", token!);
        localStorage.setItem("domain", domain!);
      },
      [who.token, origin],
    );
    return context.pages()[0] ?? context.newPage();
  };
  const close = async () => {
    await context?.close();
    context = null;
  };
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { open, close, offline: (isOff: boolean) => context!.setOffline(isOff) };
}

/**
 * What a browser without a window has no Background Sync for: whether a page asked for it, and what it then does. Ask before the first page.
 * @returns the tag that the open page asked for, and the network coming back while no page is open
 */
export async function background(page: Page, { host }: Company) {
  await page.addInitScript(() => {
    const { prototype } = Reflect.get(globalThis, "SyncManager");
    prototype.register = async (tag: string) => sessionStorage.setItem("asked", tag);
  });
  const devTools = await page.context().newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      for (const one of registrations)
        if (one.scopeURL.endsWith("/round/")) resolve(one.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  return {
    asked: () => page.evaluate(() => sessionStorage.getItem("asked")),
    sync: async () =>
      devTools.send("ServiceWorker.dispatchSyncEvent", {
        ...{ origin: `http://${host}`, registrationId: await known },
        ...{ tag: "rounds", lastChance: false },
      }),
  };
}

/** Takes the due devices of a Location along; answers the path of the round. */
export async function take(page: Page, department: string): Promise<string> {
  await page.goto(`/rounds/take?department=${department}`);
  await hydrated(page);
  await page.getByRole("button", { name: "Take along" }).click();
  await page.waitForURL(/\/round\/[0-9a-f-]{36}$/);
  await page.getByRole("heading", { name: /^PM round/ }).waitFor();
  return new URL(page.url()).pathname;
}

/** All that a page finds in the databases of its rounds, as text. */
export const keptText = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name!);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        found.push(`${name} ${store} ${JSON.stringify(all)}`);
      }
      db.close();
    }
    return found.join("\n");
  });

/** Changes the one round that a page finds on its device. */
export async function changeKept(page: Page, change: (taken: RoundPackage) => RoundPackage) {
  /** Reads the round, and puts another in its place where one is given. */
  const kept = (next: RoundPackage | null) =>
    page.evaluate(async (next) => {
      const done = <R>(asked: IDBRequest<R>) =>
        new Promise<R>((resolve) => {
          asked.onsuccess = () => resolve(asked.result);
        });
      const [{ name }] = (await indexedDB.databases()) as [{ name: string }];
      const db = await done(indexedDB.open(name));
      const packages = db.transaction("packages", "readwrite").objectStore("packages");
      const [taken] = await done<RoundPackage[]>(packages.getAll());
      if (next) await done(packages.put(next));
      db.close();
      return taken!;
    }, next);
  await kept(change(await kept(null)));
}

/** Each photo that waits on the device, as base64. */
const keptPhotos = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const photos: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name!);
        opening.onsuccess = () => resolve(opening.result);
      });
      const files = await new Promise<{ blob: Blob }[]>((resolve) => {
        const reading = db.transaction("files").objectStore("files").getAll();
        reading.onsuccess = () => resolve(reading.result);
      });
      for (const { blob } of files) {
        const bytes = new Uint8Array(await blob.arrayBuffer());
        photos.push(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")));
      }
      db.close();
    }
    return photos;
  });

/** The hashes of the photos that wait on the device, in their own order. */
export const keptHashes = async (page: Page) =>
  (await keptPhotos(page)).map((photo) => sha256(Buffer.from(photo, "base64"))).sort();

/** How many bytes each of them has. */
export const keptSizes = async (page: Page) =>
  (await keptPhotos(page)).map((photo) => Buffer.from(photo, "base64").length);

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Fills the open device's report in and finishes it. */
export async function report(page: Page, part: string | null, photo: Buffer | null) {
  await page.getByRole("button", { name: "All Yes" }).click();
  await page.getByLabel("Action Taken").fill("Cleaned and tested");
  if (part) {
    await page.getByRole("button", { name: "Add Part" }).click();
    await page
      .getByRole("combobox", { name: /^Part \d/ })
      .last()
      .fill(part);
    await page.getByRole("option", { name: part }).click();
  }
  if (photo) {
    await page
      .getByLabel("Photo", { exact: true })
      .setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: photo });
    await page.getByRole("img", { name: "photo-1.jpg" }).waitFor();
  }
  await page.getByRole("button", { name: "Finish, next device" }).click();
}
