import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type KeyRing, type SecretRing, withNewKey, withNewSecret } from "./support/keys.ts";
import { main } from "./support/project.ts";

/** Prints a key ring for TOKEN_KEYS, or with --secrets one for SECRET_KEYS: a new one, or the one in a file with a new active key. */
main(async () => {
  const { values, positionals } = parseArgs({
    options: { secrets: { type: "boolean" } },
    allowPositionals: true,
  });
  const [file] = positionals;
  const ring: unknown = file ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const next = values.secrets
    ? withNewSecret(ring as SecretRing | undefined)
    : await withNewKey(ring as KeyRing | undefined);
  console.log(JSON.stringify(next));
});
