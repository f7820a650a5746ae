import { pageOf, type RowValues, START } from "#worker/domain/platform/company-rows/statements.ts";
import type { CompanyTable } from "#worker/domain/platform/company-rows/tables.ts";
import { AT_ONCE, idOf, readPage, valuesOf } from "./dump.ts";

/** What two databases have another of a company's in a part of a table. */
export type Difference = {
  table: CompanyTable;
  /** Rows of the source that the target lacks or has otherwise. */
  rows: RowValues[];
  /** Rows that the target alone has. */
  extra: string[];
};

/** A company in two databases: where its rows are right, and where they are to be. */
export type Pair = { source: D1Database; target: D1Database; companyId: string };

/** Rows of the target in a part of a table are looked at up to so many times a page. */
const MOST_PAGES = 5;

/** Compares a table part by part. Of a part in which the target has very many rows more, some of them are found. */
export async function* differencesIn(
  { source, target, companyId }: Pair,
  table: CompanyTable,
): AsyncGenerator<Difference> {
  for (let after = START; ; ) {
    const [rows, there] = await Promise.all([
      readPage(source, table, companyId, after),
      readPage(target, table, companyId, after),
    ]);
    const isLast = rows.length < AT_ONCE;
    const last = rows.at(-1);
    if (JSON.stringify(rows) !== JSON.stringify(there)) {
      const upTo = isLast ? undefined : idOf(last!);
      const part = { after, upTo, most: AT_ONCE * MOST_PAGES };
      const held = valuesOf(
        await pageOf(target, table, companyId, part).all<Record<string, unknown>>(),
      );
      const known = new Map(held.map((row) => [idOf(row), JSON.stringify(row)]));
      const changed = rows.filter((row) => known.get(idOf(row)) !== JSON.stringify(row));
      const kept = new Set(rows.map(idOf));
      const extra = held.map(idOf).filter((id) => !kept.has(id));
      if (changed.length || extra.length) yield { table, rows: changed, extra };
    }
    if (isLast) return;
    after = idOf(last!);
  }
}
