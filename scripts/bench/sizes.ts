import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../support/project.ts";

const KB = 1024;
const server = join(root, "build/server");

/** Everything the Worker uploads, gzipped, in KB. */
export function workerSize(): number {
  const files = (readdirSync(server, { recursive: true }) as string[]).map((file) =>
    join(server, file),
  );
  const code = files.filter(
    (file) => /\.(js|wasm)$/.test(file) && statSync(file).isFile() && !/\.map$/.test(file),
  );
  return code.reduce((total, file) => total + gzipSync(readFileSync(file)).length / KB, 0);
}
