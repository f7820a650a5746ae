import { sealedColumns } from "../activity/chain.ts";
import type { LogExtract } from "./log.ts";

/** How a reader checks a pack, as its read-me tells it. */
export const howToVerify = (log: Pick<LogExtract, "isWhole"> | null) =>
  [
    "manifest.json lists every other file of this archive with its size and its SHA-256. Compute the SHA-256 of a file and compare; `npm run audit:verify -- --pack FILE` does so for all of them.",
    "The cover sheet of evidence.pdf prints the SHA-256 of each CSV and JSON file it was made from.",
    ...(log
      ? [
          "",
          "log.json holds the entries of the activity log about this device. Each sealed entry has a number (seq), the hash of the entry before it in the company's log (prev_hash), and its own hash.",
          `A hash is the SHA-256, in hex, of: prev_hash, a line feed, and the entry as JSON with its keys sorted, without spaces, of these columns and seq: ${sealedColumns.join(", ")}.`,
          log.isWhole
            ? "All of those columns are in log.json, so each entry can be recomputed from it."
            : "ip and user_agent are left out, so entries are recomputed by an Admin's pack.",
          "The entries of one device are not neighbours in the log. That none was taken away between them is shown by the whole chain: `npm run audit:verify` recomputes it and compares it with the heads that are kept outside the database each night; seq and hash here must be the same there. head is the end of the chain when the pack was made.",
          "Entries of the last minutes may not be sealed; their seq is empty.",
        ]
      : []),
  ].join("\r\n");
