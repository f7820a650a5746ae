import { sealedColumns } from "../activity/chain.ts";
import type { LogExtract } from "./log.ts";

/** What a pack is about, as its log is told. */
const logs = {
  device: {
    holds: "log.json holds the entries of the activity log about this device.",
    apart: "The entries of one device are not neighbours in the log.",
  },
  month: {
    holds:
      "log.json holds the entries of the activity log about the month's dates, their schedules and their reports.",
    apart: "The entries of one month's dates are not neighbours in the log.",
  },
} as const;

/** How a reader checks a pack, as its read-me tells it. */
export const howToVerify = (log: Pick<LogExtract, "isWhole">, of: keyof typeof logs) =>
  [
    "manifest.json lists every other file of this archive with its size and its SHA-256. Compute the SHA-256 of a file and compare; `npm run audit:verify -- --pack FILE` does so for all of them.",
    "The cover sheet of evidence.pdf prints the SHA-256 of each CSV and JSON file it was made from.",
    "",
    `${logs[of].holds} Each sealed entry has a number (seq), the hash of the entry before it in the company's log (prev_hash), and its own hash.`,
    `A hash is the SHA-256, in hex, of: prev_hash, a line feed, and the entry as JSON with its keys sorted, without spaces, of these columns and seq: ${sealedColumns.join(", ")}.`,
    log.isWhole
      ? "All of those columns are in log.json, so each entry can be recomputed from it."
      : "ip and user_agent are left out, so entries are recomputed by an Admin's pack.",
    `${logs[of].apart} That none was taken away between them is shown by the whole chain: \`npm run audit:verify\` recomputes it and compares it with the heads that are kept outside the database each night; seq and hash here must be the same there. head is the end of the chain when the pack was made.`,
    "Entries of the last minutes may not be sealed; their seq is empty.",
  ].join("\r\n");
