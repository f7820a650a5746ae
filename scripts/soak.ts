import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { closeConnections } from "./bench/client.ts";
import { day, isLost, type Use, type Written } from "./soak/uses.ts";
import { eachCompany } from "./support/companies.ts";
import { family, type Process, runtimeOf, serverOf } from "./support/processes.ts";
import { main, root } from "./support/project.ts";

/*
 * Uses `npm start` as people do for some minutes, kills its runtime early and late, and checks at the end that memory stayed flat, that
 * every acknowledged report exists exactly once, and that chains, ledgers, stock, counters, figures and files of all companies are sound. npm run soak -- --minutes 60 [--rate 10] [--only lists,exports]
 */
const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    rate: { type: "string", default: "10" },
    only: { type: "string" },
  },
});
const PORT = Number(process.env.PORT) || 5397;
const SAMPLE_MS = 10_000;
const START_MS = 5 * 60_000;
const MOST_END_S = 20;
/** The share by which memory may grow from the middle third of the time to the last one. */
const MOST_GROWTH = 0.15;
/** How often each use occurs, as weights. */
const weights: Record<Use, number> = {
  ...{ lists: 8, search: 4, details: 5, reports: 4, exports: 2, pdfs: 1 },
  ...{ stock: 2, calls: 2, certificates: 2, clinic: 2, staff: 1, signIn: 1 },
};

const state = mkdtempSync(join(tmpdir(), "plumbline-soak-"));
process.env.STATE = state;
const minutes = Number(values.minutes);
const only = values.only?.split(",") as Use[] | undefined;
const round = (Object.keys(weights) as Use[])
  .filter((use) => !only || only.includes(use))
  .flatMap((use) => Array.from({ length: weights[use] }, () => use));

type Sample = { second: number; server: number; runtime: number };
const samples: Sample[] = [];
const failures = new Map<string, number>();
const counts = new Map<Use, number>();
const added = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1);
const faults: string[] = [];

async function started(): Promise<ChildProcess> {
  const child = spawn("nice", ["npm", "run", "-s", "serve"], {
    cwd: root,
    env: { ...process.env, PORT: String(PORT) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("The server did not start")), START_MS);
    child.once("exit", () => reject(new Error("The server ended")));
    child.once("error", reject);
    child.stdout.on("data", (text: Buffer) => {
      if (!text.includes("is running")) return;
      clearTimeout(late);
      resolve();
    });
  });
  return child;
}

/** Kills the runtime in the middle of a write. */
async function endRuntime(id: number, write: () => Promise<void>) {
  const runtime = runtimeOf(id);
  const writing = write();
  await wait(Math.random() * 30);
  if (runtime) process.kill(runtime.id, "SIGKILL");
  const since = Date.now();
  await writing;
  console.log(
    `The runtime was ended in the middle of a write, which was answered after ${((Date.now() - since) / 1000).toFixed(1)} s`,
  );
}

main(async () => {
  const server = await started();
  const id = server.pid!;
  const written: Written[] = [];
  try {
    const { part, supply, received, opening, uses } = await day(PORT, written);
    const from = Date.now();
    const until = from + minutes * 60_000;
    const ends = [0.1, 0.95].map((share) => from + share * minutes * 60_000);
    const sampling = setInterval(() => {
      const [server, runtime] = [serverOf(id)?.rss ?? 0, runtimeOf(id)?.rss ?? 0];
      samples.push({ second: Math.round((Date.now() - from) / 1000), server, runtime });
    }, SAMPLE_MS);
    while (Date.now() < until) {
      const next = wait(1000 / Number(values.rate));
      const use = round[Math.floor(Math.random() * round.length)]!;
      added(counts, use);
      const isTime = ends[0] !== undefined && Date.now() > ends[0];
      if (isTime) ends.shift();
      const work = isTime ? endRuntime(id, uses.reports) : uses[use]();
      await work.catch((error: Error) => added(failures, `${use}: ${error.message.slice(0, 120)}`));
      await next;
    }
    clearInterval(sampling);
    await endServer(server);
    await checkDatabase(written, part, opening);
    await checkSupply(supply, opening + received.count);
    await checkCompanies();
  } finally {
    server.kill("SIGTERM");
    closeConnections();
    rmSync(state, { recursive: true, force: true });
  }
  report();
});

/** Stops the server with SIGTERM; none of its processes may remain. */
async function endServer(server: ChildProcess) {
  const before = family(server.pid!);
  server.kill("SIGTERM");
  const isThere = ({ id, command }: Process) => family(id).some((one) => one.command === command);
  for (let second = 0; second < MOST_END_S && before.some(isThere); second++) await wait(1000);
  for (const { command } of before.filter(isThere))
    faults.push(`Left after the end: ${command.slice(0, 120)}`);
}

