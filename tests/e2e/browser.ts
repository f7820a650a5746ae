import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { type Kind, signedIn, superAdmin } from "#tests/support/client.ts";
import type { CompanyName, World } from "#tests/support/world.ts";
import { chromiumPath } from "./chromium.ts";
import { keepToasts } from "./toasts.ts";

/** Every *.localhost on port 80 is the world's Worker. */
export async function launch(port: string, more: string[] = []): Promise<Browser> {
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
      ...more,
      `--host-resolver-rules=MAP *.localhost:80 127.0.0.1:${port},MAP localhost:80 127.0.0.1:${port}`,
    ],
  });
}

let launched: Promise<Browser> | undefined;
export const browser = (w: World): Promise<Browser> => {
  launched ??= launch(w.port);
  return launched;
};

export async function closeBrowser() {
  await (await launched)?.close();
  launched = undefined;
}

type Options = {
  company?: CompanyName | "platform";
  /** Null for nobody. */
  kind?: Kind | null;
  width?: number;
  height?: number;
  theme?: "light" | "dark";
  javaScript?: boolean;
};
export type Screen = {
  page: Page;
  errors: string[];
  open: (path: string) => Promise<void>;
  close: () => Promise<void>;
};

/** A browser tells of every refused request; those are looked at where they are expected. */
const expected =
  /Failed to load resource: (the server responded with a status of (4\d\d|503)|net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_FAILED|CONNECTION_RESET))/;

/** A page of a signed-in person. `errors` collects console errors, uncaught errors and CSP reports. */
export const newPage = async (w: World, options: Options = {}): Promise<Screen> =>
  newPageIn(await browser(w), w, options);

/** The same in a browser that was launched for one test. */
export async function newPageIn(
  browser: Browser,
  w: World,
  options: Options = {},
): Promise<Screen> {
  const {
    company = "acme",
    kind = "engineer",
    width = 1280,
    height = width < 768 ? 780 : 800,
    theme = "light",
    javaScript = true,
  } = options;
  const host = company === "platform" ? "localhost" : `${company}.localhost`;
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
    const client =
      company === "platform" ? await superAdmin(w) : await signedIn(w, w.companies[company], kind);
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
  return {
    page,
    errors,
    async open(path) {
      await page.goto(path);
      if (javaScript) await hydrated(page);
    },
    close: () => context.close(),
  };
}

/** Until scripts have taken the page over: forms have their key then. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? document.body).some((key) =>
      key.startsWith("__reactFiber"),
    ),
  );
