import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";

export const root = join(import.meta.dirname, "../..");
const bin = join(root, "node_modules/.bin");
export const port = Number(process.env.PORT) || 5173;
export const host = process.env.HOST || "127.0.0.1";

/** Keeps wrangler and Miniflare from network requests that a local run does not need. */
const quiet = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_LOG: "warn",
};
Object.assign(process.env, quiet);

/**
 * Environment of processes that start the runtime. Native memory of a request is freed only by a full garbage collection, which the runtime
 * hardly ever runs while scripts allocate little: https://github.com/cloudflare/workerd/issues/6894. This flag makes every collection full.
 */
export const flatMemory = {
  MINIFLARE_WORKERD_V8_FLAGS: process.env.MINIFLARE_WORKERD_V8_FLAGS ?? "--gc-global",
};

/** The project's wrangler.toml. Wrangler takes 200 MB of memory, so it is loaded only when needed. */
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

/** Every database of wrangler.toml: CONTROL_DB and the shards. */
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

/** The name of the R2 bucket for files. */
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

/** Starts a tool in a process group of its own, so that it can be ended with all its children. */
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

/** Waits for a tool to end, and ends the children that a crashed tool left behind. @returns its exit code */
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
    // The group has ended already.
  }
}

const PARENT_CHECK_MS = 500;

/** Calls `end` once on a signal, or when the parent process is gone. @returns a function that cancels this */
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

/** @throws when the port is in use */
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

/** Runs a script's main function; on failure prints the message alone (with DEBUG also the stack) and exits with the code. */
export async function main(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Failed) process.exit(error.code);
    console.error(process.env.DEBUG ? error : `\n${(error as Error).message}`);
    process.exit(1);
  }
}
