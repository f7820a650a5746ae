import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { batchOverSequence } from "./bench/batch.ts";
import { alternately, closeConnections, figures, type Person, signIn } from "./bench/client.ts";
import { pageSizes, workerSize } from "./bench/sizes.ts";
import { exported, firstOverWhole, importSpeed } from "./bench/spreadsheets.ts";
import { main, root, run } from "./support/project.ts";

/** `--full` adds a million assets; `--counters` leaves out what a busy machine would blur: times and sizes. */
const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    counters: { type: "boolean", default: false },
  },
});
const cache = join(root, "node_modules/.cache/bench");
const FIRST_PORT = 5301;
const terms = [
  "a",
  "ventilator",
  "monitor icu",
  "AST-00042",
  "zz",
  "*",
  '"',
  "NEAR(",
  "é",
  "philips intellivue",
  "1",
];

type Row = { figure: string; goal: number; measured: number };
const rows: Row[] = [];
const note = (figure: string, goal: number, measured: number) =>
  rows.push({ figure, goal, measured: Math.round(measured * 100) / 100 });

const servers: ChildProcess[] = [];
const stateOf = (assets: number | string) => join(cache, String(assets));
const FILE_ROWS = 15_000;
/** What a combination of filters, or an order that no index serves, may read. */
const WALKED_ROWS = 5_000;

/** Seeds a hospital of so many assets, once. */
async function seeded(assets: number) {
  const state = stateOf(assets);
  if (existsSync(join(state, "seeded"))) return;
  mkdirSync(state, { recursive: true });
  process.env.STATE = state;
  await run("node", ["scripts/seed.ts", "--assets", String(assets)]);
  writeFileSync(join(state, "seeded"), "");
}

/** Starts a server on such a hospital. @returns its Admin, and how to end it */
async function served(
  assets: number | string,
  port: number,
  meter: boolean,
): Promise<{ admin: Person; end: () => Promise<void> }> {
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
  return { admin: await signIn(port + 1), end };
}

const nextOf = (text: string) => (JSON.parse(text) as { next: string | null }).next;

/** Rows read and round trips of what people open all day. */
async function counted(assets: number) {
  const { admin, end } = await served(assets, FIRST_PORT, true);
  const read = async (path: string) => figures(await admin.page(path));
  await read("/all-assets");
  const first = JSON.parse((await admin.api("/api/assets")).text) as { data: { id: string }[] };
  const asset = (
    JSON.parse((await admin.api(`/api/assets/${first.data[0]!.id}`)).text) as {
      data: Record<string, string> & { id: string };
    }
  ).data;
  const pages = {
    list: await read("/all-assets"),
    filtered: await read(`/all-assets?category=${asset.category_id}`),
    pair: await read(`/all-assets?category=${asset.category_id}&department=${asset.department_id}`),
    last: await read(`/all-assets?dir=desc`),
    search: await read("/all-assets?q=ventilator"),
    detail: await read(`/asset/detail/${asset.id}?tab=service-report`),
    stocks: await read("/stocks"),
    dashboard: await read("/dashboard"),
  };
  const one = {
    category: asset.category_id,
    department: asset.department_id,
    place: asset.location_id,
    team: asset.team_id,
    vendor: asset.vendor_id,
    ...{
      lifecycle: "in_service",
      condition: "not_working",
      criticality: "life_support",
      failed: "1",
      missing: "cost",
      year: "2024",
      price: "6",
    },
    ...{ pm: "overdue", cal: "due", cover: "90" },
  };
  const filters = ["", ...Object.entries(one).map(([name, value]) => `${name}=${value}`)];
  const isIndexed = (filter: string) =>
    /^(category|department|team|vendor|condition|failed|pm|cal|cover)=/.test(filter);
  const names = Object.keys(one) as (keyof typeof one)[];
  const pairs = names.flatMap((a, at) =>
    names.slice(at + 1).map((b) => `${a}=${one[a]}&${b}=${one[b]}`),
  );
  const many = [
    "lifecycle=in_service&criticality=high&pm=overdue&cover=none",
    `department=${one.department}&lifecycle=live&pm=due&condition=working`,
  ];
  const ways = (orders: string[]) =>
    orders.flatMap((order) => ["asc", "desc"].map((dir) => `${order}&dir=${dir}`));
  const lists: number[] = [];
  for (const way of ways(["sort=code", "sort=name", "sort=newest"]))
    lists.push((await read(`/all-assets?${way}`)).read);
  for (const filter of filters.filter(isIndexed))
    lists.push((await read(`/all-assets?${filter}`)).read);
  const sorted: number[] = [];
  for (const filter of filters)
    sorted.push((await read(`/all-assets?sort=cost&dir=desc&${filter}`)).read);
  const combined: number[] = [];
  for (const filter of [...filters.filter((one) => one && !isIndexed(one)), ...pairs, ...many])
    combined.push((await read(`/all-assets?${filter}`)).read);
  const searches: number[] = [];
  for (const term of terms)
    searches.push((await read(`/all-assets?q=${encodeURIComponent(term)}`)).read);
  const call = figures(await admin.api("/api/assets"));
  const second = nextOf((await admin.api("/api/assets")).text);
  const deep = await read(`/all-assets?after=${second}`);
  const command = await serviceReport(admin, asset.id);
  const rowsRead = async () =>
    (JSON.parse((await admin.page("/__statements")).text) as { read: number }).read;
  const download = await exported(admin, `?department=${asset.department_id}`, rowsRead);
  await end();
  return {
    pages,
    call,
    deep,
    command,
    download,
    lists: Math.max(...lists),
    sorted: Math.max(...sorted),
    combined: Math.max(...combined),
    searches: Math.max(...searches),
  };
}

