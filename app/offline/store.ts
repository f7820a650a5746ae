import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";
import type { TakenDraft } from "#app/shared/drafts.ts";
import { ROUNDS_COOKIE, type RoundPackage, YEAR_SECONDS } from "#app/shared/rounds.ts";

/**
 * What a device keeps for work without a network: one database a company and person, with the packages of rounds and the drafts that are
 * measured, the entries of the outbox with their drafts, their files, and notes about devices that are not in the round.
 */
export type EntryStatus = "draft" | "waiting" | "sending" | "sent" | "needs";

/** Why an entry was refused, as the server said it. */
export type EntryProblem = {
  status: number;
  message: string;
  errors?: Record<string, string[]>;
  data?: unknown;
};

export type Entry = {
  /** Its idempotency key, made when its form opened. */
  key: string;
  packageId: string;
  deviceId: string;
  /** What it is: a service report, that a planned service could not be done, or what was typed on a draft that is measured. */
  kind: "report" | "missed" | "measurement";
  endpoint: string;
  status: EntryStatus;
  /** The texts of the form by their names. */
  values: Record<string, string>;
  /** The occurrence it is about, with the version that was taken along. */
  occurrence: { id: string; version: number } | null;
  openedAt: number;
  /** When it was finished, by the device's clock: the order of sending. */
  finishedAt: number;
  /** Its date and ticket were set right by the server's clock. */
  isSetRight: boolean;
  /** It was sent before, and no answer came: it is repeated as it was. */
  isTried: boolean;
  problem: EntryProblem | null;
  /** What the person is told about it besides. */
  notes: string[];
  /** Of a measurement: what was typed after the try to which no answer came. It is sent once that has one. */
  next?: string | undefined;
};

export type KeptFile = { id: string; key: string; field: string; name: string; blob: Blob };
export type RoundNote = { id: string; packageId: string; code: string; text: string; at: number };

export interface Rounds extends DBSchema {
  packages: { key: string; value: RoundPackage };
  drafts: { key: string; value: TakenDraft };
  entries: { key: string; value: Entry; indexes: { byPackage: string; byStatus: string } };
  files: { key: string; value: KeptFile; indexes: { byEntry: string } };
  notes: { key: string; value: RoundNote; indexes: { byPackage: string } };
}
export type Store = IDBPDatabase<Rounds>;

const PREFIX = "rounds ";
const VERSION = 2;
export const nameOf = (companyId: string, userId: string) => `${PREFIX}${companyId} ${userId}`;

/** Opens a database of rounds by its name, and makes it where there is none. */
export const openStore = (name: string): Promise<Store> =>
  openDB<Rounds>(name, VERSION, {
    upgrade(db, before) {
      db.createObjectStore("drafts", { keyPath: "packageId" });
      if (before > 0) return;
      db.createObjectStore("packages", { keyPath: "packageId" });
      const entries = db.createObjectStore("entries", { keyPath: "key" });
      entries.createIndex("byPackage", "packageId");
      entries.createIndex("byStatus", "status");
      const files = db.createObjectStore("files", { keyPath: "id" });
      files.createIndex("byEntry", "key");
      db.createObjectStore("notes", { keyPath: "id" }).createIndex("byPackage", "packageId");
    },
    // Another tab deletes it, or brings it to a later version.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

/** The names of all databases of rounds on this device. */
export async function storeNames(): Promise<string[]> {
  const all = await indexedDB.databases();
  return all.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []));
}

/** The database that holds a round or a draft; null where none does. */
export async function storeOf(packageId: string): Promise<{ name: string; store: Store } | null> {
  for (const name of await storeNames()) {
    const store = await openStore(name);
    const keys = await Promise.all([
      store.getKey("packages", packageId),
      store.getKey("drafts", packageId),
    ]);
    if (keys.some((key) => key !== undefined)) return { name, store };
    store.close();
  }
  return null;
}

/** The entries that are finished and not yet with the server, in the order in which they were finished. */
export async function unsentOf(store: Store): Promise<Entry[]> {
  const all = await store.getAll("entries");
  return all
    .filter(({ status }) => status !== "draft" && status !== "sent")
    .sort((one, other) => one.finishedAt - other.finishedAt);
}

/** How many reports and measurements of this device are not with the server, reports that are not finished left out. */
export async function countUnsent(): Promise<number> {
  let count = 0;
  for (const name of await storeNames()) {
    const store = await openStore(name);
    count += (await unsentOf(store)).length;
    store.close();
  }
  return count;
}

/** Deletes an entry and its files. */
export async function dropEntry(store: Store, key: string) {
  const work = store.transaction(["entries", "files"], "readwrite");
  for (const id of await work.objectStore("files").index("byEntry").getAllKeys(key))
    await work.objectStore("files").delete(id);
  await work.objectStore("entries").delete(key);
  await work.done;
}

/** Changes an entry as it is by now. @returns the changed one; undefined where it was dropped meanwhile */
export async function changeEntry(
  store: Store,
  key: string,
  change: (now: Entry) => Partial<Entry>,
): Promise<Entry | undefined> {
  const work = store.transaction("entries", "readwrite");
  const now = await work.store.get(key);
  const after = now && { ...now, ...change(now) };
  if (after) await work.store.put(after);
  await work.done;
  return after;
}

/** Deletes a round or a draft with all that belongs to it. */
export async function dropPackage(store: Store, packageId: string) {
  for (const key of await store.getAllKeysFromIndex("entries", "byPackage", packageId))
    await dropEntry(store, key);
  for (const id of await store.getAllKeysFromIndex("notes", "byPackage", packageId))
    await store.delete("notes", id);
  await Promise.all([store.delete("packages", packageId), store.delete("drafts", packageId)]);
}

/** Deletes a round or a draft; after the last one the device keeps nothing of this person. */
export async function removePackage(store: Store, packageId: string) {
  await dropPackage(store, packageId);
  const left = (await store.count("packages")) + (await store.count("drafts"));
  store.close();
  if (left === 0 && (await storeNames()).length === 1) await wipe();
}

const secure = () => (location.protocol === "https:" ? "; Secure" : "");
/** Says by a cookie whose rounds are here, so that the server can send another person to take leave of them first. */
export function markDevice(userId: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${ROUNDS_COOKIE}=${userId}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure()}`;
}
function unmarkDevice() {
  if (typeof document === "undefined") return;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `${ROUNDS_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax${secure()}`;
}

/** Deletes all rounds and drafts of this device. */
export async function wipe() {
  for (const name of await storeNames()) await deleteDB(name);
  unmarkDevice();
}
