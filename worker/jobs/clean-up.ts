import { PLATFORM_FILES } from "../files/platform-media.ts";
import { fileKeyOf, keysOf } from "../files/thumbnails.ts";
import type { Part } from "./message.ts";

const DAY_MS = 86_400_000;
const KEEP_DELETED_MEDIA_MS = 30 * DAY_MS;
const UNNAMED_AFTER_MS = DAY_MS;
const INTERRUPTED_AFTER_MS = DAY_MS;
const UNCOMMITTED_AFTER_MS = 30 * DAY_MS;
/** R2 deletes 1,000 objects at once: of each file itself and its thumbnails. */
const PURGED = 300;
const SWEPT = 250;
const IMPORTS = 20;

export const purgedBefore = (at: number) => at - KEEP_DELETED_MEDIA_MS;

const IN_BUCKET = "object_key >= 'c/' and object_key < 'c0'";
const TO_PURGE = `select id, object_key from media indexed by media_to_purge
  where company_id = ? and deleted_at is not null and deleted_at < ? and ${IN_BUCKET} order by deleted_at limit ${PURGED}`;
const THESE = `company_id = ?1 and id in (select value from json_each(?2)) and ${IN_BUCKET}`;
const FREE = `update company_profiles set storage_bytes = max(0, storage_bytes - (select coalesce(sum(bytes + coalesce(thumbnail_bytes, 0)), 0) from media where ${THESE}))
  where company_id = ?1 and id = ?1`;

/** Replaced and deleted files are kept for 30 days; then their objects go, thumbnails with them, their rows stay as history, and the space is free again. */
export async function purgeMedia({ env, db, owner, at }: Part): Promise<string | null> {
  const { results } = await db
    .prepare(TO_PURGE)
    .bind(owner, purgedBefore(at))
    .all<{ id: string; object_key: string }>();
  if (!results.length) return null;
  await env.MEDIA.delete(results.flatMap(({ object_key }) => keysOf(object_key)));
  const ids = JSON.stringify(results.map(({ id }) => id));
  await db.batch([
    db.prepare(FREE).bind(owner, ids),
    db.prepare(`update media set object_key = 'purged/' || id where ${THESE}`).bind(owner, ids),
  ]);
  return results.length === PURGED ? "" : null;
}

const NAMED = `select media.object_key from json_each(?2) as asked
  cross join media on media.company_id = ?1 and media.object_key = asked.value`;

/** Removes a company's objects that belong to no row a day after they came, because their batch failed. What stands in folders is kept for good. */
export async function sweepMedia({ env, db, owner, at, from }: Part): Promise<string | null> {
  return sweep({ env, at, from }, `c/${owner}/`, (keys) =>
    db.prepare(NAMED).bind(owner, JSON.stringify(keys)),
  );
}

/** @param naming which of these keys rows name */
async function sweep(
  { env, at, from }: Pick<Part, "env" | "at" | "from">,
  prefix: string,
  naming: (keys: readonly string[]) => D1PreparedStatement,
): Promise<string | null> {
  const page = await env.MEDIA.list({
    prefix,
    delimiter: "/",
    limit: SWEPT,
    ...(from ? { cursor: from } : {}),
  });
  const old = page.objects
    .filter(({ uploaded }) => uploaded.getTime() < at - UNNAMED_AFTER_MS)
    .map(({ key }) => key);
  if (old.length) {
    const keys = [...new Set(old.map(fileKeyOf))];
    const { results } = await naming(keys).all<{ object_key: string }>();
    const named = new Set(results.map(({ object_key }) => object_key));
    const unnamed = old.filter((key) => !named.has(fileKeyOf(key)));
    if (unnamed.length) await env.MEDIA.delete(unnamed);
  }
  return page.truncated ? page.cursor : null;
}

const KEPT_OF_PLATFORM = `select platform_media.object_key from json_each(?1) as asked
  cross join platform_media on platform_media.object_key = asked.value
  where platform_media.deleted_at is null or platform_media.deleted_at >= ?2`;

/** Removes the platform's objects that belong to no row a day after they came, because their batch failed, and those whose row was deleted 30 days ago; its row stays as history. */
export const sweepPlatformMedia = ({ db, ...part }: Part): Promise<string | null> =>
  sweep(part, PLATFORM_FILES, (keys) =>
    db.prepare(KEPT_OF_PLATFORM).bind(JSON.stringify(keys), purgedBefore(part.at)),
  );

const UNWRITTEN =
  "(row_count is null and created_at < ?1 or status in ('uploaded', 'checked') and updated_at < ?2)";

/** Spreadsheets whose upload was cut off a day ago, and those nobody has touched for 30 days that never wrote a row: they go with their rows. */
export async function sweepImports({ db, owner, at, from }: Part): Promise<string | null> {
  const before = [at - INTERRUPTED_AFTER_MS, at - UNCOMMITTED_AFTER_MS];
  const { results } = await db
    .prepare(
      `select id from import_jobs where company_id = ?3 and id > ?4 and ${UNWRITTEN} order by id limit ${IMPORTS}`,
    )
    .bind(...before, owner, from)
    .all<{ id: string }>();
  // One that cannot go keeps no other.
  for (const { id } of results)
    await db.batch(sweeping(db, before, owner, id)).catch((error: unknown) => console.error(error));
  return results.length === IMPORTS ? results.at(-1)!.id : null;
}

const sweeping = (
  db: D1Database,
  before: readonly number[],
  company: string,
  id: string,
): D1PreparedStatement[] => [
  db
    .prepare(
      `delete from import_rows where company_id = ?3 and job_id = ?4
      and exists (select 1 from import_jobs where company_id = ?3 and id = ?4 and ${UNWRITTEN})`,
    )
    .bind(...before, company, id),
  db
    .prepare(`delete from import_jobs where company_id = ?3 and id = ?4 and ${UNWRITTEN}`)
    .bind(...before, company, id),
];
