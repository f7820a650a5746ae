import { dumpOf, sumOf } from "../../scripts/company/dump.ts";
import { hasRows } from "../../scripts/company/moving.ts";
import { type Company, SHARDS, type World } from "./world.ts";

/** The databases of a world as the scripts open them, and what they told. */
export function workOf(w: World, company: Company) {
  const lines: string[] = [];
  const databases: Record<string, D1Database> = Object.fromEntries(
    ["CONTROL_DB", ...SHARDS].map((binding) => [binding, w.env[binding as "TENANT_DB_0"]]),
  );
  return {
    databases,
    slug: company.host.replace(/\.localhost$/, ""),
    tell: (line: string) => void lines.push(line),
    rest: 0,
    lines,
  };
}

/** The shards that have rows of a company. */
export async function shardsWith(w: World, { id }: Company): Promise<string[]> {
  const found: string[] = [];
  for (const shard of SHARDS)
    if (await hasRows(w.env[shard as "TENANT_DB_0"], id)) found.push(shard);
  return found;
}

/** The hash of all that a company has in a shard. */
export const hashOf = async (w: World, { id }: Company, shard: string) =>
  sumOf(await dumpOf(w.env[shard as "TENANT_DB_0"], id)).sha256;

/** Where the platform has a company, and the version of that. */
export const mapOf = async (w: World, { id }: Company) =>
  (await w.env.CONTROL_DB.prepare(
    "select shards.binding, map_version from companies join shards on shards.id = shard_id where companies.id = ?",
  )
    .bind(id)
    .first<{ binding: string; map_version: number }>())!;

/** The databases as they are for a process that ends at its n-th request to them. */
export function brokenOff(
  databases: Record<string, D1Database>,
  n: number,
): Record<string, D1Database> {
  let left = n;
  const asked = async <R>(work: () => Promise<R>): Promise<R> => {
    left -= 1;
    if (left < 0) throw new Error("The process has ended");
    return work();
  };
  const statement = (prepared: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(prepared, {
      get(target, key) {
        const value = Reflect.get(target, key);
        if (typeof value !== "function") return value;
        if (key === "bind") return (...values: unknown[]) => statement(target.bind(...values));
        return (...values: unknown[]) => asked(() => value.apply(target, values));
      },
    });
  const of = (db: D1Database): D1Database =>
    ({
      prepare: (sql: string) => statement(db.prepare(sql)),
      batch: (statements: D1PreparedStatement[]) => asked(() => db.batch(statements)),
    }) as unknown as D1Database;
  return Object.fromEntries(Object.entries(databases).map(([name, db]) => [name, of(db)]));
}
