import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { type Client, type Kind, signedIn, superAdmin } from "#tests/support/client.ts";
import { type Company, type CompanyName, world } from "#tests/support/world.ts";
import { chromiumPath } from "./chromium.ts";
import { keepToasts } from "./toasts.ts";

/** A browser for which every *.localhost on port 80 is the world's Worker, or a server in front of it. */
export async function launch(more: string[] = [], front?: number): Promise<Browser> {
  const port = front ?? (await world()).port;
  return playwright.launch({
    executablePath: await chromiumPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // A journey is over before code that is compiled once more has paid for it, and needs no process of its own for what is drawn.
      "--js-flags=--no-opt,--no-maglev",
      "--in-process-gpu",
      "--disable-site-isolation-trials",
      ...more,
      `--host-resolver-rules=MAP *.localhost:80 127.0.0.1:${port},MAP localhost:80 127.0.0.1:${port}`,
    ],
  });
}

let launched: Promise<Browser> | undefined;
/** The browser that the tests of a file share. */
export const browser = (): Promise<Browser> => {
  launched ??= launch();
  return launched;
};

export async function closeBrowser() {
  await (await launched)?.close();
  launched = undefined;
}

export type Options = {
  company?: CompanyName | Company | "platform";
  /** Who is signed in; null for nobody. */
  kind?: Kind | Client | null;
  width?: number;
  height?: number;
  theme?: "light" | "dark";
  javaScript?: boolean;
};
export type Screen = { page: Page; open: (path: string) => Promise<void> };

/** A browser logs every refused request; tests that expect one look at it themselves. */
const expected =
  /Failed to load resource: (the server responded with a status of (4\d\d|502|503)|net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_FAILED|CONNECTION_RESET))/;

/** A page of a signed-in person. When the test ends, the page closes and must have logged no error and no CSP report. */
export const newPage = async (options: Options = {}): Promise<Screen> =>
  newPageIn(await browser(), options);

/** The same in a browser that was launched for one test. */
export async function newPageIn(browser: Browser, options: Options = {}): Promise<Screen> {
  const w = await world();
  const {
    company = "acme",
    kind = "engineer",
    width = 1280,
    height = width < 768 ? 780 : 800,
    theme = "light",
    javaScript = true,
  } = options;
  const own = typeof company === "string" ? w.companies[company as CompanyName] : company;
  const host = own?.host ?? "localhost";
  const origin = `http://${host}`;
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 768,
    javaScriptEnabled: javaScript,
    reducedMotion: "reduce",
    baseURL: origin,
  });
  const cookies = [{ name: "theme", value: theme as string, domain: host, path: "/" }];
  if (kind) {
    const member = () => (own && typeof kind === "string" ? signedIn(w, own, kind) : superAdmin(w));
    const client = typeof kind === "string" ? await member() : kind;
    cookies.push({
      name: "sid",
      value: client.cookie.slice("sid=".length),
      domain: host,
      path: "/",
    });
    await context.addInitScript(
      ([token, domain]) => {
        if (localStorage.getItem("accessToken")) return;
        localStorage.setItem("accessToken", token!);
        localStorage.setItem("domain", domain!);
      },
      [client.token, origin],
    );
  }
  await context.addCookies(cookies);
  if (javaScript) await keepToasts(context);
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`),
    ),
  );
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  onTestFinished(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });
  return {
    page,
    async open(path) {
      await page.goto(path);
      if (javaScript) await hydrated(page);
    },
  };
}

/** Waits until React has hydrated the page: forms have their key then, and a dialog is modal. A page without React is as it will be. */
export const hydrated = (page: Page) =>
  page.waitForFunction(
    () =>
      document.documentElement.matches("[data-plain]") ||
      (!document.querySelector("dialog[open]:not(:modal)") &&
        Object.keys(document.querySelector("main") ?? document.body).some((key) =>
          key.startsWith("__reactFiber"),
        )),
  );
