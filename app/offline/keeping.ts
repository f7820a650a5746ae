import type { Entry, KeptFile, Store } from "./store.ts";

/** Whether a write failed because this device is full. */
export const isFull = (error: unknown) =>
  error instanceof DOMException && /Quota/.test(`${error.name} ${error.message}`);

/** Makes room by what the server has already: sent entries. Photos of unsent reports are never taken. */
async function makeRoom(store: Store) {
  for (const entry of await store.getAllFromIndex("entries", "byStatus", "sent")) {
    const { values: _, ...kept } = entry;
    await store.put("entries", { ...kept, values: {}, notes: [] }).catch(() => {});
  }
}

/** Writes, once more after making room where this device is full. @returns false where it stays full @throws other errors */
export async function kept(store: Store, write: () => Promise<unknown>): Promise<boolean> {
  for (const isLast of [false, true])
    try {
      await write();
      return true;
    } catch (error) {
      if (!isFull(error)) throw error;
      if (!isLast) await makeRoom(store);
    }
  return false;
}

/** Keeps a photo. @returns false where this device is full */
export const keepFile = (store: Store, file: KeptFile) =>
  kept(store, () => store.put("files", file));

/** Keeps an entry. @returns false where this device is full */
export const keepEntry = (store: Store, entry: Entry) =>
  kept(store, () => store.put("entries", entry));
