import type { Db, Statement } from "../../db/db.ts";
import { indexing } from "../search/search.ts";

/** Which columns the search rows of an entity hold. */
export type SearchedBy<C extends string = string> = {
  /** Columns whose words a record is found by. */
  words: readonly C[];
  /** Those of them that people also type without separators. */
  codes?: readonly C[];
};

/** Rewrites the search row of a record, as statements of its change. */
export function searchRow(
  db: Db,
  kind: string,
  { words, codes = [] }: SearchedBy,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Statement[] {
  const textsOf = (columns: readonly string[]) =>
    columns.map((column) => (values[column] as string | null | undefined) ?? null);
  return indexing(db, kind, id, textsOf(words), textsOf(codes));
}
