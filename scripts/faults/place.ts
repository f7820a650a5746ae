import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { newId } from "#drizzle/columns.ts";
import { type Laboratory, laboratoryOf } from "#tests/support/certifying.ts";
import { type Client, signedIn, superAdmin } from "#tests/support/client.ts";
import { underWay } from "#tests/support/clock.ts";
import { offer } from "#tests/support/platform-twins.ts";
import { bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, openWorld, SHARDS, type World } from "#tests/support/world.ts";
import { keepStatistics, keptAt } from "#worker/domain/statistics/count.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";
import { recount as recounted } from "../seed/counters.ts";
import { asking } from "../support/companies.ts";
import { family } from "../support/processes.ts";
import { recount } from "../support/recount.ts";
import { type Recount, unsound } from "../support/sound.ts";
import { faultyModules } from "./modules.ts";
import type { Fault, Seen } from "./worker/rules.ts";

const MINUTE = 60_000;
/** How many of a new item there are. */
export const OPENING = 10;
const MOST_WORK_MS = 120_000;
const RESTART_MS = 60_000;

/** Where the work is done: the built Worker with faults in front of its bindings, a hospital and a laboratory. */
export type Place = {
  w: World;
  hospital: Company;
  rows: Rows;
  admin: Client;
  lab: Laboratory;
  /** A new device of the hospital, and an item in stock of which there are ten. */
  device: (by?: Client) => Promise<string>;
  item: (by?: Client) => Promise<string>;
  /** Lets faults strike from now on, the application's clock so far ahead of the machine's. */
  faults: (faults: Fault[], clockMs?: number) => Promise<void>;
  /** Takes them away. @returns how often they struck */
  well: () => Promise<number>;
  seen: () => Promise<Seen>;
  /** The clock's start of a minute or a night, with all the work it leads to. */
  tick: (cron?: "* * * * *" | "17 2 * * *", at?: number) => Promise<void>;
  workDone: () => Promise<void>;
  /** Kills the runtime as an out-of-memory killer does. */
  kill: () => void;
  /** Waits until a killed runtime runs again. */
  again: () => Promise<void>;
  /** What is unsound in any of the companies. */
  unsound: () => Promise<string[]>;
  close: () => Promise<void>;
};

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
const runtimes = () =>
  family(process.pid).filter(({ command }) => command.includes("workerd serve"));

async function until(isTrue: () => Promise<boolean>, most: number, what: string) {
  for (const end = Date.now() + most; Date.now() < end; await wait(20)) if (await isTrue()) return;
  throw new Error(`${what} took longer than ${most / 1000} s`);
}

/** What a morning of the company has kept is counted anew: work that came after it is in none of its figures. */
const recountToday: Recount = async (db, owner, timeZone) => {
  const company = openForJob(db, owner);
  if ((await keptAt(company)) !== null)
    await keepStatistics(company, { timeZone, now: Date.now() });
  return recount(db, owner, timeZone);
};

export async function openPlace(): Promise<Place> {
  const others = new Set(runtimes().map(({ id }) => id));
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  let restarts = 0;
  let kills = 0;
  const w = await openWorld({
    ...{ inFront: await faultyModules(), ports, sendsMail: true, more: { METER: "0" } },
    onRestart: () => {
      restarts += 1;
    },
  });
  await offer(w);
  const hospital = await addCompany(w.env, "wards", 2, 0);
  const lab = await laboratoryOf(w, await addCompany(w.env, "bench", 2, 1), 4);
  const admin = await signedIn(w, hospital, "admin");
  const { department, category, store } = await bench(w, hospital, []);
  await recounted(w.env[hospital.shard as "TENANT_DB_0"], hospital.id);
  const added = async (by: Client, path: string, body: object) => {
    const { status, message, data } = await by.call("POST", path, body);
    if (status !== 201) throw new Error(`${path}: ${status} ${message}`);
    return data.id;
  };
  const rules = async (init?: RequestInit) =>
    (await (await w.server.fetch("http://localhost/__faults", init)).json()) as Seen;
  const set = (faults: Fault[], clockMs: number) =>
    rules({ method: "POST", body: JSON.stringify({ faults, clockMs }) });
  const workDone = () =>
    until(async () => !(await underWay(w)).length, MOST_WORK_MS, "The work of the queues");
  return {
    ...{ w, hospital, lab, rows: rowsOf(w, hospital), admin },
    device: (by = admin) =>
      added(by, "/api/assets", {
        ...{ name: "Ventilator", serial_no: newId(), lifecycle: "in_service" },
        ...{ category_id: category, department_id: department },
      }),
    item: (by = admin) =>
      added(by, "/api/stocks", {
        ...{ store_id: store, name: `Filter ${newId()}`, rate: "12.50", opening_quantity: OPENING },
      }),
    faults: async (faults, clockMs = 0) => void (await set(faults, clockMs)),
    well: async () => {
      const { struck } = await rules();
      await set([], 0);
      return struck;
    },
    seen: rules,
    async tick(cron = "* * * * *", at = Date.now()) {
      await w.server.getWorker().scheduled({ cron, scheduledTime: new Date(at) });
      await workDone();
    },
    workDone,
    kill() {
      const own = runtimes().filter(({ id }) => !others.has(id));
      if (own.length !== 1) throw new Error(`There are ${own.length} runtimes`);
      kills += 1;
      process.kill(own[0]!.id, "SIGKILL");
    },
    async again() {
      await until(async () => restarts >= kills, RESTART_MS, "The runtime's start");
      await w.server.again();
    },
    async unsound() {
      const found: string[] = [];
      for (const shard of SHARDS) {
        const db = w.env[shard as "TENANT_DB_0"];
        const ask = asking(db);
        const companies = await ask<{ owner: string; slug: string }>(
          "select company_id as owner, slug from company_profiles",
        );
        for (const { owner, slug } of companies)
          found.push(
            ...(
              await unsound({ ask, db, owner }, { bucket: async () => w.env.MEDIA }, recountToday)
            ).map((what) => `${slug}: ${what}`),
          );
      }
      return found;
    },
    close: () => w.server.close() as Promise<void>,
  };
}

/** A member of the platform's staff. */
export const staffAt = ({ w }: Place) => superAdmin(w);
export const DAY_MS = 24 * 60 * MINUTE;
