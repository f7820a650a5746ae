import { sql } from "drizzle-orm";
import { counters } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";

/** Ends an insert of counters: those that are there move by what is inserted. */
export const adding = sql`on conflict ("company_id", "id") do update set "value" = "value" + excluded."value"`;

/** Moves a counter in the batch of the event; `by` may be negative. */
export const bump = (db: CompanyDb, name: string, by: number): Statement =>
  db.run(
    sql`insert into "counters" ("company_id", "id", "value") values (${db.companyId}, ${name}, ${by}) ${adding}`,
  );

/** The values of counters, as a statement of a page's batch; no row means 0. */
export const counted = (db: ReadingDb, ...names: readonly string[]) =>
  db
    .select({
      name: sql<string>`${counters.id}`.as("counted_name"),
      value: sql<number>`${counters.value}`.as("counted"),
    })
    .from(sql`json_each(${JSON.stringify(names)}) as "asked"`)
    .crossJoin(counters)
    .where(db.ofOwner(counters, sql`${counters.id} = "asked"."value"`));
