import type { BrowserContext, Page } from "playwright-core";

/** The texts of toasts, which last two seconds only, so that a slow machine misses none. */
const said = new WeakMap<Page, string[]>();

/** Collects the toasts of a context's pages from now on. */
export async function keepToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding("toastSaid", ({ page }, text: string) => {
    said.set(page, [...(said.get(page) ?? []), text]);
  });
  await context.addInitScript(() => {
    const { toastSaid } = window as unknown as { toastSaid: (text: string) => void };
    const heard = new WeakMap<Element, string>();
    const listen = () => {
      for (const toast of document.querySelectorAll(".Toastify__toast")) {
        const text = toast.textContent ?? "";
        if (text && heard.get(toast) !== text) toastSaid(text);
        heard.set(toast, text);
      }
    };
    new MutationObserver(listen).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}

const PATIENCE_MS = 30_000;

/** Waits for a toast with this text, once for each toast. @throws Error with the toasts that came instead */
export async function toast(page: Page, text: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await page.waitForTimeout(20)) {
    const all = said.get(page) ?? [];
    const at = all.findIndex((one) => one.includes(text));
    if (at < 0) continue;
    said.set(page, all.toSpliced(at, 1));
    return;
  }
  throw new Error(`No toast says "${text}"; said: ${(said.get(page) ?? []).join(" | ")}`);
}
