import { newId } from "#drizzle/columns.ts";
import { shardOf } from "./report.ts";
import { type Company, inserting, type World } from "./world.ts";

type Columns = Record<string, unknown>;
const stamps = { created_at: 1, updated_at: 1 };

/** A row of a company with an id and stamps of its own, where it names none. */
export const rowOf = (company: Company, columns: Columns = {}) => ({
  company_id: company.id,
  id: newId(),
  ...stamps,
  ...columns,
});

/** Rows of a company, read and written past the app. Every statement names the company first, as `?1`. */
export function rowsOf(w: World, company: Company) {
  const db = shardOf(w, company);
  const bound = (sql: string, values: unknown[]) => db.prepare(sql).bind(company.id, ...values);
  const first = <R>(sql: string, ...values: unknown[]) => bound(sql, values).first<R>();
  const value = async <V = number>(sql: string, ...values: unknown[]) =>
    Object.values((await first<Record<string, V>>(sql, ...values)) ?? {})[0];
  return {
    db,
    /** The first row; null when there is none. */
    first,
    all: async <R>(sql: string, ...values: unknown[]) =>
      (await bound(sql, values).all<R>()).results,
    /** The first column of the first row; undefined when there is none. */
    value,
    /** How many rows of a table there are, with a condition on them if there is one. */
    count: async (table: string, where = "1", ...values: unknown[]) =>
      (await value(`select count(*) from ${table} where company_id = ?1 and ${where}`, ...values))!,
    run: (sql: string, ...values: unknown[]) => bound(sql, values).run(),
    /** Adds rows; answers the id of the first. */
    async add(table: string, ...rows: Columns[]) {
      const whole = rows.map((columns) => rowOf(company, columns));
      await db.batch(whole.map((row) => inserting(db, table, row)));
      return whole[0]!.id;
    },
    /** Columns of the row with an id. */
    get: async <R = Columns>(table: string, id: string) =>
      (await first<R>(`select * from ${table} where company_id = ? and id = ?`, id))!,
    /** Changes columns of the row with an id. */
    set(table: string, id: string, columns: Columns) {
      const names = Object.keys(columns).map((name) => `${name} = ?`);
      return db
        .prepare(`update ${table} set ${names.join(", ")} where company_id = ? and id = ?`)
        .bind(...Object.values(columns), company.id, id)
        .run();
    },
    /** Changes the company's profile, such as the limits of its plan. */
    setProfile(columns: Columns) {
      return this.set("company_profiles", company.id, columns);
    },
    counter: async (name: string) =>
      (await value("select value from counters where company_id = ? and id = ?", name)) ?? 0,
  };
}
export type Rows = ReturnType<typeof rowsOf>;