type Item = {
  id: string;
  store_id: string;
  rate: string;
  quantity: number;
  min_qty: number | null;
  is_active: boolean;
  next_expiry_on: string | null;
};

/** Three items of one store, kept without batches, that one piece more or less does not bring to their minimum. */
function threeItems(found: readonly Item[]): Item[] {
  const plain = found.filter(
    ({ is_active, next_expiry_on }) => is_active && next_expiry_on === null,
  );
  const ample = plain.filter(({ quantity, min_qty }) => quantity > (min_qty ?? 0) + 1);
  const store = ample
    .map(({ store_id }) => ample.filter((item) => item.store_id === store_id))
    .find(({ length }) => length >= 3);
  return store!.slice(0, 3);
}

/** A service report with three parts. */
async function serviceReport(admin: Person, asset: string) {
  const items = threeItems(
    (JSON.parse((await admin.api("/api/stocks?size=100")).text) as { data: Item[] }).data,
  );
  const now = new Date(Date.now() - Math.random() * 8e10)
    .toISOString()
    .replace(/[-:T]/g, "")
    .slice(2, 14);
  const form = new URLSearchParams({
    service_ticket: `PM-${now}`,
    date: "2026-01-15",
    service_type: "pm",
    complaint_by: "Bench",
  });
  for (const [at, { id, rate }] of items.entries()) {
    form.set(`parts[${at}][id]`, id);
    form.set(`parts[${at}][qty]`, "1");
    form.set(`parts[${at}][cost]`, rate);
  }
  return figures(
    await admin.api(
      `/api/service-report/create/${asset}`,
      form.toString(),
      "application/x-www-form-urlencoded",
    ),
  );
}

