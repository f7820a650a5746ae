import { execFile } from "node:child_process";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import {
  companyLog,
  type Log,
  type LogRow,
  PLATFORM,
  platformLog,
  type Sealed,
  sealedRows,
  verifyChain,
} from "#worker/domain/activity/chain.ts";
import { auditKey } from "#worker/jobs/audit-key.ts";
import { type Local, openLocal } from "./support/local.ts";
import { databases, main, root } from "./support/project.ts";

const AT_ONCE = 1000;
const { values } = parseArgs({
  options: { company: { type: "string" }, remote: { type: "boolean", default: false } },
});

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

/** The heads of the chain that are stored in R2, by sequence number. */
async function headsOf(local: Local, companyId: string): Promise<Map<number, string>> {
  const bucket = await local.bucket();
  const heads = new Map<number, string>();
  for (let cursor: string | undefined; ; ) {
    const page = await bucket.list({
      prefix: auditKey(companyId, ""),
      ...(cursor ? { cursor } : {}),
    });
    for (const { key } of page.objects) {
      const head = (await (await bucket.get(key))!.json()) as { seq: number; hash: string };
      heads.set(head.seq, head.hash);
    }
    if (!page.truncated) return heads;
    cursor = page.cursor;
  }
}

/** @returns whether the chain of a company, or of the platform, holds */
async function verify(
  ask: Ask,
  local: Local | null,
  name: string,
  owner: string,
  log: Log,
): Promise<boolean> {
  const page = (after: number) => ask<LogRow & Sealed>(sealedRows(after, AT_ONCE, log), owner);
  const heads = local ? await headsOf(local, owner) : new Map<number, string>();
  const { rows, head, broken } = await verifyChain(page, heads);
  const [waiting] = await ask<{ n: number }>(
    `select count(*) as n from ${log.table} where ${log.ofOwner} and seq is null`,
    owner,
  );
  const rest = waiting?.n ? `, ${waiting.n} not yet sealed` : "";
  if (broken)
    console.error(
      `${name}: BROKEN at no. ${broken.seq}${broken.id ? ` (${broken.id})` : ""}: ${broken.why}`,
    );
  else
    console.log(
      `${name}: ${rows} rows hold, ${heads.size} kept heads agree, head ${head.slice(0, 16)}…${rest}`,
    );
  return !broken;
}

main(async () => {
  const local = values.remote ? null : await openLocal();
  const askOf = async (binding: string) =>
    local ? asking(await local.database(binding)) : askingRemote(binding);
  let [chains, allHold] = [0, true];
  const checked = async (holds: Promise<boolean>) => {
    allHold = (await holds) && allHold;
    chains += 1;
  };
  try {
    if (!values.company || values.company === PLATFORM)
      await checked(
        verify(await askOf("CONTROL_DB"), local, "the platform", PLATFORM, platformLog),
      );
    const only = values.company ? `where slug = ${quoted(values.company)}` : "";
    for (const { binding } of databases().filter(({ binding }) =>
      binding.startsWith("TENANT_DB_"),
    )) {
      const ask = await askOf(binding);
      for (const { id, slug } of await ask<Company>(
        `select id, slug from company_profiles ${only} order by slug`,
      ))
        await checked(verify(ask, local, slug, id, companyLog));
    }
  } finally {
    await local?.close();
  }
  if (!chains)
    throw new Error(
      values.company ? `There is no company ${values.company}` : "There is no company",
    );
  if (!allHold) process.exit(1);
});
