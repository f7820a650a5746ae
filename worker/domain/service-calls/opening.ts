import { type SQL, sql } from "drizzle-orm";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { fixed } from "../../db/fixed.ts";
import { coverOf, coverQuery, repairCover } from "../contracts/cover.ts";

/** The team that looks after a device: one of its Location before one of its category. */
const teamQuery = (db: ReadingDb, assetId: unknown) =>
  db
    .select({
      id: sql<string>`"covering"."team_id"`.as("covering_id"),
      name: sql<string>`"covering"."name"`.as("covering_name"),
    })
    .from(
      sql`(select "t"."id" as "team_id", "t"."name" as "name", 0 as "rank" from "assets" as "a"
          cross join "team_departments" as "of" on "of"."company_id" = "a"."company_id" and "of"."department_id" = "a"."department_id"
          cross join "teams" as "t" on "t"."company_id" = "of"."company_id" and "t"."id" = "of"."team_id"
          where "a"."company_id" = ${db.companyId} and "a"."id" = ${assetId} and "t"."archived_at" is null and "t"."deleted_at" is null
        union all select "t"."id", "t"."name", 1 from "assets" as "a"
          cross join "team_categories" as "of" on "of"."company_id" = "a"."company_id" and "of"."category_id" = "a"."category_id"
          cross join "teams" as "t" on "t"."company_id" = "of"."company_id" and "t"."id" = "of"."team_id"
          where "a"."company_id" = ${db.companyId} and "a"."id" = ${assetId} and "t"."archived_at" is null and "t"."deleted_at" is null
        order by "rank", "name" limit 1) as "covering"`,
    );
const teamOf = fixed((db: ReadingDb, assetId) => teamQuery(db, assetId));

/** What a new call needs to know of its device: what covers it today, and which team looks after it. Statements of a read. */
export const openingQueries = (db: ReadingDb | CompanyDb, assetId: string, today: string) =>
  [coverOf(db, assetId, today), teamOf(db, assetId)] as const;
/** The same of a device that SQL looks up. */
export const openingQueriesOf = (db: ReadingDb | CompanyDb, assetId: SQL, today: string) =>
  [coverQuery(db, assetId, today), teamQuery(db, assetId)] as const;
type Read = Results<ReturnType<typeof openingQueries>>;

/** The cover that answers for repairs and the team, of what `openingQueries` answered. */
export const openingOf = ([covers, teams]: Read) => ({
  cover: repairCover(covers),
  team: teams[0] ?? null,
});
export type Opening = ReturnType<typeof openingOf>;