main(async () => {
  await run("react-router", ["build", "--logLevel", "warn"]);
  const sizes = values.full ? [1_000, 100_000, 1_000_000] : [1_000, 100_000];
  for (const assets of sizes) await seeded(assets);

  const large = await counted(100_000);
  const { pages, call, deep, command, download, lists, sorted, combined, searches } = large;
  note(
    "D1 round trips: a signed-in page, the most",
    2,
    Math.max(...Object.values(pages).map((page) => page.trips)),
  );
  note("D1 round trips: API read", 2, call.trips);
  note("D1 round trips: command", 3, command.trips);
  note("rows read: list page", 150, pages.list.read);
  note("rows read: list page, one filter", 150, pages.filtered.read);
  note("rows read: list page, two filters", WALKED_ROWS, pages.pair.read);
  note("rows read: list of stock", 150, pages.stocks.read);
  note("rows read: last page over first", 1.1, pages.last.read / pages.list.read);
  note("rows read: second page over first", 1.1, deep.read / pages.list.read);
  note("rows read: list page, any filter in the orders of an index, the most", 150, lists);
  note("rows read: list page in an order that no index serves, the most", WALKED_ROWS, sorted);
  note("rows read: list page, any two filters and some four, the most", WALKED_ROWS, combined);
  note("rows read: search of any term, the most", 300, searches);
  note("rows read: dashboard", 300, pages.dashboard.read);
  note("rows written: service report with 3 parts", 25, command.written);
  if (values.full) {
    const largest = await counted(1_000_000);
    note(
      "rows read: list, 1,000,000 assets over 100,000",
      1.05,
      largest.pages.list.read / pages.list.read,
    );
    note(
      "rows read: list page of 1,000,000, any filter in the orders of an index, the most",
      150,
      largest.lists,
    );
    note(
      "rows read: list page of 1,000,000 in an order that no index serves, the most",
      WALKED_ROWS,
      largest.sorted,
    );
    note(
      "rows read: list page of 1,000,000, any two filters and some four, the most",
      WALKED_ROWS,
      largest.combined,
    );
    note("rows read: search of 1,000,000, any term, the most", 300, largest.searches);
    note(
      "rows read: search, 1,000,000 assets over 100,000",
      1.05,
      largest.pages.search.read / pages.search.read,
    );
    note(
      "rows read: a row of an export, 1,000,000 assets over 100,000",
      1.05,
      largest.download.readPerRow / download.readPerRow,
    );
    if (!values.counters)
      note(
        `export of ${largest.download.rows} of 1,000,000 assets: first rows over the last`,
        0.5,
        largest.download.firstOverWhole,
      );
  }

  if (!values.counters) await timed();
  report();
});

/** Times, as ratios of two things measured alternately, and sizes. */
async function timed() {
  const few = await served(1_000, FIRST_PORT, false);
  const many = await served(100_000, FIRST_PORT + 10, false);
  const [list, nothing] = await alternately(
    () => few.admin.page("/all-assets"),
    () => few.admin.page("/error404"),
  );
  note("server time: list page over a page that reads nothing", 6, list / nothing);
  const [at100k, at1k] = await alternately(
    () => many.admin.page("/all-assets"),
    () => few.admin.page("/all-assets"),
  );
  note("server time: list at 100,000 assets over 1,000", 1.15, at100k / at1k);
  const seen = await pageSizes(few.admin);
  await few.end();
  await many.end();

  await spreadsheets();

  note(
    "page batch over the same statements in sequence",
    0.4,
    await batchOverSequence(stateOf(1_000), FIRST_PORT + 20),
  );

  note("Worker, KB gzip", 1024, workerSize());
  note("JS of the first signed-in page, KB brotli", 130, seen.firstJs);
  note("JS of the list's own chunks, KB brotli", 25, seen.routeJs);
  note("CSS, KB brotli", 20, seen.css);
  note("HTML of a list page, KB brotli", 15, seen.listHtml);
}

/** A large file brought in and taken out again, in a copy of the smallest hospital. */
async function spreadsheets() {
  const copy = stateOf("imported");
  rmSync(copy, { recursive: true, force: true });
  cpSync(stateOf(1_000), copy, { recursive: true });
  const { admin, end } = await served("imported", FIRST_PORT + 30, false);
  note("import, ms a row, dry run included", 2, (await importSpeed(admin, FILE_ROWS)).msPerRow);
  note("export of 15,000 assets: first rows over the last", 0.5, await firstOverWhole(admin));
  await end();
  rmSync(copy, { recursive: true, force: true });
}

/** Prints the table, keeps it, and ends with whether every goal holds. */
function report() {
  const table = rows.map(({ figure, goal, measured }) => ({
    figure,
    goal: `<= ${goal}`,
    measured,
    holds: measured <= goal ? "yes" : "NO",
  }));
  console.table(table);
  mkdirSync(join(root, "bench"), { recursive: true });
  writeFileSync(
    join(root, "bench/latest.json"),
    `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`,
  );
  process.exit(rows.every(({ goal, measured }) => measured <= goal) ? 0 : 1);
}

process.on("exit", () => {
  for (const server of servers) server.kill("SIGTERM");
});
