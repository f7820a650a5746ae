import { idFrom, madeAt } from "#drizzle/columns.ts";
import {
  companyLog,
  type Log,
  type LogRow,
  PLATFORM,
  platformLog,
  sealing,
} from "../domain/activity/chain.ts";
import { auditKey, keepOnce, ledgerKey } from "../domain/activity/kept-heads.ts";
import { CONTROL, type Part } from "./message.ts";

const MINUTE = 60_000;
/** A batch that began earlier may land later: rows wait this long for those before them. */
export const LAG_MS = MINUTE;
const ALARM_MS = 60 * MINUTE;
const AT_ONCE = 200;
const CHUNKS = 10;

const oldestOf = ({ table, ofOwner }: Log) =>
  `select min(id) as id from ${table} indexed by ${table}_unsealed where ${ofOwner} and seq is null`;

const rowsOf = ({
  table,
  columns,
  ofOwner,
}: Log) => `select ${columns.join(", ")} from ${table} indexed by ${table}_unsealed
  where ${ofOwner} and seq is null and id < ?2 order by id limit ${AT_ONCE}`;

const headOf = ({ table, ofOwner }: Log) =>
  `select seq, hash, at from ${table} where ${ofOwner} and seq is not null order by seq desc limit 1`;

// The second look keeps SQLite from walking the log for each link: a row is found by its key.
const sealIn = ({
  table,
  ofOwner,
}: Log) => `update ${table} set seq = link.value ->> 1, prev_hash = link.value ->> 2, hash = link.value ->> 3
  from json_each(?2) as link where ${ofOwner}
    and ${table}.id in (select value ->> 0 from json_each(?2)) and ${table}.id = link.value ->> 0`;

type Head = { seq: number; hash: string; at: number };

const logOf = (shard: string) => (shard === CONTROL ? platformLog : companyLog);

/** Seals what waits of one chain, the platform's or a company's, and says so when it has waited for long. */
export async function sealLog({ db, shard, owner, at }: Part): Promise<string | null> {
  const log = logOf(shard);
  const oldest = (await db.prepare(oldestOf(log)).bind(owner).first<{ id: string | null }>())?.id;
  if (!oldest) return null;
  const name =
    owner === PLATFORM ? "The platform's activity log" : `The activity log of company ${owner}`;
  if (madeAt(oldest) < at - ALARM_MS) console.error(`${name} has rows unsealed for over an hour`);
  return (await sealChain(db, owner, at, log)) === AT_ONCE * CHUNKS ? "" : null;
}

/**
 * Seals a chain's waiting rows, oldest first. Two at once cannot fork the chain: a number and a predecessor are unique, and a sealed
 * row refuses another seal, so that the later batch fails whole.
 * @returns how many were sealed
 */
export async function sealChain(
  db: D1Database,
  owner: string,
  now: number,
  log: Log = companyLog,
): Promise<number> {
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

const ledgerHeadOf =
  "select seq, hash, at from ledger_events where company_id = ?1 order by seq desc limit 1";

/** Keeps the heads of a company's chains, or of the platform's one, outside of the database: each once for a day. */
export async function keepHead({ env, db, shard, owner, at }: Part): Promise<null> {
  const day = new Date(at).toISOString().slice(0, 10);
  const chains = [
    { head: headOf(logOf(shard)), key: auditKey },
    ...(shard === CONTROL ? [] : [{ head: ledgerHeadOf, key: ledgerKey }]),
  ];
  for (const { head, key } of chains) {
    const found = await db.prepare(head).bind(owner).first<Head>();
    if (found) await keepOnce(env.MEDIA, key(owner, day), owner, { day, ...found });
  }
  return null;
}
