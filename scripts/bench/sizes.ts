import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { root } from "../support/project.ts";
import type { Answer, Person } from "./client.ts";

const KB = 1024;
const client = join(root, "build/client");
const server = join(root, "build/server");
const brotli = (bytes: Buffer | string) => brotliCompressSync(bytes).length / KB;

const linked = ({ text }: Answer, ending: string) =>
  new Set(
    [...text.matchAll(/["'](\/assets\/[\w.-]+)["']/g)]
      .map(([, path]) => path!)
      .filter((path) => path.endsWith(ending)),
  );
const sum = (paths: Iterable<string>) =>
  [...paths].reduce((total, path) => total + brotli(readFileSync(join(client, path))), 0);

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

/** What a browser downloads for two pages, in KB of brotli. */
export async function pageSizes(person: Person) {
  const first = await person.page("/dashboard");
  const list = await person.page("/all-assets");
  const known = linked(first, ".js");
  const ownOfList = [...linked(list, ".js")].filter((path) => !known.has(path));
  return {
    firstJs: sum(known),
    css: sum(linked(first, ".css")),
    routeJs: sum(ownOfList),
    listHtml: brotli(list.text),
  };
}
