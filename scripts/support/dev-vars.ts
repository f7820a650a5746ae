import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withNewKey, withNewSealingKey } from "./keys.ts";
import { port, root } from "./project.ts";

const file = join(root, ".dev.vars");
const HEADER = "# This machine only: secrets, and what differs from [vars] of wrangler.toml.\n";

const parsed = (text: string) =>
  new Map(
    [...text.matchAll(/^(\w+)=(?:'([^']*)'|"([^"]*)"|(.*))$/gm)].map(
      ([, key, a, b, c]) => [key!, a ?? b ?? c!.trim()] as const,
    ),
  );

/**
 * Writes .dev.vars when it is missing or does not suit this port; keys and other lines of an existing file are kept.
 * @returns all of its values
 */
export async function localVars(): Promise<Record<string, string>> {
  const before = existsSync(file) ? readFileSync(file, "utf8") : HEADER;
  const vars = parsed(before);
  const wanted = {
    APP_ENV: "development",
    APEX_HOSTS: "localhost",
    PUBLIC_SCHEME: "http",
    PUBLIC_PORT: String(port),
    TOKEN_KEYS: vars.get("TOKEN_KEYS") ?? JSON.stringify(await withNewKey()),
    SECRET_KEYS: vars.get("SECRET_KEYS") ?? JSON.stringify(withNewSealingKey()),
  };
  let text = before;
  for (const [key, value] of Object.entries(wanted)) {
    if (vars.get(key) === value) continue;
    const line = `${key}='${value}'`;
    text = vars.has(key)
      ? text.replace(new RegExp(`^${key}=.*$`, "m"), () => line)
      : `${text.trimEnd()}\n${line}\n`;
    vars.set(key, value);
  }
  if (text !== before || !existsSync(file)) writeFileSync(file, text, { mode: 0o600 });
  return Object.fromEntries(vars);
}
