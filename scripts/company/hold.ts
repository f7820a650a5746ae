import { HELD } from "#worker/db/errors.ts";
import { carried, SEARCH_INDEX } from "#worker/domain/platform/company-rows/tables.ts";

const COMPANY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Statements that one batch takes. */
const AT_ONCE = 60;
const events = [
  ["insert", "new"],
  ["update", "old"],
  ["delete", "old"],
] as const;

/** The beginning of the names of a company's triggers. */
function prefixOf(companyId: string): string {
  if (!COMPANY_ID.test(companyId)) throw new Error(`${companyId} is no company's id`);
  return `held_${companyId.replaceAll("-", "")}_`;
}

async function inBatches(db: D1Database, statements: readonly string[]): Promise<void> {
  for (let at = 0; at < statements.length; at += AT_ONCE)
    await db.batch(statements.slice(at, at + AT_ONCE).map((sql) => db.prepare(sql)));
}

/**
 * Holds a company's rows in a database as they are: by triggers that stand there for that time, so that whoever writes is refused, through
 * whichever door and however late, and nobody else pays for it. The clock's leases are passed over in silence: the same statement takes
 * those of other companies.
 */
export async function hold(db: D1Database, companyId: string): Promise<void> {
  const prefix = prefixOf(companyId);
  const tables = carried.filter((table) => table !== SEARCH_INDEX);
  await inBatches(
    db,
    tables.flatMap(({ name }) =>
      events.map(([event, row]) => {
        const answer = name === "company_jobs" ? "raise(ignore)" : `raise(abort, '${HELD}')`;
        return `create trigger if not exists ${prefix}${name}_${event} before ${event} on "${name}"
          when ${row}.company_id = '${companyId}' and not exists (select 1 from transits where company_id = '${companyId}')
          begin select ${answer}; end`;
      }),
    ),
  );
}

async function triggersOf(db: D1Database, companyId: string): Promise<string[]> {
  const prefix = prefixOf(companyId);
  const { results } = await db
    .prepare("select name from sqlite_master where type = 'trigger' and substr(name, 1, ?2) = ?1")
    .bind(prefix, prefix.length)
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** Whether a company's rows are held in a database. */
export const isHeld = async (db: D1Database, companyId: string): Promise<boolean> =>
  (await triggersOf(db, companyId)).length > 0;

/** Lets a company write again. */
export async function release(db: D1Database, companyId: string): Promise<void> {
  const names = await triggersOf(db, companyId);
  await inBatches(
    db,
    names.map((name) => `drop trigger if exists "${name}"`),
  );
}
