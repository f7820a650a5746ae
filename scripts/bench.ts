import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { batchOverSequence } from "./bench/batch.ts";
import { alternately } from "./bench/client.ts";
import { countRows } from "./bench/counts.ts";
import { seedHospital, serveHospital, stateOf } from "./bench/hospital.ts";
import { pageSizes, workerSize } from "./bench/sizes.ts";
import { exported, importSpeed } from "./bench/spreadsheets.ts";
import { main, root, run } from "./support/project.ts";

/** `--full` adds a million assets; `--counters` leaves out times, which a busy machine would blur, and sizes. */
const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    counters: { type: "boolean", default: false },
  },
});
const FIRST_PORT = 5301;
const FILE_ROWS = 15_000;
/** What a combination of filters, or an order that no index serves, may read. */
const WALKED_ROWS = 5_000;

type Row = { figure: string; goal: number; measured: number };
const rows: Row[] = [];
const note = (figure: string, goal: number, measured: number) =>
  rows.push({ figure, goal, measured: Math.round(measured * 100) / 100 });

main(async () => {
  await run("react-router", ["build", "--logLevel", "warn"]);
  const sizes = values.full ? [1_000, 100_000, 1_000_000] : [1_000, 100_000];
  for (const assets of sizes) await seedHospital(assets);

  const large = await countRows(100_000, FIRST_PORT);
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
    const largest = await countRows(1_000_000, FIRST_PORT);
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

  if (!values.counters) await measureTimes();
  report();
});

/** Times, as ratios of two things measured alternately, and sizes. */
async function measureTimes() {
  const few = await serveHospital(1_000, FIRST_PORT, false);
  const many = await serveHospital(100_000, FIRST_PORT + 10, false);
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

/** Imports a large file into a copy of the smallest hospital and exports it again. */
async function spreadsheets() {
  const copy = stateOf("imported");
  rmSync(copy, { recursive: true, force: true });
  cpSync(stateOf(1_000), copy, { recursive: true });
  const { admin, end } = await serveHospital("imported", FIRST_PORT + 30, false);
  note("import, ms a row, dry run included", 2, await importSpeed(admin, FILE_ROWS));
  const { firstOverWhole } = await exported(admin);
  note("export of 15,000 assets: first rows over the last", 0.5, firstOverWhole);
  await end();
  rmSync(copy, { recursive: true, force: true });
}

/** Prints the table, writes it to bench/latest.json, and exits with 1 unless every goal holds. */
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
