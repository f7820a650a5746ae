import { newId } from "#drizzle/columns.ts";

/** @throws Error unless a batch that is broken leaves nothing behind: all that is carried relies on it */
export async function proveBatches(db: D1Database): Promise<void> {
  const id = newId();
  const broken = await db
    .batch([
      db.prepare("insert into transits (company_id, id) values (?1, ?1)").bind(id),
      db.prepare("insert into assertions (company_id, id, ok) values (?1, ?1, 0)").bind(id),
    ])
    .then(
      () => false,
      () => true,
    );
  const left = await db.prepare("select 1 from transits where company_id = ?").bind(id).first();
  if (!broken || left) throw new Error("The database does not take batches as a whole");
}
