import { and, lt, type SQL, sql } from "drizzle-orm";
import { assetTransfers, counters, lentWhere } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";

/** How many a morning has found overdue. */
const LATE = "figures.transfers_late";
/** They are counted up to here, each a row read; more are told as the morning counted them. */
const MOST = 6;
/** Up to here where no morning has found so many, and for people limited to Locations, who see no counter. */
const MOST_UNKNOWN = 100;

/** What is lent and should be back. @param today the company's day */
export const isLate = (today: string): SQL =>
  and(sql.raw(lentWhere), lt(assetTransfers.dueBackOn, today))!;

/** How many returns are overdue, as SQL that looks at a bounded number of rows. */
export function countOfLate(db: ReadingDb, today: string): SQL {
  const upTo = (most: number) =>
    sql`(select count(*) as "n" from (select 1 from ${assetTransfers} where ${db.ofOwner(assetTransfers, isLate(today))} limit ${sql.raw(String(most))}))`;
  if (db.scope) return upTo(MOST_UNKNOWN);
  const many = sql.raw(String(MOST));
  const ofMorning = sql`(select ${counters.value} from ${counters} where ${db.ofOwner(counters, sql`${counters.id} = ${LATE} and ${counters.value} > ${many}`)})`;
  return sql`select case when "n" <= ${many} then "n" else coalesce(${ofMorning}, ${upTo(MOST_UNKNOWN)}) end from ${upTo(MOST + 1)}`;
}

/** The statement by which a morning counts them. */
export const countingLate = (db: CompanyDb, today: string): Statement =>
  db.run(sql`insert into ${counters} ("company_id", "id", "value")
    select ${db.companyId}, ${LATE}, count(*) from ${assetTransfers} where ${db.ofOwner(assetTransfers, isLate(today))}`);
