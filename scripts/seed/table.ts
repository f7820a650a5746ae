import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The rows of a tab-separated file in this folder, each as its cells, without the header. */
export const rowsOf = (file: string): string[][] =>
  readFileSync(join(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
