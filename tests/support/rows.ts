import { newId } from "#drizzle/columns.ts";
import { searchRowId } from "#drizzle/search.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
import { shardOf } from "./report.ts";
import type { Company, World } from "./world.ts";

type Columns = Record<string, unknown>;
const CHUNK = 1000;
const stamps = { created_at: 1, updated_at: 1 };

/** Rows of a company, read and written past the app. Every statement names the company first, as `?1`. */
export function rowsOf(w: World, company: Company) {
  const db = shardOf(w, company);
  const bound = (sql: string, values: unknown[]) => db.prepare(sql).bind(company.id, ...values);
  const first = <R>(sql: string, ...values: unknown[]) => bound(sql, values).first<R>();
  const value = async <V = number>(sql: string, ...values: unknown[]) =>
    Object.values((await first<Record<string, V>>(sql, ...values)) ?? {})[0];
  return {
    company,
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
    /** Adds rows of the same columns, however many, with ids and stamps where they name none; answers the id of the first. */
    add(table: string, ...rows: Columns[]) {
      return this.addUnstamped(table, ...rows.map((columns) => ({ ...stamps, ...columns })));
    },
    /** The same for a table that does not say when its rows were made and changed. */
    async addUnstamped(table: string, ...rows: Columns[]): Promise<string> {
      const whole = rows.map((columns) => ({ company_id: company.id, id: newId(), ...columns }));
      const names = Object.keys(whole[0]!);
      const values = names.map((name) => `value ->> '${name}'`);
      const sql = `insert into ${table} (${names.join(", ")}) select ${values.join(", ")} from json_each(?)`;
      for (let from = 0; from < whole.length; from += CHUNK)
        await db
          .prepare(sql)
          .bind(JSON.stringify(whole.slice(from, from + CHUNK)))
          .run();
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
    /** What the company's profile says in a column, such as its count of people. */
    profile: async (column: string) =>
      (await value(`select ${column} from company_profiles where company_id = ?`))!,
    /** Changes the company's profile, such as the limits of its plan. */
    setProfile(columns: Columns) {
      return this.set("company_profiles", company.id, columns);
    },
    counter: async (name: string) =>
      (await value("select value from counters where company_id = ? and id = ?", name)) ?? 0,
    /** The word of a record's row in the search index that says what it belongs to. */
    searchKind: async (id: string) =>
      (await db
        .prepare("select kind from search_index where rowid = cast(? as integer)")
        .bind(searchRowId(id))
        .first<string>("kind"))!,
  };
}
export type Rows = ReturnType<typeof rowsOf>;

/** A company's database as a command of one of its people opens it. @param door the shard, or what stands before it */
export const companyDb = ({ company, db }: Rows, door = db) =>
  new CompanyDb(door, company.id, {
    actorKind: "user",
    actorId: company.users.admin.id,
    actorName: "admin",
    via: "api",
    ip: null,
    userAgent: null,
    requestId: newId(),
  });
