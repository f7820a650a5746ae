import { parseArgs } from "node:util";
import { batchOverSequence } from "./bench/batch.ts";
import { certificateRows, paperCpu } from "./bench/certificates.ts";
import { countRows } from "./bench/counts.ts";
import { engineFigures } from "./bench/engine.ts";
import { seedHospital, seedShard } from "./bench/hospital.ts";
import { besidePeer, peerLeavesOut } from "./bench/peer.ts";
import { freePorts } from "./bench/processes.ts";
import { note, report } from "./bench/report.ts";
import { workerSize } from "./bench/sizes.ts";
import { browserFigures, cpuOfLists, largeOverSmall, spreadsheets } from "./bench/times.ts";
import { workingDayRows } from "./bench/working-rows.ts";
import { workingDayTimes } from "./bench/working-times.ts";
import { main, run } from "./support/project.ts";
import { throughVite } from "./support/through-vite.ts";

/**
 * `--full` adds a million assets and measures the working day among a million service calls; `--day` measures that alone; `--counters` leaves out times, which a busy machine would blur, and sizes;
 * `--peer http://127.0.0.1:8055` adds times beside a Directus that runs there.
 */
const { values } = parseArgs({
  options: {
    full: { type: "boolean", default: false },
    counters: { type: "boolean", default: false },
    day: { type: "boolean", default: false },
    peer: { type: "string" },
  },
});
/** Service calls of the shard whose working day is measured. */
const CALLS = values.full ? 1_000_000 : 50_000;
/** What a combination of filters, or an order that no index serves, may read. */
const WALKED_ROWS = 5_000;

/** What a search may read: as many matches as the page names, or 300 rows. */
const NAMED_MATCHES = 2_000;

/** Pages with goals of their own; all others may read 300 rows. */
const ownGoals = {
  list: { name: "list page", most: 150 },
  filtered: { name: "list page, one filter", most: 150 },
  pair: { name: "list page, two filters", most: WALKED_ROWS },
  stocks: { name: "list of stock", most: 150 },
  search: { name: "search", most: NAMED_MATCHES },
  last: null,
};

main(async () => {
  await run("react-router", ["build", "--logLevel", "warn"]);
  if (!values.counters) await engineFigures();
  if (!values.day) await measureRegister();
  if (!values.day) await measureCertificates();
  await measureDay();
  if (values.peer) {
    await besidePeer(values.peer);
    console.log(peerLeavesOut);
  }
  report();
});

/** The certificates of a laboratory. */
async function measureCertificates() {
  await certificateRows(values.full ? 1_000_000 : 50_000);
  if (!values.counters) await paperCpu();
}

/** The pages of a working day, in a shard of five hospitals. */
async function measureDay() {
  await seedShard(CALLS);
  note("service calls in the shard of the working day", null, CALLS);
  const { countMorning, datesASecond } =
    await throughVite<typeof import("./bench/jobs.ts")>("scripts/bench/jobs.ts");
  note("seconds of CPU for 5,000 due dates", 1, 5000 / (await datesASecond(CALLS)));
  await countMorning(CALLS);
  await workingDayRows(CALLS);
  if (!values.counters) await workingDayTimes(CALLS);
}

/** The register of a hospital: its lists, pages and files. */
async function measureRegister() {
  const sizes = values.full ? [1_000, 100_000, 1_000_000] : [1_000, 100_000];
  for (const assets of sizes) await seedHospital(assets);

  const large = await countRows(100_000, await freePorts());
  const { pages, call, deep, command, opened, download, lists, sorted, combined, searches } = large;
  note(
    "D1 round trips: a signed-in page, the most",
    2,
    Math.max(...Object.values(pages).map((page) => page.trips)),
  );
  note("D1 round trips: API read", 2, call.trips);
  note("D1 round trips: command", 3, command.trips);
  for (const page of ["list", "filtered", "pair", "stocks", "search"] as const)
    note(`rows read: ${ownGoals[page].name}`, ownGoals[page].most, pages[page].read);
  note("rows read: last page over first", 1.1, pages.last.read / pages.list.read);
  note("rows read: second page over first", 1.1, deep.read / pages.list.read);
  note("rows read: list page, any filter in the orders of an index, the most", 150, lists);
  note("rows read: list page in an order that no index serves, the most", WALKED_ROWS, sorted);
  note("rows read: list page, any two filters and some four, the most", WALKED_ROWS, combined);
  note("rows read: search of any term, the most", NAMED_MATCHES, searches);
  for (const [page, { read }] of Object.entries(pages))
    if (!(page in ownGoals)) note(`rows read: ${page}`, 300, read);
  note("rows read: tabs of a device, palette, scan and pickers, the most", 300, opened.most);
  note("rows read: the same without a device's costs and history", 300, opened.others);
  note("rows written: service report with 3 parts", 25, command.written);
  if (values.full) {
    const largest = await countRows(1_000_000, await freePorts());
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
    note("rows read: search of 1,000,000, any term, the most", NAMED_MATCHES, largest.searches);
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
}

/** Times, as ratios of two things measured alternately, and sizes. */
async function measureTimes() {
  await cpuOfLists();
  await largeOverSmall();
  await spreadsheets();
  note("page batch over the same statements in sequence", 0.4, await batchOverSequence(1_000));
  note("Worker, KB gzip", 1024, workerSize());
  await browserFigures();
}
