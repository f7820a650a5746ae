import { type DraftKind, measuringPage } from "#app/shared/drafts.ts";
import type { RoundPackage } from "#app/shared/rounds.ts";
import { ask } from "#app/ui/ask.ts";
import { markDevice, nameOf, openStore, type Store } from "./store.ts";

const WORKER = "/round-worker.js";
/** Devices, drafts and ten photos a device would be much; this is what a round of usual size takes. */
const WANTED_BYTES = 100 * 1024 * 1024;
const READY_MS = 20_000;

export type Room = "safe" | "may go" | "little" | "none";

/** Asks the browser to keep what is stored, and how much room there is. */
export async function roomHere(): Promise<Room> {
  if (!("indexedDB" in globalThis) || !("serviceWorker" in navigator)) return "none";
  const { quota = 0, usage = 0 } = await navigator.storage
    .estimate()
    .catch(() => ({ quota: 0, usage: 0 }));
  if (quota - usage < WANTED_BYTES) return "little";
  return (await navigator.storage.persist().catch(() => false)) ? "safe" : "may go";
}

/** Puts the pages of a round into the cache of this device. @throws Error where the browser does not */
export const prepareDevice = () => activeAt("/round/");

/** Lets a draft's own address lead to what was taken along of it, besides. @throws Error where the browser does not */
export async function prepareForDraft(kind: DraftKind): Promise<void> {
  await prepareDevice();
  await activeAt(measuringPage(kind));
}

async function activeAt(scope: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope });
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  await Promise.race([
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (registration.active) resolve();
        else if (worker?.state === "redundant") reject(new Error("The pages were not stored"));
      };
      worker?.addEventListener("statechange", look);
      look();
    }),
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error("The pages were not stored")), READY_MS),
    ),
  ]);
  return registration;
}

/** Fetches a package and keeps it. @returns its id @throws as `ask` does, and where there is no room */
export async function takeRound(address: string): Promise<string> {
  const taken = await ask<RoundPackage>(address);
  await prepareDevice();
  const store = await openStore(nameOf(taken.company.id, taken.person.id));
  await store.put("packages", taken);
  store.close();
  markDevice(taken.person.id);
  return taken.packageId;
}

/** Fetches a package anew; its reports and drafts stay with it. @throws as `ask` does */
export async function renewRound(store: Store, before: RoundPackage): Promise<RoundPackage> {
  const fresh = await ask<RoundPackage>(before.address);
  const { packageId } = before;
  const ids = new Set(fresh.devices.map(({ id }) => id));
  // A device with a report that is not sent stays in sight.
  const entries = await store.getAllFromIndex("entries", "byPackage", packageId);
  const needed = new Set(entries.flatMap(({ deviceId }) => (ids.has(deviceId) ? [] : [deviceId])));
  const devices = [...fresh.devices, ...before.devices.filter(({ id }) => needed.has(id))];
  const renewed = { ...fresh, packageId, title: before.title, devices };
  await store.put("packages", renewed);
  return renewed;
}
