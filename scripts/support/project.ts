import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

export const root = join(import.meta.dirname, "../..");
const bin = join(root, "node_modules/.bin");
export const port = Number(process.env.PORT) || 5173;
export const host = process.env.HOST || "127.0.0.1";

/** Keeps wrangler and Miniflare from reaching out for anything a local run does not need. */
const quiet = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_LOG: "warn",
};
Object.assign(process.env, quiet);

/**
 * For what starts the runtime. Native memory of a request is freed only by a collection of the whole heap, which the runtime never makes by
 * itself while scripts need little: https://github.com/cloudflare/workerd/issues/6894. With this flag of V8 every collection is one.
 */
export const flatMemory = {
  MINIFLARE_WORKERD_V8_FLAGS: process.env.MINIFLARE_WORKERD_V8_FLAGS ?? "--gc-global",
};

/** The project's wrangler.toml. Wrangler takes 200 MB of memory and is loaded only when it is asked. */
const config = () =>
  (createRequire(import.meta.url)("wrangler") as typeof import("wrangler")).unstable_readConfig({
    config: join(root, "wrangler.toml"),
  });

type D1Config = {
  binding: string;
  database_name?: string;
  database_id?: string;
  migrations_dir?: string;
};
type Database = { binding: string; name: string; id: string; migrations: string };

/** Every database of wrangler.toml; CONTROL_DB is one, the others are shards. */
export function databases(): Database[] {
  return config().d1_databases.map((d1: D1Config) => {
    if (!d1.database_name || !d1.database_id || !d1.migrations_dir)
      throw new Error(`wrangler.toml: ${d1.binding} needs a name, an id and migrations_dir`);
    return {
      binding: d1.binding,
      name: d1.database_name,
      id: d1.database_id,
      migrations: join(root, d1.migrations_dir),
    };
  });
}

/** The bucket of files. */
export const bucket = (): string => config().r2_buckets[0]?.bucket_name ?? "";

/** Runs a tool in the foreground. @throws when it fails, with its exit code */
export async function run(
  tool: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const code = await exitOf(start(tool, args, env));
  if (code !== 0) throw new Failed(tool, code);
}

class Failed extends Error {
  readonly code: number;
  constructor(tool: string, code: number) {
    super(`${tool} ended with ${code}`);
    this.code = code;
  }
}

/** A tool as a child in a process group of its own, so that it can be ended with all its children. */
export const start = (
  tool: string,
  args: string[],
  env: Record<string, string> = {},
): ChildProcess =>
  spawn(tool, args, {
    cwd: root,
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...env },
  });

/** Waits for the end of a tool, and ends what a tool that crashed has left. @returns its exit code */
export const exitOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    const forget = onEnd(() => endGroup(child, "SIGTERM"));
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      forget();
      endGroup(child, "SIGKILL");
      resolve(code ?? (signal ? 130 : 1));
    });
  });

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // Nothing is left.
  }
}

const PARENT_CHECK_MS = 500;

/** Calls `end` once when this run is to stop: a signal, or its parent is gone. @returns a way to forget it */
export function onEnd(end: () => unknown): () => void {
  const parent = process.ppid;
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  const forget = () => {
    clearInterval(orphaned);
    for (const signal of signals) process.off(signal, once);
  };
  const once = () => {
    forget();
    end();
  };
  const orphaned = setInterval(() => process.ppid !== parent && once(), PARENT_CHECK_MS).unref();
  for (const signal of signals) process.on(signal, once);
  return forget;
}

/** @throws when something else listens already */
export async function portIsFree(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
      .once("error", reject)
      .listen(port, host, () => probe.close(() => resolve()));
  }).catch(() => {
    throw new Error(
      `Port ${port} is in use. Stop what runs there, or choose another: PORT=5200 npm start`,
    );
  });
}

/** Runs a script's main function and ends with its exit code; an expected failure shows its sentence only. */
export async function main(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failed) process.exit(error.code);
    console.error(process.env.DEBUG ? error : `\n${(error as Error).message}`);
    process.exit(1);
  }
}
