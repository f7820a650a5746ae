import {
  inTransit,
  missingOf,
  type RowValues,
  removingRows,
  rowsOfIds,
  writingRows,
} from "#worker/domain/platform/company-rows/statements.ts";
import { type CompanyTable, carried } from "#worker/domain/platform/company-rows/tables.ts";
import { type Difference, differencesIn, type Pair } from "./differences.ts";
import { idOf, valuesOf } from "./dump.ts";

/** Characters of rows that one statement writes. */
const LONGEST = 400_000;
const tableOf = new Map(carried.map((table) => [table.name, table]));

/** The statements that write rows, each with no more of them than it may take. */
function writing(
  db: D1Database,
  table: CompanyTable,
  companyId: string,
  rows: readonly RowValues[],
) {
  const parts: RowValues[][] = [];
  let room = 0;
  for (const row of rows) {
    const length = JSON.stringify(row).length;
    if (room < length) {
      parts.push([]);
      room = LONGEST;
    }
    parts.at(-1)!.push(row);
    room -= length;
  }
  return parts.map((part) => writingRows(db, table, companyId, part));
}

const isRefusedByRule = (error: unknown) =>
  /constraint failed/i.test(`${(error as Error).message} ${(error as Error).cause ?? ""}`);

type Part = Map<CompanyTable, Map<string, RowValues>>;

/** Adds the rows that a part points at and that the target lacks, and what those point at. */
async function withReferences({ source, target, companyId }: Pair, part: Part): Promise<void> {
  let added = new Map([...part].map(([table, rows]) => [table, [...rows.values()]]));
  while (added.size) {
    const asked = new Map<CompanyTable, Set<string>>();
    for (const [table, rows] of added)
      for (const { column, table: to } of table.references) {
        const at = table.columns.indexOf(column);
        const into = tableOf.get(to)!;
        for (const row of rows) {
          const id = row[at];
          if (typeof id !== "string" || part.get(into)?.has(id)) continue;
          if (!asked.has(into)) asked.set(into, new Set());
          asked.get(into)!.add(id);
        }
      }
    added = new Map();
    if (!asked.size) return;
    const tables = [...asked.keys()];
    const missing = await target.batch<{ id: string }>(
      tables.map((table) => missingOf(target, table.name, companyId, [...asked.get(table)!])),
    );
    const wanted = tables.flatMap((table, at) => {
      const ids = missing[at]!.results.map(({ id }) => id);
      return ids.length ? [{ table, ids }] : [];
    });
    if (!wanted.length) return;
    const found = await source.batch<Record<string, unknown>>(
      wanted.map(({ table, ids }) => rowsOfIds(source, table, companyId, ids)),
    );
    for (const [at, { table }] of wanted.entries()) {
      const rows = valuesOf(found[at]!);
      if (!rows.length) continue;
      added.set(table, rows);
      if (!part.has(table)) part.set(table, new Map());
      for (const row of rows) part.get(table)!.set(idOf(row), row);
    }
  }
}

/** Copies a part's rows. @returns false where the company changed them meanwhile in a way that the next pass has to follow */
async function copyPart(pair: Pair, { table, rows }: Difference): Promise<boolean> {
  const { target, companyId } = pair;
  const part: Part = new Map([[table, new Map(rows.map((row) => [idOf(row), row]))]]);
  await withReferences(pair, part);
  try {
    await inTransit(
      target,
      companyId,
      [...part].flatMap(([to, held]) => writing(target, to, companyId, [...held.values()])),
    );
    return true;
  } catch (error) {
    if (!isRefusedByRule(error)) throw error;
    return false;
  }
}

/**
 * Copies what the target lacks or has otherwise, part by part, while the company goes on working.
 * @returns how many rows were others
 */
export async function copyPass(pair: Pair): Promise<number> {
  let found = 0;
  for (const table of carried)
    for await (const difference of differencesIn(pair, table)) {
      found += difference.rows.length + difference.extra.length;
      if (difference.rows.length) await copyPart(pair, difference);
    }
  return found;
}

/** Rows that are settled as one. */
const MOST_SETTLED = 20_000;
/** What triggers write of a row that was settled is settled in the next pass. */
const MOST_PASSES = 6;

/**
 * Makes tables of the target as they are in the source, which nobody writes to meanwhile: what differs goes in one batch, so that rows may
 * have changed places.
 * @returns the tables that were others
 * @throws Error where more differs than one batch may settle, or it does not come to an end
 */
export async function settle(pair: Pair, tables: readonly CompanyTable[]): Promise<CompanyTable[]> {
  const { target, companyId } = pair;
  const touched = new Set<CompanyTable>();
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const differences: Difference[] = [];
    let rows = 0;
    for (const table of carried.filter((one) => tables.includes(one) || touched.has(one)))
      for await (const difference of differencesIn(pair, table)) {
        differences.push(difference);
        touched.add(table);
        rows += difference.rows.length + difference.extra.length;
        if (rows > MOST_SETTLED)
          throw new Error(`More than ${MOST_SETTLED} rows changed while they were copied`);
      }
    if (!differences.length) return [...touched];
    const writes = differences.flatMap(({ table, rows: changed }) =>
      writing(target, table, companyId, changed),
    );
    const removing = (alsoChanged: boolean) =>
      differences.flatMap(({ table, rows: changed, extra }) => {
        const ids = [...extra, ...(alsoChanged ? changed.map(idOf) : [])];
        return ids.length ? [removingRows(target, table, companyId, ids)] : [];
      });
    try {
      await inTransit(target, companyId, [...removing(false), ...writes]);
    } catch (error) {
      if (!isRefusedByRule(error)) throw error;
      await inTransit(target, companyId, [...removing(true), ...writes]);
    }
  }
  throw new Error("The copy does not become like the original");
}
