/** Does something that the triggers of some tables forbid; they are there again after it. */
export async function pastTriggers<R>(
  db: D1Database,
  tables: readonly string[],
  work: () => Promise<R>,
): Promise<R> {
  const { results } = await db
    .prepare(
      "select name, sql from sqlite_master where type = 'trigger' and tbl_name in (select value from json_each(?))",
    )
    .bind(JSON.stringify(tables))
    .all<{ name: string; sql: string }>();
  for (const { name } of results) await db.prepare(`drop trigger ${name}`).run();
  try {
    return await work();
  } finally {
    for (const { sql } of results) await db.prepare(sql).run();
  }
}
