import { idFrom } from "#drizzle/columns.ts";
import { companyLog, type Log, type LogRow, PLATFORM, platformLog, sealing } from "../domain/activity/chain.ts";
import { auditKey } from "./audit-key.ts";
import { leased } from "./lease.ts";
import { shardsOf, waitingCompanies } from "./shards.ts";

const MINUTE = 60_000;
/** A batch that began earlier may land later: rows wait this long for those before them. */
const LAG_MS = MINUTE;
const ALARM_MS = 60 * MINUTE;
const AT_ONCE = 200;
const CHUNKS = 10;

const oldestOf = ({ table, mine }: Log) => `select min(id) as id from ${table} indexed by ${table}_unsealed where ${mine} and seq is null`;

const rowsOf = ({ table, columns, mine }: Log) => `select ${columns.join(", ")} from ${table} indexed by ${table}_unsealed
  where ${mine} and seq is null and id < ?2 order by id limit ${AT_ONCE}`;

const headOf = ({ table, mine }: Log) => `select seq, hash, at from ${table} where ${mine} and seq is not null order by seq desc limit 1`;

// The second look keeps SQLite from walking the log for each link: a row is found by its key.
const sealIn = ({ table, mine }: Log) => `update ${table} set seq = link.value ->> 1, prev_hash = link.value ->> 2, hash = link.value ->> 3
  from json_each(?2) as link where ${mine}
    and ${table}.id in (select value ->> 0 from json_each(?2)) and ${table}.id = link.value ->> 0`;

type Head = { seq: number; hash: string; at: number };

const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

type Doing = (work: () => Promise<unknown>) => Promise<unknown>;

/** Seals what waits of one chain, and says so when it has waited for long. */
async function sealWaiting(db: D1Database, owner: string, log: Log, now: number, doing: Doing): Promise<void> {
  const name = owner === PLATFORM ? "The platform's activity log" : `The activity log of company ${owner}`;
  const oldest = (await db.prepare(oldestOf(log)).bind(owner).first<{ id: string | null }>())?.id;
  if (!oldest) return;
  if (timeOf(oldest) < now - ALARM_MS) console.error(`${name} has rows unsealed for over an hour`);
  if (timeOf(oldest) >= now - LAG_MS) return;
  await doing(() => sealChain(db, owner, now, log)).catch((error: unknown) => console.error(`${name} was not sealed`, error));
}

/** Numbers and chains the rows of every company's activity log, and of the platform's, that have none yet. */
export async function sealLogs(env: Env, now: number): Promise<void> {
  for (const db of shardsOf(env))
    for (const company_id of await waitingCompanies(db, "activity_log", "activity_log_unsealed", "seq is null"))
      await sealWaiting(db, company_id, companyLog, now, (work) => leased(db, company_id, "seal", now, work));
  await sealWaiting(env.CONTROL_DB, PLATFORM, platformLog, now, (work) => work());
}

/**
 * Seals a chain's waiting rows, oldest first. Two at once cannot fork the chain: a number and a predecessor are unique, and a sealed
 * row refuses another seal, so that the later batch fails whole.
 * @returns how many were sealed
 */
export async function sealChain(db: D1Database, owner: string, now: number, log: Log = companyLog): Promise<number> {
  let sealed = 0;
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const [head, rows] = (await db.batch([
      db.prepare(headOf(log)).bind(owner),
      db.prepare(rowsOf(log)).bind(owner, idFrom(now - LAG_MS)),
    ])) as unknown as [D1Result<Head>, D1Result<LogRow>];
    if (rows.results.length === 0) break;
    const links = await sealing(rows.results, head.results[0] ?? null);
    const written = links.map(({ id, seq, prevHash, hash }) => [id, seq, prevHash, hash]);
    await db.prepare(sealIn(log)).bind(owner, JSON.stringify(written)).run();
    sealed += links.length;
    if (rows.results.length < AT_ONCE) break;
  }
  return sealed;
}

/** Keeps the head of a chain outside the database, once for a day. */
async function keepHead(env: Env, db: D1Database, owner: string, log: Log, day: string): Promise<void> {
  const head = await db.prepare(headOf(log)).bind(owner).first<Head>();
  if (!head) return;
  await env.MEDIA.put(auditKey(owner, day), JSON.stringify({ company_id: owner, day, ...head }), {
    onlyIf: { etagDoesNotMatch: "*" },
    httpMetadata: { contentType: "application/json" },
  });
}

/** Keeps the head of each chain, the platform's among them; what is kept is never replaced. */
export async function keepHeads(env: Env, now: number): Promise<void> {
  const day = new Date(now).toISOString().slice(0, 10);
  for (const db of shardsOf(env)) {
    const { results } = await db.prepare("select company_id from company_profiles").all<{ company_id: string }>();
    for (const { company_id } of results) await keepHead(env, db, company_id, companyLog, day);
  }
  await keepHead(env, env.CONTROL_DB, PLATFORM, platformLog, day);
}
