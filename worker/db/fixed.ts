import { is, Placeholder, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";
import { type Prepared, preparing } from "./orm.ts";

/** What a statement of a fixed shape names in the place of a value. */
export type Value = Placeholder<string>;

const COMPANY = "companyId";

/**
 * A statement whose text is always the same, composed once an isolate: only its values differ, the company among them. It is
 * prepared by the handle of each request, so that the guard and a person's limits hold it as they hold any other.
 * @param compose it must not look at the handle or a value, only put them into SQL: `where(db.ofOwner(table, eq(table.id, id)))`
 */
export function fixed<H extends object, S extends Statement>(
  compose: (db: H, ...values: Value[]) => S,
): (db: H, ...values: (string | number)[]) => S {
  let kept: { prepared: Prepared; sql: string; text: SQL; params: readonly unknown[] } | undefined;
  return (db, ...values) => {
    if (!kept) {
      const unbound = Object.create(db, { companyId: { value: sql.placeholder(COMPANY) } }) as H;
      const marks = values.map((_, at) => sql.placeholder(String(at)));
      const prepared = preparing(compose(unbound, ...marks));
      const query = prepared.getQuery();
      kept = { prepared, params: query.params, text: sql.raw(query.sql), sql: query.sql };
    }
    const { prepared, params, text } = kept;
    const given: Record<string, unknown> = {
      ...values,
      [COMPANY]: (db as { companyId?: string }).companyId,
    };
    const filled = params.map((param) => (is(param, Placeholder) ? given[param.name] : param));
    const query = { sql: kept.sql, params: filled };
    const statement = Object.create(prepared, {
      stmt: { value: preparing((db as Db).rows(text)).stmt },
      getQuery: { value: () => query },
    }) as Prepared;
    return { _prepare: () => statement } as unknown as S;
  };
}
