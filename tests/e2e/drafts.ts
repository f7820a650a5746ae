import type { Page } from "playwright-core";
import type { TakenDraft } from "#app/shared/drafts.ts";
import type { Company } from "#tests/support/world.ts";
import { hydrated } from "./browser.ts";

/** Shows the pages of a host in the dark. */
export async function dark(page: Page, host: string) {
  await page.context().addCookies([{ name: "theme", value: "dark", domain: host, path: "/" }]);
}

/** Opens a draft and asks for it to be taken along. @returns the dialog that answers */
export async function askToTake(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
  await page.getByRole("button", { name: "Take along" }).click();
  const dialog = page.getByRole("dialog", { name: "Take this draft along" });
  await dialog.getByRole("button", { name: "Take along" }).click();
  return dialog;
}
/** Opens a draft and takes it along. */
export async function take(page: Page, path: string) {
  const dialog = await askToTake(page, path);
  await dialog.getByText(/^It is on this device/).waitFor();
}
export const goOn = (page: Page) => page.getByRole("button", { name: "Go on measuring" }).click();

export const padOf = (page: Page) => page.getByRole("region", { name: "Point by point" });
/** Types readings of the open point, one after the other. @param from the number of the first of them */
export async function press(page: Page, readings: readonly string[], from = 1) {
  const pad = padOf(page);
  for (const [at, keys] of readings.entries()) {
    if (at + from > 1)
      await pad
        .getByRole("button", { name: new RegExp(`^Reading ${at + from}`) })
        .first()
        .click();
    for (const key of keys)
      await pad
        .getByRole("button", { name: key === "." ? "Decimal point" : key, exact: true })
        .click();
  }
}
/** What is kept in the databases of rounds and drafts. */
export const keptNames = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith("rounds") ? [name] : [])),
  );
/** The drafts that a page finds on its device; those that are given are put there besides. */
export const keptDrafts = (page: Page, more: TakenDraft[] = []): Promise<TakenDraft[]> =>
  page.evaluate(async (more) => {
    const done = <R>(asked: IDBRequest<R>) =>
      new Promise<R>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result);
        asked.onerror = () => reject(asked.error);
      });
    const names = await indexedDB.databases();
    const db = await done(
      indexedDB.open(names.find(({ name }) => name?.startsWith("rounds"))!.name!),
    );
    const drafts = db.transaction("drafts", "readwrite").objectStore("drafts");
    for (const draft of more) drafts.put(draft);
    const all = await done<TakenDraft[]>(drafts.getAll());
    db.close();
    return all;
  }, more);

/** The device of a page has no room, or has it again. A browser that has stored something knows the room for a while: open it anew first. */
export async function fullDevice(page: Page, { host }: Company) {
  const devTools = await page.context().newCDPSession(page);
  const origin = `http://${host}`;
  return (isFull: boolean) =>
    devTools.send("Storage.overrideQuotaForOrigin", {
      origin,
      ...(isFull ? { quotaSize: 1 } : {}),
    });
}

export const kept = (page: Page) =>
  page.getByText("Kept on this device, not yet sent", { exact: true }).waitFor();

/** The answer to the next save does not come back; the write is done. */
export async function loseAnswer(page: Page, urlPattern: string) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Fetch.enable", { patterns: [{ urlPattern, requestStage: "Response" }] });
  devTools.once("Fetch.requestPaused", async ({ requestId }) => {
    await devTools.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
    await devTools.send("Fetch.disable");
  });
}
