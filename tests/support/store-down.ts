import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { World } from "./world.ts";

/** Does something while the object store takes no file: a file stands where its folder is. */
export async function whileStoreIsDown<R>({ state }: World, work: () => Promise<R>): Promise<R> {
  const folder = join(state, "r2/plumbline-media/blobs");
  const away = `${folder}-away`;
  mkdirSync(folder, { recursive: true });
  renameSync(folder, away);
  writeFileSync(folder, "");
  try {
    return await work();
  } finally {
    rmSync(folder);
    renameSync(away, folder);
  }
}
