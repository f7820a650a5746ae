import { readFileSync } from "node:fs";
import { type KeyRing, withNewKey } from "./support/keys.ts";
import { main } from "./support/project.ts";

/** Prints a key ring for TOKEN_KEYS: a new one, or the one in a file with a new active key. */
main(async () => {
  const [file] = process.argv.slice(2);
  const ring = file ? (JSON.parse(readFileSync(file, "utf8")) as KeyRing) : undefined;
  console.log(JSON.stringify(await withNewKey(ring)));
});
