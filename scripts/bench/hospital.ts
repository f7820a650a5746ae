import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "../support/project.ts";
import { closeConnections, type Person, signIn } from "./client.ts";
import { DEVICES } from "./working-day/sizes.ts";

const cache = join(root, "node_modules/.cache/bench");
const servers: ChildProcess[] = [];
/** Where the state of a hospital is kept, by its number of assets or a name. */
export const stateOf = (assets: number | string) => join(cache, String(assets));

/** Seeds a state of the databases once, the demo's hospital in it with so many devices; one of an earlier run gets the migrations that came since. */
async function seedOnce(
  name: number | string,
  assets: number,
  more: () => Promise<void>,
  hasHistory = true,
) {
  const state = stateOf(name);
  process.env.STATE = state;
  if (existsSync(join(state, "seeded"))) return run("node", ["scripts/migrate.ts"]);
  mkdirSync(state, { recursive: true });
  await run("node", ["scripts/seed.ts", "--assets", String(assets)]);
  await more();
  if (hasHistory) await run("node", ["scripts/bench/history.ts", "demo"]);
  writeFileSync(join(state, "seeded"), "");
}

/** Seeds a hospital with a number of assets, 100,000 reports and 1,000,000 log entries. */
export const seedHospital = (assets: number) => seedOnce(assets, assets, async () => {});

/** The state of a shard with so many service calls. */
export const shardOf = (calls: number | string) => `calls-${calls}`;

/** Seeds a shard of five hospitals with so many service calls together, and passes, transfers, contracts and recalls in proportion. */
export const seedShard = (calls: number) =>
  seedOnce(shardOf(calls), DEVICES, () =>
    run("node", ["scripts/bench/working-day.ts", String(calls)]),
  );

const FEW_DEVICES = 100;
/** Seeds a laboratory with so many certificates. @returns the name of its state */
export async function seedLaboratory(count: number): Promise<string> {
  const name = `certificates-${count}`;
  const add = () => run("node", ["scripts/bench/certificate-copies.ts", String(count)]);
  await seedOnce(name, FEW_DEVICES, add, false);
  return name;
}

/** A running server: its Admin, the port of workerd's own socket, its process, and a function that ends it. */
export type Hospital = {
  admin: Person;
  port: number;
  process: number;
  end: () => Promise<void>;
};

/** Starts a server on a seeded hospital. @param port the next one must be free as well */
export async function serveHospital(
  assets: number | string,
  port: number,
  meter: boolean,
): Promise<Hospital> {
  const server = spawn("node", ["scripts/bench/server.ts"], {
    cwd: root,
    env: { ...process.env, STATE: stateOf(assets), PORT: String(port), METER: meter ? "1" : "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  servers.push(server);
  await new Promise<void>((resolve, reject) => {
    server.stdout!.on("data", (text: Buffer) => text.includes("ready") && resolve());
    server.on("exit", () => reject(new Error("The server ended")));
  });
  const end = () =>
    new Promise<void>((resolve) => {
      closeConnections();
      server.removeAllListeners("exit").on("exit", () => resolve());
      server.kill("SIGTERM");
    });
  return { admin: await signIn(port + 1), port: port + 1, process: server.pid!, end };
}

process.on("exit", () => {
  for (const server of servers) server.kill("SIGTERM");
});
