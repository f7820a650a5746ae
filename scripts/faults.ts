import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { main, root } from "./support/project.ts";
import { workThroughVite } from "./support/through-vite.ts";

/*
 * Does a person's work on the built Worker while its databases, files, queues, clock and keys fail, and prints what the person sees and what was
 * checked. npm run faults [-- --short] [--only pattern] [--write]
 */
const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    write: { type: "boolean", default: false },
  },
});
const FILE = join(root, "docs/faults.md");

main(() =>
  workThroughVite("scripts/faults/run.ts", async (faults: typeof import("./faults/run.ts")) => {
    const since = Date.now();
    const lines = await faults.runFaults({
      ...{ isShort: values.short, only: values.only },
      told: ({ fault, did, wrong }) =>
        console.error(`${wrong.length ? "NO " : "yes"} ${fault}: ${did} ${wrong.join("; ")}`),
    });
    const table = faults.tableOf(lines);
    console.log(
      `\n${table}\n\n${lines.length} rows in ${Math.round((Date.now() - since) / 1000)} s`,
    );
    if (values.write) writeFileSync(FILE, faults.pageOf(table));
    const failed = lines.filter(({ wrong }) => wrong.length).length;
    if (failed) throw new Error(`${failed} rows are not ok`);
  }),
);
