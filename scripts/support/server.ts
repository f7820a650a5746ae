import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import type { SourcelessWorkerOptions } from "wrangler";
import { state } from "./local.ts";
import { host, port, root } from "./project.ts";

const folder = join(root, "build/server");
const types: Record<string, "ESModule" | "CompiledWasm"> = {
  js: "ESModule",
  mjs: "ESModule",
  wasm: "CompiledWasm",
};
const typeOf = (file: string) => types[file.slice(file.lastIndexOf(".") + 1)];

/** The modules of the built Worker, the entry first. */
const modules = () =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter(typeOf)
    .sort((a, b) => Number(b === "index.js") - Number(a === "index.js"))
    .map((file) => ({ type: typeOf(file)!, path: join(folder, file) }));

export type BuildOptions = SourcelessWorkerOptions & { cronTriggers?: string[] };

/** Wrangler's options for the build, read in a process of its own so that wrangler's 200 MB are freed. @param config a file beside the build's own */
export const optionsOfBuild = (config = "wrangler.json"): Promise<BuildOptions> =>
  new Promise((resolve, reject) =>
    fork(join(import.meta.dirname, "build-options.ts"), [join(folder, config)])
      .once("message", (options) => resolve(options as BuildOptions))
      .once("exit", () => reject(new Error("The options of the build cannot be read"))),
  );

/** The built Worker as Miniflare runs it, with these variables. */
export function builtWorker(options: BuildOptions, vars: Record<string, string>) {
  const bindings = { ...(options.bindings as object), ...vars };
  return { ...options, name: "plumbline", modulesRoot: folder, modules: modules(), bindings };
}

type How = {
  /** A port on which workerd itself listens, without a proxy, for measuring. */
  direct?: number;
  /** Called when the runtime has crashed and runs again. */
  onRestart?: () => Promise<void> | undefined;
};

/** Serves the production build with its static files on local databases and files. @returns the server, and the crons of wrangler.toml */
export async function serveBuild(
  vars: Record<string, string>,
  { direct, onRestart }: How = {},
): Promise<{ server: Miniflare; crons: string[] }> {
  const worker = builtWorker(await optionsOfBuild(), vars);
  const server = new Miniflare(
    convertV4MiniflareOptions({
      host,
      port,
      cf: false,
      log: new Log(LogLevel.WARN),
      logRequests: false,
      resourcePersistencePath: state,
      unsafeHandleRuntimeRestart: () => onRestart?.(),
      workers: [
        { ...worker, ...(direct ? { unsafeDirectSockets: [{ host, port: direct }] } : {}) },
      ],
    }),
  );
  await server.ready;
  return { server, crons: worker.cronTriggers ?? [] };
}
