import { readFileSync } from "node:fs";
import { BrokenSheet, readSheet } from "#worker/files/sheets/read.ts";

/*
 * Reads spreadsheets as an import does, in a process of its own whose memory is small, and tells of each on a line: how many rows
 * it gave, what it was refused with, how long it took (ms) and the most memory of the process so far (MB).
 */
for (const path of process.argv.slice(2)) {
  const bytes = readFileSync(path);
  const started = performance.now();
  let rows = 0;
  let refusal = "";
  try {
    for await (const { cells } of readSheet(bytes)) rows += cells.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BrokenSheet)) throw error;
    refusal = error.message;
  }
  const told = {
    rows,
    refusal,
    ms: Math.round(performance.now() - started),
    memory: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  console.info(JSON.stringify(told));
}
