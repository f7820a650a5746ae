import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { countText, MOST_COUNTED } from "#app/shared/numbers.ts";
import type { Db, Statement } from "../../db/db.ts";
import { living } from "../../db/predicates.ts";
import { conflict } from "../../refusals.ts";

/** A column of another table that may point here: what refuses a deletion, and how to count it for people. */
export type Use = {
  table: SQLiteTable;
  column: SQLiteColumn;
  things: string;
  /** Which of them count; all that are not deleted otherwise. */
  where?: SQL;
  /** The list that shows them. */
  list?: (id: string) => string;
};
/** What keeps a record from being archived, and the sentence that says how many there are. */
export type Holding = { uses: readonly UseOf[]; refusal: (n: number) => string };
/** The uses of one record. */
export type UseOf = Pick<Use, "table" | "things"> & { where: SQL; href: string | null };
/** What uses a record, as people read it. */
export type UsedBy = { text: string; href: string | null };

/** The uses of a record; a deleted user of it does not count. */
export const usesOf = (usedBy: readonly Use[], id: string): UseOf[] =>
  usedBy.map(({ table, column, things, where, list }) => ({
    table,
    things,
    where: and(eq(column, id), living(table), where)!,
    href: list?.(id) ?? null,
  }));

/** "1 store", "12 stores", "1,000+ assets". */
export function countOf(n: number, things: string): string {
  if (n !== 1) return `${countText(n)} ${things}`;
  const one =
    things === "people" ? "person" : things.replace(/ies$/, "y").replace(/(ss|x|ch|sh)es$/, "$1");
  return `1 ${one === things ? things.replace(/s$/, "") : one}`;
}

export const assertUnreferenced = (db: Db, uses: readonly UseOf[]): Statement[] =>
  uses.map((use) => db.assert("unreferenced", sql`not ${db.existsAnywhere(use.table, use.where)}`));

/** How many of what use a record, as statements of a read before its deletion. */
export const countingUses = (db: Db, uses: readonly UseOf[]) =>
  uses.map(({ table, where }) => db.counting(table, where, MOST_COUNTED + 1));

type Counts = readonly { n: number }[][];
/** The uses that exist, with their counts. */
const present = (uses: readonly UseOf[], counts: Counts) =>
  uses
    .map(({ things, href }, at) => ({ things, href, n: counts[at]?.[0]?.n ?? 0 }))
    .filter(({ n }) => n > 0);

const ADVICE = "Archive it or move them first.";

/** @throws Response 409 naming how many of what use the record, and what to do instead */
export function refuseUsed(uses: readonly UseOf[], counts: Counts, advice = ADVICE): void {
  const used = present(uses, counts);
  const [first] = used;
  if (!first) return;
  const { n, things } = first;
  const usedBy = used.map(({ n, things, href }): UsedBy => ({ text: countOf(n, things), href }));
  conflict(`Used by ${countOf(n, things)}. ${advice}`, { uses: n, things, used_by: usedBy });
}

/** @throws Response 409 saying how many of what keep a record from being archived */
export function refuseHeld({ uses, refusal }: Holding, counts: Counts): void {
  const [first] = present(uses, counts);
  if (first) conflict(refusal(first.n), { uses: first.n, things: first.things });
}

/** After a deletion was refused. @throws Response 409 naming how many of what use the record */
export async function explainUses(db: Db, uses: readonly UseOf[], advice = ADVICE): Promise<void> {
  const [first, ...others] = countingUses(db, uses);
  if (first) refuseUsed(uses, await db.read(first, ...others), advice);
}
