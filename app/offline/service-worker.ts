import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { NetworkOnly } from "workbox-strategies";
import { draftKinds, draftPackageId, measuringPage } from "#app/shared/drafts.ts";
import { sendAll } from "./sending.ts";
import { openStore, storeNames } from "./store.ts";

/** The files of a round's page with their revisions, put in by the build. */
declare const ROUND_FILES: { url: string; revision: string | null }[];

type Waiting = { waitUntil: (work: Promise<unknown>) => void };
type SyncEvent = Event & Waiting & { tag: string };
type Scope = {
  registration: { scope: string };
  skipWaiting: () => Promise<void>;
  clients: { matchAll: () => Promise<{ postMessage: (message: unknown) => void }[]> };
};
const scope = self as unknown as Scope;

const scopePath = new URL(scope.registration.scope).pathname;
const measured = draftKinds.find((kind) => measuringPage(kind) === scopePath);

if (measured === undefined) {
  // Only the page of a round and its files. Pages with anybody's data are never in the cache.
  precacheAndRoute(ROUND_FILES, { ignoreURLParametersMatching: [], cleanURLs: false });
  cleanupOutdatedCaches();
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL("/round/shell"), {
      allowlist: [/^\/round\/[^/]+$/],
    }),
  );
} else {
  // The measuring page is the server's. Where there is no network, its address leads to what was taken along.
  addEventListener("install", () => void scope.skipWaiting());
  const toTaken = async ({ request: { url } }: { request: Request }) => {
    const id = new URL(url).pathname.slice(scopePath.length);
    return Response.redirect(new URL(`/round/${draftPackageId(measured, id)}`, url));
  };
  registerRoute(new NavigationRoute(new NetworkOnly({ plugins: [{ handlerDidError: toTaken }] })));
}

addEventListener("message", ({ data }) => {
  if (data === "renew") void scope.skipWaiting();
});

/** The network is back while no page may be open. What a person must decide waits for the page. */
async function sendInBackground() {
  for (const name of await storeNames()) {
    const store = await openStore(name);
    const end = await sendAll(name, store, () => {});
    store.close();
    for (const page of await scope.clients.matchAll()) page.postMessage("changed");
    if (end === "later") throw new Error("To be tried again");
  }
}

addEventListener("sync", (event) => {
  const { tag, waitUntil } = event as SyncEvent;
  if (tag === "rounds") waitUntil.call(event, sendInBackground());
});
