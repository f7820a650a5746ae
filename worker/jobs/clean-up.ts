import { shardsOf } from "./shards.ts";

const DAY_MS = 86_400_000;
const KEEP_KEYS_MS = DAY_MS;
const KEEP_REPORTERS_MS = DAY_MS;
const KEEP_DELETED_MEDIA_MS = 30 * DAY_MS;
const UNNAMED_AFTER_MS = DAY_MS;
const INTERRUPTED_AFTER_MS = DAY_MS;
const UNCOMMITTED_AFTER_MS = 30 * DAY_MS;
const AT_ONCE = 100;
const IMPORTS_AT_ONCE = 20;
/** Of a shard, in one night: the rest waits for the next. */
const MOST_IMPORTS = 500;

/** The key of a file; what else stands under a company is kept for good. */
const FILE = /^c\/[^/]+\/[^/]+$/;

/** First answers to repeated requests are kept for a day. */
export async function forgetAnswers(env: Env, now: number): Promise<void> {
  for (const db of [env.CONTROL_DB, ...shardsOf(env)])
    await db
      .prepare("delete from idempotency_keys where created_at < ?")
      .bind(now - KEEP_KEYS_MS)
      .run();
}

/** From where public pages were used is forgotten after a day. */
export async function forgetReporters(env: Env, now: number): Promise<void> {
  for (const db of shardsOf(env))
    await db
      .prepare("delete from public_reports where at < ?")
      .bind(now - KEEP_REPORTERS_MS)
      .run();
}

/** Replaced and deleted files are kept for 30 days; then the object goes, its row stays as history, and the space is free again. */
export async function purgeMedia(env: Env, now: number): Promise<void> {
  for (const db of shardsOf(env)) {
    const { results } = await db
      .prepare(
        "select company_id, id, object_key, bytes from media where deleted_at < ? and object_key like 'c/%' order by deleted_at limit ?",
      )
      .bind(now - KEEP_DELETED_MEDIA_MS, AT_ONCE)
      .all<{ company_id: string; id: string; object_key: string; bytes: number }>();
    for (const { company_id, id, object_key, bytes } of results) {
      await env.MEDIA.delete(object_key);
      await db.batch([
        db.prepare("update media set object_key = 'purged/' || id where company_id = ? and id = ?").bind(company_id, id),
        db
          .prepare("update company_profiles set storage_bytes = max(0, storage_bytes - ?) where company_id = ? and id = ?")
          .bind(bytes, company_id, company_id),
      ]);
    }
  }
}

/** Objects no row names a day after they came, because their batch failed. */
export async function sweepMedia(env: Env, now: number): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await env.MEDIA.list({ prefix: "c/", limit: AT_ONCE, ...(cursor ? { cursor } : {}) });
    const old = page.objects
      .filter(({ key, uploaded }) => FILE.test(key) && uploaded.getTime() < now - UNNAMED_AFTER_MS)
      .map(({ key }) => key);
    const named = new Set<string>();
    for (const db of old.length ? shardsOf(env) : []) {
      const { results } = await db
        .prepare(
          `select media.object_key from json_each(?) as asked join media
           on media.company_id = substr(asked.value, 3, 36) and media.object_key = asked.value`,
        )
        .bind(JSON.stringify(old))
        .all<{ object_key: string }>();
      for (const row of results) named.add(row.object_key);
    }
    const unnamed = old.filter((key) => !named.has(key));
    if (unnamed.length) await env.MEDIA.delete(unnamed);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}

const UNWRITTEN = "(row_count is null and created_at < ?1 or status in ('uploaded', 'checked') and updated_at < ?2)";

/** Spreadsheets whose upload was cut off a day ago, and those nobody has touched for 30 days that never wrote a row: they go with their rows. */
export async function sweepImports(env: Env, now: number): Promise<void> {
  const before = [now - INTERRUPTED_AFTER_MS, now - UNCOMMITTED_AFTER_MS];
  for (const db of shardsOf(env)) {
    let after = ["", ""];
    for (let swept = 0; swept < MOST_IMPORTS; swept += IMPORTS_AT_ONCE) {
      const { results } = await db
        .prepare(
          `select company_id, id from import_jobs where ${UNWRITTEN} and (company_id, id) > (?3, ?4) order by company_id, id limit ?5`,
        )
        .bind(...before, ...after, IMPORTS_AT_ONCE)
        .all<{ company_id: string; id: string }>();
      // One that cannot go keeps no other.
      for (const { company_id, id } of results)
        await db.batch(sweeping(db, before, company_id, id)).catch((error: unknown) => console.error(error));
      const last = results.at(-1);
      if (!last || results.length < IMPORTS_AT_ONCE) break;
      after = [last.company_id, last.id];
    }
  }
}

const sweeping = (db: D1Database, before: readonly number[], company: string, id: string): D1PreparedStatement[] => [
  db
    .prepare(
      `delete from import_rows where company_id = ?3 and job_id = ?4
      and exists (select 1 from import_jobs where company_id = ?3 and id = ?4 and ${UNWRITTEN})`,
    )
    .bind(...before, company, id),
  db.prepare(`delete from import_jobs where company_id = ?3 and id = ?4 and ${UNWRITTEN}`).bind(...before, company, id),
];
