import { DatabaseSync, type StatementSync } from "node:sqlite";
import { databaseFiles } from "../../scripts/support/direct.ts";
import { openedWorld } from "./world.ts";

/** The file of the shard in which a company is, to read what was committed without asking the Worker for it; its statements are prepared once. */
export type ShardFile = { all: (sql: string, companyId: string) => Record<string, unknown>[] };

function opened(path: string): ShardFile & { has: (companyId: string) => boolean } {
  const file = new DatabaseSync(path, { readOnly: true });
  const prepared = new Map<string, StatementSync>();
  const all = (sql: string, companyId: string) => {
    const statement = prepared.get(sql) ?? file.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(companyId);
  };
  const isTenant = file
    .prepare("select 1 from sqlite_master where name = 'company_profiles'")
    .get();
  return {
    all,
    has: (companyId) =>
      Boolean(isTenant) &&
      all("select 1 from company_profiles where company_id = ?", companyId).length > 0,
  };
}

let files: ReturnType<typeof opened>[] | undefined;

/** @throws Error for a company that no shard of this process's world knows */
export async function shardFileOf(companyId: string): Promise<ShardFile> {
  const { state } = (await openedWorld())!;
  files ??= databaseFiles(state).map(opened);
  const found = files.find((file) => file.has(companyId));
  if (!found) throw new Error(`No shard has the company ${companyId}`);
  return found;
}
