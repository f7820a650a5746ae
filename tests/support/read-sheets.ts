import { existsSync, readFileSync } from "node:fs";
import { BrokenSheet, readSheet } from "#worker/files/sheets/read.ts";

/*
 * Reads spreadsheets as an import does, in a process of its own whose memory is small, and tells of each on a line: how many rows
 * it gave, what it was refused with, how long it took (ms) and the most memory of the process so far (MB).
 */
/** The most memory this process has held, in MB. On Linux `maxRSS` begins with that of the process that started it. */
function mostMemory(): number {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Math.round(Number(kilobytes) / 1024);
}

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
  const ms = Math.round(performance.now() - started);
  const told = { rows, refusal, ms, memory: mostMemory() };
  console.info(JSON.stringify(told));
}
