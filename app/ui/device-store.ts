/** Storage on this device for what is not sent yet. It outlives a reload, a closed tab and an ended session. */
const NAME = "drafts";

function run<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  return new Promise((resolve) => {
    // Without storage nothing is kept; the page itself still holds it.
    const none = () => resolve(null);
    try {
      const opening = indexedDB.open(NAME, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(NAME);
      opening.onerror = none;
      opening.onsuccess = () => {
        const db = opening.result;
        const through = db.transaction(NAME, mode);
        const asked = work(through.objectStore(NAME));
        // That there was no room is known at the end alone.
        through.oncomplete = () => {
          resolve(asked.result);
          db.close();
        };
        through.onabort = () => {
          none();
          db.close();
        };
      };
    } catch {
      none();
    }
  });
}

export const keepOnDevice = (key: string, value: unknown) =>
  run("readwrite", (store) => store.put(value, key));
export const readFromDevice = <T>(key: string) =>
  run<T>("readonly", (store) => store.get(key) as IDBRequest<T>);
export const dropFromDevice = (key: string) => run("readwrite", (store) => store.delete(key));
