import { PLATFORM_FILES } from "../files/platform-media.ts";
import { fileKeyOf } from "../files/thumbnails.ts";
import { purgedBefore, UNNAMED_AFTER_MS } from "./clean-up.ts";
import type { Part } from "./message.ts";

const SWEPT = 250;
const KEPT = `select platform_media.object_key from json_each(?1) as asked
  cross join platform_media on platform_media.object_key = asked.value
  where platform_media.deleted_at is null or platform_media.deleted_at >= ?2`;

/** Removes the platform's objects that belong to no row a day after they came, because their batch failed, and those whose row was deleted 30 days ago; its row stays as history. */
export async function sweepPlatformMedia({ env, db, at, from }: Part): Promise<string | null> {
  const page = await env.MEDIA.list({
    prefix: PLATFORM_FILES,
    limit: SWEPT,
    ...(from ? { cursor: from } : {}),
  });
  const old = page.objects
    .filter(({ uploaded }) => uploaded.getTime() < at - UNNAMED_AFTER_MS)
    .map(({ key }) => key);
  if (old.length) {
    const { results } = await db
      .prepare(KEPT)
      .bind(JSON.stringify([...new Set(old.map(fileKeyOf))]), purgedBefore(at))
      .all<{ object_key: string }>();
    const kept = new Set(results.map(({ object_key }) => object_key));
    const gone = old.filter((key) => !kept.has(fileKeyOf(key)));
    if (gone.length) await env.MEDIA.delete(gone);
  }
  return page.truncated ? page.cursor : null;
}
