import { readFileSync } from "node:fs";
import { type KeyRing, type SealingKeys, withNewKey, withNewSealingKey } from "./support/keys.ts";
import { main } from "./support/project.ts";

/** Prints a key ring for TOKEN_KEYS, or with `--secret` one for SECRET_KEYS: a new one, or the one in a file with a new active key. */
main(async () => {
  const words = process.argv.slice(2);
  const file = words.find((word) => !word.startsWith("--"));
  const before: unknown = file ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const ring = words.includes("--secret")
    ? withNewSealingKey(before as SealingKeys | undefined)
    : await withNewKey(before as KeyRing | undefined);
  console.log(JSON.stringify(ring));
});