type Row = { n: number };

/** Looks for every acknowledged report in the database, and checks the stock ledger. */
async function checkDatabase(written: Written[], part: string, opening: number) {
  const { openDirect } = await import("./support/direct.ts");
  const { db, close } = openDirect("company_profiles", "slug = 'demo'");
  const count = async (sql: string, ...bound: string[]) =>
    (
      await db
        .prepare(sql)
        .bind(...bound)
        .first<Row>()
    )?.n ?? 0;
  for (const { ticket, report, withPhoto } of written) {
    const there = await count(
      "select count(*) as n from service_reports where service_ticket = ? and id = ?",
      ticket,
      report,
    );
    const same = await count(
      "select count(*) as n from service_reports where service_ticket = ?",
      ticket,
    );
    const photos = await count(
      "select count(*) as n from media where service_report_id = ?",
      report,
    );
    if (there !== 1 || same !== 1 || photos !== Number(withPhoto))
      faults.push(`${ticket}: ${there} reports, ${same} of its number, ${photos} photos`);
  }
  const left = await count("select quantity as n from stock_items where id = ?", part);
  if (left !== opening - written.length)
    faults.push(`${left} of the part are left, not ${opening - written.length}`);
  const uneven =
    await count(`select count(*) as n from stock_items as item where quantity <> (select coalesce(sum(case
    when kind in ('opening', 'receipt', 'return_service', 'adjust_plus', 'transfer_in') then qty else -qty end), 0)
    from stock_movements as moved where moved.company_id = item.company_id and moved.stock_item_id = item.id)`);
  if (uneven) faults.push(`${uneven} items whose stock is not their ledger`);
  const [{ integrity_check: sound }] = (
    await db.prepare("pragma integrity_check").all<{ integrity_check: string }>()
  ).results as [{ integrity_check: string }];
  if (sound !== "ok") faults.push(`The database is broken: ${sound}`);
  close();
}

/** What was acknowledged as received is there, once. */
async function checkSupply(supply: string, expected: number) {
  const { openDirect } = await import("./support/direct.ts");
  const { db, close } = openDirect("company_profiles", "slug = 'demo'");
  const left = await db
    .prepare("select quantity as n from stock_items where id = ?")
    .bind(supply)
    .first<Row>();
  close();
  if (left?.n !== expected) faults.push(`${left?.n} of the supply are there, not ${expected}`);
}

/** Figures that are counted in the morning are not those of an hour with people at work. */
const noFigures = async () => null;

/** What is unsound in any company, by the code of the commands that verify. */
async function checkCompanies() {
  const { openLocal } = await import("./support/local.ts");
  const { unsound } = await import("./support/sound.ts");
  const local = await openLocal(join(state, "v3"));
  try {
    for (const { ask, id: owner, slug, binding } of await eachCompany(local)) {
      const found = await unsound(
        { ask, db: await local.database(binding), owner },
        local,
        noFigures,
      );
      console.log(
        `${slug}: ${found.length ? found.join("; ") : "chains, ledgers and counts hold"}`,
      );
      faults.push(...found.map((what) => `${slug}: ${what}`));
    }
  } finally {
    await local.close();
  }
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Prints the uses and the memory over time. @throws when memory grew, or something was lost or refused */
function report() {
  const within = (from: number, to: number, which: "server" | "runtime") =>
    median(
      samples
        .filter(({ second }) => second >= from * minutes * 60 && second < to * minutes * 60)
        .map((sample) => sample[which]),
    );
  console.table(
    Array.from({ length: 10 }, (_, tenth) => ({
      "of the time": `${tenth * 10} to ${tenth * 10 + 10} %`,
      "server, MB": Math.round(within(tenth / 10, (tenth + 1) / 10, "server")),
      "runtime, MB": Math.round(within(tenth / 10, (tenth + 1) / 10, "runtime")),
    })),
  );
  console.table(Object.fromEntries([...counts].map(([use, times]) => [use, { times }])));
  for (const which of ["server", "runtime"] as const) {
    const growth = within(0.65, 0.95, which) / within(0.35, 0.65, which) - 1;
    console.log(
      `${which}: ${(growth * 100).toFixed(1)} % more in the last third than in the third before; at most ${MOST_GROWTH * 100} %`,
    );
    if (!(growth <= MOST_GROWTH)) faults.push(`The ${which}'s memory grows`);
  }
  for (const [failure, times] of failures) {
    if (isLost(failure)) console.log(`${times} times ${failure}`);
    else faults.push(`${times} times ${failure}`);
  }
  if (faults.length) throw new Error(faults.join("\n"));
  console.log("Nothing that was acknowledged is lost or there twice");
}
