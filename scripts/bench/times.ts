import { cpSync, rmSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { alternately, alternatelyByCpu, type Compared } from "./alternately.ts";
import { answered } from "./answered.ts";
import { inBrowser, SLOW_NETWORK } from "./browser.ts";
import { ask, type Person } from "./client.ts";
import { type Hospital, serveHospital, stateOf } from "./hospital.ts";
import { freePorts, runtimeOf } from "./processes.ts";
import { note } from "./report.ts";
import { exported, importSpeed } from "./spreadsheets.ts";

const KB = 1024;
/** From the last key to the rows, beside the round trip: the pause, and all work. */
const TYPED_MS = 250;
const FILE_ROWS = 15_000;
/** Requests of a block: enough of each that a block's processor time is no matter of chance. */
const FEW = 20;
const MANY = 100;

/** A session and nothing more: an address of the API that does not exist, for somebody signed in, is one D1 call. */
const oneCall =
  ({ admin }: Hospital) =>
  () =>
    admin.api("/api/none");
/** The same for nobody: the Worker asks nothing. */
const nothing =
  ({ port }: Hospital) =>
  () =>
    ask(port, "demo.localhost", "/api/none");

/** Processor time of the list over that of the smallest call there is. */
export async function cpuOfLists() {
  const hospital = await serveHospital(1_000, await freePorts(), false);
  const runtime = runtimeOf(hospital.process);
  const overOne = (work: () => Promise<unknown>, each: number): Promise<Compared> =>
    alternatelyByCpu(runtime, work, oneCall(hospital), { each: [each, MANY] });
  const page = await overOne(
    answered(() => hospital.admin.page("/all-assets")),
    FEW,
  );
  const call = await overOne(
    answered(() => hospital.admin.api("/api/assets")),
    FEW,
  );
  const none = await overOne(nothing(hospital), MANY);
  note(`server CPU: list HTML (${page.a.toFixed(1)} ms) over one D1 call`, 12, page.ratio);
  note(`server CPU: list API (${call.a.toFixed(1)} ms) over one D1 call`, 5, call.ratio);
  note("server CPU, ms: a request that does nothing", null, none.a);
  note("server CPU, ms: one D1 call", null, none.b);
  await hospital.end();
}

const idOfFirst = async (person: Person) =>
  (JSON.parse((await person.api("/api/assets")).text) as { data: { id: string }[] }).data[0]!.id;

/** What grows with the number of devices, if anything does. */
export async function largeOverSmall() {
  const [few, many] = [
    await serveHospital(1_000, await freePorts(), false),
    await serveHospital(100_000, await freePorts(), false),
  ];
  const works: Record<string, (hospital: Hospital) => Promise<string>> = {
    list: async () => "/all-assets",
    palette: async () => "/palette?q=ventilator",
    scan: async () => "/scan?text=AST-00042",
    search: async () => "/all-assets?q=ventilator",
    detail: async ({ admin }) => `/asset/detail/${await idOfFirst(admin)}`,
  };
  for (const [name, pathOf] of Object.entries(works)) {
    const [large, small] = [await pathOf(many), await pathOf(few)];
    const { ratio } = await alternately(
      answered(() => many.admin.page(large)),
      answered(() => few.admin.page(small)),
    );
    note(`server time: ${name} at 100,000 assets over 1,000`, 1.15, ratio);
  }
  await few.end();
  await many.end();
}

/** Imports a large file into a copy of the smallest hospital, exports it again, and combines filters on what it then holds. */
export async function spreadsheets() {
  const copy = stateOf("imported");
  rmSync(copy, { recursive: true, force: true });
  cpSync(stateOf(1_000), copy, { recursive: true });
  const { admin, end } = await serveHospital("imported", await freePorts(), false);
  note("import, ms a row, dry run included", 2, await importSpeed(admin, FILE_ROWS));
  const { firstOverWhole } = await exported(admin);
  note("export of 15,000 assets: first rows over the last", 0.5, firstOverWhole);
  for (const filters of [
    "lifecycle=received&criticality=high&pm=overdue&cover=none",
    "sort=cost&dir=desc&condition=working&criticality=life_support",
  ]) {
    const { ratio } = await alternately(
      answered(() => admin.page(`/all-assets?${filters}`)),
      answered(() => admin.page("/all-assets")),
    );
    note(`server time at 15,000 assets: ${filters} over no filter`, 2, ratio);
  }
  await end();
  rmSync(copy, { recursive: true, force: true });
}

const quickBrotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length / KB;

/** Sizes as a browser receives them, and its times. */
export async function browserFigures() {
  const hospital = await serveHospital(1_000, await freePorts(), false);
  const list = (await hospital.admin.page("/all-assets")).text;
  const device = (await hospital.admin.page(`/asset/detail/${await idOfFirst(hospital.admin)}`))
    .text;
  note("HTML of a list page, KB", 55, Buffer.byteLength(list) / KB);
  note("HTML of a list page, KB at brotli 4", 9, quickBrotli(list));
  note("HTML of a device, KB", 30, Buffer.byteLength(device) / KB);
  note("HTML of a device, KB at brotli 4", null, quickBrotli(device));
  const seen = await inBrowser(hospital.port - 1);
  await hospital.end();
  note("first signed-in page: requests", 12, seen.first.requests);
  note("first signed-in page: JS received, KB", 110, seen.first.js);
  note("first signed-in page: CSS received, KB", 20, seen.first.css);
  note("list: JS received, KB", null, seen.listJs);
  note("list, 4x CPU and slow 4G: hydrated, ms", 1_500, seen.hydratedMs);
  note("list to detail: documents loaded", 0, seen.toDetail.documents);
  note("list to detail: requests for data", 1, seen.toDetail.data);
  note("list to detail, the second time: chunks", 0, seen.toDetail.chunksAgain);
  note("search box: requests for data after the last key", 1, seen.typed.requests);
  note(
    "search box, 4x CPU and slow 4G: last key to rows, ms",
    SLOW_NETWORK.latency + TYPED_MS,
    seen.typed.ms,
  );
}
