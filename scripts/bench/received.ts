import type { Page } from "playwright-core";

const KB = 1024;
/** What a browser has received: its kind as Chromium calls it, its path, and its bytes as they came, headers among them. */
export type Received = { type: string; url: string; bytes: number };

/** Notes what a page receives from now on. What comes out of the browser's own cache, where a link has fetched it ahead, is not received. */
export async function watchNetwork(page: Page) {
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const asked = new Map<string, Omit<Received, "bytes">>();
  const received: Received[] = [];
  network.on("Network.requestWillBeSent", ({ requestId, type = "Other", request }) => {
    const { pathname, search } = new URL(request.url);
    asked.set(requestId, { type, url: pathname + search });
  });
  network.on("Network.requestServedFromCache", ({ requestId }) => asked.delete(requestId));
  network.on("Network.responseReceived", ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache) asked.delete(requestId);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId);
    if (one) received.push({ ...one, bytes: encodedDataLength });
  });
  return { network, received };
}

/** What a kind of them weighs together. */
export const kilobytesOf = (received: readonly Received[], type: string): number =>
  received.filter((one) => one.type === type).reduce((sum, { bytes }) => sum + bytes, 0) / KB;
