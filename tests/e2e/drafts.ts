import type { Page } from "playwright-core";
import { hydrated } from "./browser.ts";

/** Shows the pages of a host in the dark. */
export async function dark(page: Page, host: string) {
  await page.context().addCookies([{ name: "theme", value: "dark", domain: host, path: "/" }]);
}

/** Opens a draft and takes it along. */
export async function take(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
  await page.getByRole("button", { name: "Take along" }).click();
  const dialog = page.getByRole("dialog", { name: "Take this draft along" });
  await dialog.getByRole("button", { name: "Take along" }).click();
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
