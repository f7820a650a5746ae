import type { Page } from "playwright-core";
import type { PictureName } from "#app/shared/product-pictures.ts";

export type Shot = {
  host: "demo" | "lab";
  /** Who looks; null for somebody who has not signed in. */
  email: string | null;
  /** Goes from the dashboard, or from nowhere, to what the picture shows. */
  show: (page: Page) => Promise<unknown>;
};

const [hospital, laboratory] = ["admin@demo.test", "admin@lab.test"];
const at = (path: string) => (page: Page) => page.goto(path);

/** Goes on by a link of the page, whatever the ids of this data are. */
async function follow(page: Page, links: string): Promise<void> {
  const href = await page.locator(links).first().getAttribute("href");
  if (!href) throw new Error(`${page.url()} has no link ${links}`);
  await page.goto(href);
}

async function issued(page: Page) {
  await page.goto("/certificate-reports?tab=issued&conformity=pass");
  await follow(page, "main tbody a[href^='/certificate-report/']");
}

async function verified(page: Page) {
  await issued(page);
  await follow(page, "main a[href^='/verify/']");
}

/** The first lines of a draft as somebody at the bench has typed them. */
const ROOM = ["22.8", "23.1", "51", "52", "229", "230", "90"];
const SCATTER = [0, 0, 1, 0, 0];
const MOST_READINGS = 15;

async function measuring(page: Page) {
  await page.goto("/certificate-reports?tab=draft");
  await follow(page, "main tbody a[href^='/certificate-report/']");
  await follow(page, "main a[href^='/certificate-report/update/']");
  const room = page.locator("main input:not([data-cell]):not([type=hidden]):visible");
  for (const [nth, value] of ROOM.entries()) await room.nth(nth).fill(value);
  for (const reading of (await page.locator("main input[data-cell]").all()).slice(
    0,
    MOST_READINGS,
  )) {
    const name = (await reading.getAttribute("aria-label")) ?? "";
    const nominal = Number(/(\d+(?:\.\d+)?) \S+, reading/.exec(name)?.[1]);
    const nth = Number(/reading (\d+)/.exec(name)?.[1]);
    await reading.fill(String(nominal + (SCATTER[nth - 1] ?? 0)));
  }
}

/** A machine that has been serviced for years. */
async function machine(page: Page) {
  await page.goto("/all-assets?q=defibrillator");
  await follow(page, "main tbody a[href^='/asset/detail/']");
}

async function printedReport(page: Page) {
  await machine(page);
  await page.goto(`${page.url()}?tab=service-report`);
  await follow(page, "main a[href^='/asset/service-report/print/']");
}

async function round(page: Page) {
  await page.goto("/all-assets?q=pump");
  const links = page.locator("main a[href^='/asset/detail/']");
  const ids = await links.evaluateAll((all) =>
    all.map((one) => one.getAttribute("href")!.split("/")[3]!.split("?")[0]!),
  );
  await page.goto(`/rounds/take?ids=${[...new Set(ids)].slice(0, 9).join(",")}`);
  await page.getByRole("button", { name: "Take along" }).click();
  await page.waitForURL(/\/round\/[0-9a-f-]{36}$/);
  await page.getByRole("heading", { name: /^PM round/ }).waitFor();
}

/** How each picture comes about, from the demo data alone. */
export const shots: Record<PictureName, Shot> = {
  assets: { host: "demo", email: hospital, show: at("/all-assets") },
  asset: { host: "demo", email: hospital, show: machine },
  report: { host: "demo", email: hospital, show: printedReport },
  calendar: { host: "demo", email: hospital, show: at("/due-service-calendar") },
  statistics: { host: "demo", email: hospital, show: at("/statics") },
  round: { host: "demo", email: hospital, show: round },
  measuring: { host: "lab", email: laboratory, show: measuring },
  certificate: { host: "lab", email: laboratory, show: issued },
  verify: { host: "lab", email: laboratory, show: verified },
};
