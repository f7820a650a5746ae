/** Pages of people at a device, or with a certificate in hand, on a phone: to be read and sent before any script is there. */
const late = new Set(["routes/public/device", "routes/public/call", "routes/public/verify"]);

/** Whether a page's scripts come after it is shown. @param routes the ids of the page's routes */
export const comesFirst = (routes: readonly string[]): boolean => routes.some((id) => late.has(id));

const START = `addEventListener("load",()=>{
for(const link of document.querySelectorAll("link[rel=late]"))link.rel="modulepreload";
const held=document.querySelector("script[type=late]"),run=document.createElement("script");
run.type="module";run.nonce=held.nonce;run.text=held.text;document.head.append(run);run.remove()})`;

/**
 * The page with its modules held back until it has its styles: on a slow line they would share it with them, and a page that is
 * ready to be read waits for five times its size.
 */
export const scriptsLast = (html: string, nonce: string | undefined): string =>
  html
    .replaceAll('<link rel="modulepreload"', '<link rel="late"')
    .replace('type="module" async=""', 'type="late"')
    .replace("</body>", `<script${nonce ? ` nonce="${nonce}"` : ""}>${START}</script></body>`);
