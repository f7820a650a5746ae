import { readdirSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { state } from "./local.ts";
import { host, port, root } from "./project.ts";

const folder = join(root, "build/server");
const types: Record<string, "ESModule" | "CompiledWasm"> = { js: "ESModule", mjs: "ESModule", wasm: "CompiledWasm" };
const typeOf = (file: string) => types[file.slice(file.lastIndexOf(".") + 1)];

/** The modules of the built Worker, the entry first. */
const modules = () =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter(typeOf)
    .sort((a, b) => Number(b === "index.js") - Number(a === "index.js"))
    .map((file) => ({ type: typeOf(file)!, path: join(folder, file) }));

/** The built Worker as Miniflare runs it, with these variables; more options of a worker may follow. */
export function builtWorker(vars: Record<string, string>, config = "wrangler.json") {
  const { workerOptions } = workerOptionsOf(join(folder, config));
  const bindings = { ...(workerOptions.bindings as object), ...vars };
  return { ...workerOptions, name: "plumbline", modulesRoot: folder, modules: modules(), bindings };
}

/**
 * Serves the production build with its static files on local databases and files.
 * @param direct a port of workerd's own, with nothing in front: the way to measure
 */
export async function serveBuild(vars: Record<string, string>, direct?: number): Promise<Miniflare> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host,
      port,
      cf: false,
      log: new Log(LogLevel.WARN),
      logRequests: false,
      resourcePersistencePath: state,
      workers: [{ ...builtWorker(vars), ...(direct ? { unsafeDirectSockets: [{ host, port: direct }] } : {}) }],
    }),
  );
  await miniflare.ready;
  return miniflare;
}
