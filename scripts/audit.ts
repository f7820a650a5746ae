import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { type LogRow, type Sealed, sealedRows, verifyChain } from "#worker/domain/activity/chain.ts";
import { auditKey } from "#worker/jobs/audit-key.ts";
import { type Local, openLocal } from "./support/local.ts";
import { databases, main, root } from "./support/project.ts";

const AT_ONCE = 1000;
const { values } = parseArgs({ options: { company: { type: "string" }, remote: { type: "boolean", default: false } } });

type Ask = <R>(sql: string, ...bound: string[]) => Promise<R[]>;
type Company = { id: string; slug: string };
const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

const asking =
  (db: D1Database): Ask =>
  async (sql, ...bound) =>
    (
      await db
        .prepare(sql)
        .bind(...bound)
        .all()
    ).results as never;

/** Asks a database of the account through wrangler. */
function askingRemote(binding: string): Ask {
  return async (sql, ...bound) => {
    const command = sql.replace(/\?/g, () => quoted(bound.shift()!));
    const args = ["d1", "execute", binding, "--remote", "--json", "--config", "wrangler.toml", "--command", command];
    const { stdout } = await promisify(execFile)(join(root, "node_modules/.bin/wrangler"), args, { cwd: root, maxBuffer: 1 << 28 });
    return JSON.parse(stdout)[0].results;
  };
}

/** The heads that were kept outside the database, by their number. */
async function headsOf(local: Local, companyId: string): Promise<Map<number, string>> {
  const bucket = await local.bucket();
  const heads = new Map<number, string>();
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({ prefix: auditKey(companyId, ""), ...(cursor ? { cursor } : {}) });
    for (const { key } of page.objects) {
      const head = (await (await bucket.get(key))!.json()) as { seq: number; hash: string };
      heads.set(head.seq, head.hash);
    }
    if (!page.truncated) return heads;
    cursor = page.cursor;
  }
}

/** @returns whether every chain of the shard holds */
async function verifyShard(ask: Ask, local: Local | null): Promise<{ found: number; holds: boolean }> {
  const only = values.company ? `where slug = ${quoted(values.company)}` : "";
  const companies = await ask<Company>(`select id, slug from company_profiles ${only} order by slug`);
  let holds = true;
  for (const { id, slug } of companies) {
    const page = (after: number) => ask<LogRow & Sealed>(sealedRows(after, AT_ONCE), id);
    const heads = local ? await headsOf(local, id) : new Map<number, string>();
    const { rows, head, broken } = await verifyChain(page, heads);
    const [waiting] = await ask<{ n: number }>("select count(*) as n from activity_log where company_id = ? and seq is null", id);
    const rest = waiting?.n ? `, ${waiting.n} not yet sealed` : "";
    if (broken) console.error(`${slug}: BROKEN at no. ${broken.seq}${broken.id ? ` (${broken.id})` : ""}: ${broken.why}`);
    else console.log(`${slug}: ${rows} rows hold, ${heads.size} kept heads agree, head ${head.slice(0, 16)}…${rest}`);
    holds &&= !broken;
  }
  return { found: companies.length, holds };
}

main(async () => {
  const local = values.remote ? null : await openLocal();
  let [found, holds] = [0, true];
  try {
    for (const { binding } of databases().filter(({ binding }) => binding.startsWith("TENANT_DB_"))) {
      const shard = await verifyShard(local ? asking(await local.database(binding)) : askingRemote(binding), local);
      found += shard.found;
      holds &&= shard.holds;
    }
  } finally {
    await local?.close();
  }
  if (!found) throw new Error(values.company ? `There is no company ${values.company}` : "There is no company");
  if (!holds) process.exit(1);
});
