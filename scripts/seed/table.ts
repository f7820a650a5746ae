import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The rows of a tab-separated file of this folder, each as the texts of its cells; the heads of its columns are left out. */
export const rowsOf = (file: string): string[][] =>
  readFileSync(join(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
