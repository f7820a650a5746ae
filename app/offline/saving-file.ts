import { strToU8, zipSync } from "fflate";
import { typedIn } from "./drafts.ts";
import { type Entry, openStore, type Store, storeNames, unsentOf } from "./store.ts";

/** Reports with their photos, and measurements, as files of a ZIP. */
export async function filesOf(store: Store, entries: readonly Entry[]) {
  const files: Record<string, Uint8Array> = {};
  for (const entry of entries) {
    if (entry.kind === "measurement") {
      Object.assign(files, await measurementFile(store, entry));
      continue;
    }
    const taken = await store.get("packages", entry.packageId);
    const device = taken?.devices.find(({ id }) => id === entry.deviceId);
    const folder = `${device?.code ?? entry.deviceId} ${entry.key.slice(0, 8)}`.replaceAll(
      "/",
      "-",
    );
    const told = {
      device: device && { code: device.code, name: device.name, serial_no: device.serialNo },
      kind: entry.kind,
      person: taken?.person.name,
      why: entry.problem?.message ?? null,
      ...entry.values,
    };
    files[`${folder}/report.json`] = strToU8(JSON.stringify(told, null, 2));
    for (const { name, blob } of await store.getAllFromIndex("files", "byEntry", entry.key))
      files[`${folder}/${name}`] = new Uint8Array(await blob.arrayBuffer());
  }
  return files;
}

/** What was typed on a draft, as a file of its own. */
async function measurementFile(store: Store, entry: Entry): Promise<Record<string, Uint8Array>> {
  const taken = await store.get("drafts", entry.packageId);
  const told = {
    draft: taken && { kind: taken.kind, id: taken.id, code: taken.code, title: taken.title },
    kind: entry.kind,
    person: taken?.person.name,
    why: entry.problem?.message ?? null,
    version: entry.values.version,
    typed: JSON.parse(typedIn(entry)) as unknown,
  };
  const name = `${taken?.code ?? entry.packageId} ${entry.key.slice(0, 8)}`.replaceAll("/", "-");
  return { [`${name}/measurement.json`]: strToU8(JSON.stringify(told, null, 2)) };
}

/** All unsent reports and measurements of this device as one ZIP; null where there are none. */
export async function unsentAsFile(): Promise<Blob | null> {
  const files: Record<string, Uint8Array> = {};
  for (const name of await storeNames()) {
    const store = await openStore(name);
    Object.assign(files, await filesOf(store, await unsentOf(store)));
    store.close();
  }
  return Object.keys(files).length ? zipped(files) : null;
}

export const zipped = (files: Record<string, Uint8Array>) =>
  new Blob([zipSync(files, { level: 0 }) as Uint8Array<ArrayBuffer>], { type: "application/zip" });
