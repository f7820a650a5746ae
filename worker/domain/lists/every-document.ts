import { sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/sqlite-core";
import { among } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { lastLooked, pageRows, sieveOf, sourceOf } from "./document-rows.ts";
import {
  type Asked,
  type Asker,
  askedDocuments,
  askerOf,
  type Documents,
  type Found,
  NEWEST,
} from "./documents.ts";

const AT_ONCE = 500;

/** All documents that match a list, newest first, in pages that are read as they are asked for: for its file, and for what is done to all of them. */
export async function* everyDocument<R extends Found>(
  list: Documents,
  asker: Asker,
  params: URLSearchParams,
  columns: SelectedFields = list.columns,
  from: string | null = null,
): AsyncGenerator<R[]> {
  const asked = askedDocuments(list, params);
  const query: Asked = { ...asked, sort: NEWEST, dir: "desc" };
  const source = sourceOf(list, asker, query, null);
  const sieve = sieveOf(list, asker, query, source);
  const fields = { ...columns, id: list.table.id };
  for (let after = from; ; ) {
    const where = after === null ? undefined : sql`${list.table.id} < ${after}`;
    const slice = { where, rising: false, limit: AT_ONCE };
    const reading = { fields, source, slice, most: AT_ONCE };
    const statements = [
      pageRows(list, asker, { ...reading, sieve }),
      lastLooked(list, asker, { ...reading, fields: { id: list.table.id } }),
    ] as const;
    const [rows, [last]] = (await asker.db.read(...statements)) as unknown as [R[], Found[]];
    if (rows.length) yield rows;
    if (!last) return;
    after = last.id;
  }
}

const MOST_NAMED = 250;
type Named = { id: string; label: string };

/**
 * The documents that something is done to: those of these ids, or all that match a list, a part at a time.
 * `next` is where the next part begins; null at the end.
 */
export async function namedDocuments(
  session: Session,
  list: Documents,
  params: URLSearchParams,
): Promise<{ items: Named[]; next: string | null }> {
  const asker = askerOf(session, list);
  const { table, title } = list;
  const columns = { id: table.id, label: title };
  const ids = params.get("ids");
  if (ids === null) {
    const from = params.get("from");
    const { value: items = [] } = await everyDocument<Found & Named>(
      list,
      asker,
      params,
      columns,
      from,
    ).next();
    return { items, next: items.length ? items.at(-1)!.id : null };
  }
  const asked = ids.split(",").slice(0, MOST_NAMED);
  const [items] = await asker.db.read(
    asker.db
      .select(columns)
      .from(table)
      .where(asker.db.ofOwner(table, sql`${table.id} in ${among(asked)}`)),
  );
  return { items: items as unknown as Named[], next: null };
}
