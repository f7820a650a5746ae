import {
  countingTaken,
  inTransit,
  lastKey,
  loosening,
  removingFirst,
  START,
  TAKEN,
} from "./statements.ts";
import { COUNTERS, companyTables, SEARCH_INDEX } from "./tables.ts";

/** Rows that one part loosens or takes away. */
const AT_ONCE = 500;

/** The steps of taking a company's rows away: loose references are emptied, then the tables are, those that point before what they point at. */
const steps = [
  ...companyTables
    .filter(({ references }) => references.some(({ isLoose }) => isLoose))
    .map((table) => ({ isLoosening: true, table })),
  ...[SEARCH_INDEX, ...companyTables.toReversed()].map((table) => ({ isLoosening: false, table })),
];

/**
 * Takes a part of a company's rows out of a shard. It may be broken off and begun anew at any part.
 * @param from where an earlier part stopped
 * @returns where the next goes on; null when none is left, but for the counters that tell what was taken away
 */
export async function takeAwayPart(
  db: D1Database,
  companyId: string,
  from: string,
): Promise<string | null> {
  const [at, after] = placeOf(from);
  const step = steps[at];
  if (!step) return null;
  const { table } = step;
  const next = `${at + 1}:${START}`;
  if (step.isLoosening) {
    const part = { after, most: AT_ONCE };
    const [, last] = await inTransit(db, companyId, [
      loosening(db, table, companyId, part),
      lastKey(db, table, companyId, part),
    ]);
    const id = last!.results[0]!.id as string | null;
    return id === null ? next : `${at}:${id}`;
  }
  const [gone] = await inTransit(db, companyId, [
    removingFirst(db, table, companyId, AT_ONCE),
    countingTaken(db, table, companyId),
  ]);
  return gone!.meta.changes < AT_ONCE ? next : `${at}:${START}`;
}

function placeOf(from: string): [step: number, after: string] {
  const colon = from.indexOf(":");
  return colon < 0 ? [0, START] : [Number(from.slice(0, colon)), from.slice(colon + 1)];
}

/** How many rows of each table were taken away, by the table's name. */
export async function takenAway(
  db: D1Database,
  companyId: string,
): Promise<Record<string, number>> {
  const { results } = await db
    .prepare(
      `select id, value from "${COUNTERS}" where company_id = ?1 and id >= '${TAKEN}' and id < '${TAKEN}~' order by id`,
    )
    .bind(companyId)
    .all<{ id: string; value: number }>();
  return Object.fromEntries(results.map(({ id, value }) => [id.slice(TAKEN.length), value]));
}

/** Forgets how many rows were taken away: nothing of the company is left in the shard. */
export const forgetTaken = (db: D1Database, companyId: string) =>
  inTransit(db, companyId, [
    db
      .prepare(
        `delete from "${COUNTERS}" where company_id = ?1 and id >= '${TAKEN}' and id < '${TAKEN}~'`,
      )
      .bind(companyId),
  ]);
