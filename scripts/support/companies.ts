import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Local } from "./local.ts";
import { databases, root } from "./project.ts";

export type Ask = <R>(sql: string, ...bound: string[]) => Promise<R[]>;
type Company = { id: string; slug: string };
/** A company with its database. */
export type Chain = Company & { ask: Ask; binding: string };
const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Queries a database at hand. */
export const asking =
  (db: D1Database): Ask =>
  async (sql, ...bound) =>
    (
      await db
        .prepare(sql)
        .bind(...bound)
        .all()
    ).results as never;

/** Queries a remote database through wrangler. */
function askingRemote(binding: string): Ask {
  return async (sql, ...bound) => {
    const command = sql.replace(/\?(\d)/g, (_, at: string) => quoted(bound[Number(at) - 1]!));
    const args = [
      "d1",
      "execute",
      binding,
      "--remote",
      "--json",
      "--config",
      "wrangler.toml",
      "--command",
      command,
    ];
    // At a lower level wrangler does not print the result.
    const env = { ...process.env, WRANGLER_LOG: "log" };
    const { stdout } = await promisify(execFile)(join(root, "node_modules/.bin/wrangler"), args, {
      cwd: root,
      env,
      maxBuffer: 1 << 28,
    });
    return JSON.parse(stdout)[0].results;
  };
}

export const askOf = async (local: Local | null, binding: string): Promise<Ask> =>
  local ? asking(await local.database(binding)) : askingRemote(binding);

/** The companies of all shards, or the one of this name, each with its database. */
export async function eachCompany(local: Local | null, slug?: string): Promise<Chain[]> {
  const only = slug ? `where slug = ${quoted(slug)}` : "";
  const found: Chain[] = [];
  for (const { binding } of databases().filter(({ binding }) => binding.startsWith("TENANT_DB_"))) {
    const ask = await askOf(local, binding);
    const query = `select id, slug from company_profiles ${only} order by slug`;
    found.push(...(await ask<Company>(query)).map((one) => ({ ...one, ask, binding })));
  }
  return found;
}
