import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, closeConnections, type Person, signIn } from "../../scripts/bench/client.ts";
import { databaseFiles } from "../../scripts/support/direct.ts";
import { family, type Process, runtimeOf, serverOf } from "../../scripts/support/processes.ts";

/* `npm start` on demo data of its own, with what the build left. */

const state = mkdtempSync(join(tmpdir(), "plumbline-serving-"));
let port: number;
let server: ChildProcess;
let output = "";
let admin: Person;

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });

function starting(onOutput: (text: string) => void): ChildProcess {
  const env = {
    ...{ ...process.env, STATE: state, PORT: String(port), HOST: "127.0.0.1" },
    // How much there is makes no difference to how it is served.
    DEMO_ONE_OF: "20",
  };
  const child = spawn("node", ["scripts/serve.ts", "--built"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => onOutput(String(text)));
  return child;
}

const MOST_MS = 200_000;

/** Asks again every 100 ms until there is an answer, for a time that suits a busy machine. */
async function until<T>(ask: () => Promise<T | false | null | undefined>): Promise<T> {
  for (const since = Date.now(); Date.now() - since < MOST_MS; ) {
    const answer = await ask().catch(() => null);
    if (answer) return answer;
    await wait(100);
  }
  throw new Error(`Nothing came within ${MOST_MS / 1000} s. The server has said:\n${output}`);
}

/** Companies of this address in all shards. */
function companiesCalled(slug: string): number {
  let count = 0;
  for (const path of databaseFiles(join(state, "v3"))) {
    const file = new DatabaseSync(path, { readOnly: true });
    if (file.prepare("select 1 from sqlite_master where name = 'company_profiles'").get())
      count += Number(
        file.prepare("select count(*) as n from company_profiles where slug = ?").get(slug)?.n,
      );
    file.close();
  }
  return count;
}

beforeAll(async () => {
  port = await freePort();
  let begun = "";
  const cutOff = starting((text) => {
    begun += text;
  });
  await until(async () => begun.includes("Migrated TENANT_DB_1"));
  process.kill(
    family(cutOff.pid!).find(({ command }) => command.includes("setup.ts"))!.id,
    "SIGKILL",
  );
  await new Promise((resolve) => cutOff.once("exit", resolve));
  server = starting((text) => {
    output += text;
  });
  await until(async () => output.includes("Plumbline is running"));
  admin = await signIn(port);
}, 2 * MOST_MS);
afterAll(() => {
  closeConnections();
  server.kill("SIGTERM");
  rmSync(state, { recursive: true, force: true });
});

const dataOf = <T>({ text }: Answer) => (JSON.parse(text) as { data: T }).data;
type Item = { id: string; name: string };

/** Adds an item that is below its minimum from the beginning, so that the clock tells of it. @returns whether it was acknowledged */
async function addLowItem(name: string): Promise<boolean> {
  const [store] = dataOf<Item[]>(await admin.api("/api/stores"));
  const item = { store_id: store!.id, name, rate: "1.00", opening_quantity: 1, min_qty: 5 };
  return (await admin.api("/api/stocks", JSON.stringify(item))).status === 201;
}
const itemsCalled = async (name: string) =>
  dataOf<Item[]>(await admin.api(`/api/stocks?q=${encodeURIComponent(name)}`)).length;
const toldOf = (name: string) =>
  until(async () =>
    dataOf<{ title: string }[]>(await admin.api("/api/notifications")).some(({ title }) =>
      title.includes(name),
    ),
  );

test("a first start that was cut off starts anew", () => {
  expect(companiesCalled("demo")).toBe(1);
});

test("a second start on the same port says that it is in use", async () => {
  let words = "";
  const second = starting((text) => {
    words += text;
  });
  expect(await new Promise((resolve) => second.once("exit", resolve))).toBe(1);
  expect(words.trim()).toBe(
    `Port ${port} is in use. Stop what runs there, or choose another: PORT=5200 npm start`,
  );
});

test("a runtime that is killed comes back on its port with all data, and the clock goes on", async () => {
  expect(await addLowItem("Before any crash")).toBe(true);
  for (const crash of ["first", "second"]) {
    const before = runtimeOf(server.pid!)!;
    const name = `Kept over the ${crash} crash`;
    expect(await addLowItem(name)).toBe(true);
    const cutOff = addLowItem(`Cut off by the ${crash} crash`).catch(() => false);
    process.kill(before.id, "SIGKILL");
    await cutOff;
    await until(async () => (await itemsCalled(name)) === 1);
    expect(runtimeOf(server.pid!)!.id).not.toBe(before.id);
    await toldOf(name);
    expect(await itemsCalled(`Cut off by the ${crash} crash`)).toBeLessThanOrEqual(1);
  }
});

test("a server that is killed comes back in the same way and leaves no second runtime", async () => {
  const before = runtimeOf(server.pid!)!;
  process.kill(serverOf(server.pid!)!.id, "SIGKILL");
  await until(async () => output.split("Plumbline is running").length === 3);
  expect(family(before.id)).toEqual([]);
  expect(await until(() => itemsCalled("Before any crash"))).toBe(1);
  expect(output).toContain("Plumbline ended unexpectedly with 130 and is started again");
});

test("a machine's sleep is survived by all of it", async () => {
  const all = family(server.pid!);
  for (const { id } of all) process.kill(id, "SIGSTOP");
  await wait(1000);
  for (const { id } of all) process.kill(id, "SIGCONT");
  expect(await until(() => itemsCalled("Before any crash"))).toBe(1);
  expect(family(server.pid!).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
});

test("nothing it says is an alarm or a stack, and it ends with all it has started", async () => {
  const all = family(server.pid!);
  const exit = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  expect(await exit).toBe(0);
  const isThere = ({ id, command }: Process) => family(id).some((one) => one.command === command);
  await until(async () => !all.some(isThere));
  expect(output).not.toMatch(/unsealed|poisoned|^ {4}at /m);
});
