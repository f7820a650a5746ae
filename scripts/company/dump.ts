import { createHash } from "node:crypto";
import { pageOf, type RowValues, START } from "#worker/domain/platform/company-rows/statements.ts";
import { type CompanyTable, carried } from "#worker/domain/platform/company-rows/tables.ts";

/** Rows that one statement reads. */
export const AT_ONCE = 500;
const TABLES_AT_ONCE = 4;

/** How many rows of a company each table has, and what they are: SHA-256 over them as JSON, one a line, in the order of their keys. */
export type Dump = ReadonlyMap<string, { rows: number; sha256: string }>;

/** Rows of a result. */
export const valuesOf = ({ results }: D1Result<Record<string, unknown>>): RowValues[] =>
  results.map((row) => Object.values(row) as RowValues);
export const idOf = (row: RowValues) => String(row[0]);

/** Reads rows after a key, as many as one statement does. */
export const readPage = async (
  db: D1Database,
  table: CompanyTable,
  companyId: string,
  after: string,
): Promise<RowValues[]> =>
  valuesOf(
    await pageOf(db, table, companyId, { after, most: AT_ONCE }).all<Record<string, unknown>>(),
  );

async function dumpTable(db: D1Database, table: CompanyTable, companyId: string) {
  const hash = createHash("sha256");
  let rows = 0;
  for (let after = START; ; ) {
    const page = await readPage(db, table, companyId, after);
    for (const row of page) hash.update(`${JSON.stringify(row)}\n`);
    rows += page.length;
    if (page.length < AT_ONCE) return { rows, sha256: hash.digest("hex") };
    after = idOf(page.at(-1)!);
  }
}

/** Does work for each table, a few at a time. */
async function forEachTable(
  tables: readonly CompanyTable[],
  work: (table: CompanyTable) => Promise<void>,
) {
  const waiting = [...tables];
  const worker = async () => {
    for (let table = waiting.shift(); table; table = waiting.shift()) await work(table);
  };
  await Promise.all(Array.from({ length: TABLES_AT_ONCE }, worker));
}

/** The dump of what a company has in a database. */
export async function dumpOf(
  db: D1Database,
  companyId: string,
  tables: readonly CompanyTable[] = carried,
): Promise<Dump> {
  const made = new Map<string, { rows: number; sha256: string }>();
  await forEachTable(tables, async (table) => {
    made.set(table.name, await dumpTable(db, table, companyId));
  });
  return new Map(tables.map(({ name }) => [name, made.get(name)!]));
}

/** The tables whose rows are others in two dumps. */
export const differing = (one: Dump, other: Dump): CompanyTable[] =>
  carried.filter(({ name }) => one.has(name) && one.get(name)!.sha256 !== other.get(name)?.sha256);

/** The hash of a whole dump, and how many rows it has. */
export function sumOf(dump: Dump): { rows: number; sha256: string } {
  const hash = createHash("sha256");
  let rows = 0;
  for (const [name, table] of dump) {
    hash.update(`${name} ${table.rows} ${table.sha256}\n`);
    rows += table.rows;
  }
  return { rows, sha256: hash.digest("hex") };
}

/** A dump as lines: each table that has rows, then the whole. */
export function told(dump: Dump): string {
  const { rows, sha256 } = sumOf(dump);
  const line = (name: string, count: number, hash: string) =>
    `${name.padEnd(34)} ${String(count).padStart(9)}  ${hash.slice(0, 16)}`;
  return [
    ...[...dump].flatMap(([name, one]) => (one.rows ? [line(name, one.rows, one.sha256)] : [])),
    line("all", rows, sha256),
  ].join("\n");
}
