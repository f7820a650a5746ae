import { idFrom } from "#drizzle/columns.ts";
import { type LogRow, sealedColumns, sealing } from "../domain/activity/chain.ts";
import { auditKey } from "./audit-key.ts";
import { leased } from "./lease.ts";
import { shardsOf, waitingCompanies } from "./shards.ts";

const MINUTE = 60_000;
/** A batch that began earlier may land later: rows wait this long for those before them. */
const LAG_MS = MINUTE;
const ALARM_MS = 60 * MINUTE;
const AT_ONCE = 200;
const CHUNKS = 10;

const OLDEST = "select min(id) as id from activity_log indexed by activity_log_unsealed where company_id = ? and seq is null";

const ROWS = `select ${sealedColumns.join(", ")} from activity_log indexed by activity_log_unsealed
  where company_id = ?1 and seq is null and id < ?2 order by id limit ${AT_ONCE}`;

const HEAD = "select seq, hash, at from activity_log where company_id = ? and seq is not null order by seq desc limit 1";

// The second look keeps SQLite from walking the company's log for each link: a row is found by its key.
const SEAL = `update activity_log set seq = link.value ->> 1, prev_hash = link.value ->> 2, hash = link.value ->> 3
  from json_each(?2) as link where activity_log.company_id = ?1
    and activity_log.id in (select value ->> 0 from json_each(?2)) and activity_log.id = link.value ->> 0`;

type Head = { seq: number; hash: string; at: number };

const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Numbers and chains the rows of every company's activity log that have none yet. */
export async function sealLogs(env: Env, now: number): Promise<void> {
  for (const db of shardsOf(env)) {
    for (const company_id of await waitingCompanies(db, "activity_log", "activity_log_unsealed", "seq is null")) {
      const oldest = (await db.prepare(OLDEST).bind(company_id).first<{ id: string | null }>())?.id ?? "";
      if (timeOf(oldest) < now - ALARM_MS) console.error(`The activity log of company ${company_id} has rows unsealed for over an hour`);
      if (timeOf(oldest) >= now - LAG_MS) continue;
      await leased(db, company_id, "seal", now, () => sealCompany(db, company_id, now)).catch((error: unknown) =>
        console.error(`The activity log of company ${company_id} was not sealed`, error),
      );
    }
  }
}

/**
 * Seals a company's waiting rows, oldest first. Two at once cannot fork the chain: a number and a predecessor are unique, and a sealed
 * row refuses another seal, so that the later batch fails whole.
 * @returns how many were sealed
 */
export async function sealCompany(db: D1Database, companyId: string, now: number): Promise<number> {
  let sealed = 0;
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const [head, rows] = (await db.batch([
      db.prepare(HEAD).bind(companyId),
      db.prepare(ROWS).bind(companyId, idFrom(now - LAG_MS)),
    ])) as unknown as [D1Result<Head>, D1Result<LogRow>];
    if (rows.results.length === 0) break;
    const links = await sealing(rows.results, head.results[0] ?? null);
    const written = links.map(({ id, seq, prevHash, hash }) => [id, seq, prevHash, hash]);
    await db.prepare(SEAL).bind(companyId, JSON.stringify(written)).run();
    sealed += links.length;
    if (rows.results.length < AT_ONCE) break;
  }
  return sealed;
}

/** Keeps the head of each company's chain outside the database, once for a day; what is kept is never replaced. */
export async function keepHeads(env: Env, now: number): Promise<void> {
  const day = new Date(now).toISOString().slice(0, 10);
  for (const db of shardsOf(env)) {
    const { results } = await db.prepare("select company_id from company_profiles").all<{ company_id: string }>();
    for (const { company_id } of results) {
      const head = await db.prepare(HEAD).bind(company_id).first<Head>();
      if (!head) continue;
      const kept = JSON.stringify({ company_id, day, ...head });
      await env.MEDIA.put(auditKey(company_id, day), kept, {
        onlyIf: { etagDoesNotMatch: "*" },
        httpMetadata: { contentType: "application/json" },
      });
    }
  }
}
