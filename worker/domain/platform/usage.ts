import { eq, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { companies, companyUsage } from "#drizzle/control/index.ts";
import { companyProfiles, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";

/**
 * Takes what a company uses from its shard: a row a day, and the same beside the company with the last sign-in of its people. Its row stays the version it was, so that nobody
 * who is changing the company is disturbed.
 * @param day YYYY-MM-DD in UTC
 */
export async function keepUsage(control: PlatformDb, db: CompanyDb, day: string): Promise<void> {
  const [[used]] = await db.read(
    db
      .select({
        assetCount: companyProfiles.assetCount,
        userCount: companyProfiles.userCount,
        storageBytes: companyProfiles.storageBytes,
        lastActiveAt: sql<
          number | null
        >`(select max(${users.lastLoginAt}) from ${users} where ${db.ofOwner(users)})`.as(
          "last_active_at",
        ),
      })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles, eq(companyProfiles.id, db.companyId)))
      .limit(1),
  );
  if (!used) return;
  const { assetCount, userCount, storageBytes, lastActiveAt } = used;
  const counts = sql`cast(${assetCount} as integer), cast(${userCount} as integer), cast(${storageBytes} as integer)`;
  await control.read(
    control.run(
      sql`insert into ${companyUsage} ("id", "company_id", "day", "asset_count", "user_count", "storage_bytes")
        select ${newId()}, ${db.companyId}, ${day}, ${counts} where exists (select 1 from ${companies} where ${companies.id} = ${db.companyId})
        on conflict ("company_id", "day") do update set ("asset_count", "user_count", "storage_bytes") = (excluded."asset_count", excluded."user_count", excluded."storage_bytes")`,
    ),
    control.run(
      sql`update ${companies} set ("asset_count", "user_count", "storage_bytes", "last_active_at") = (select ${counts}, cast(${lastActiveAt} as integer)) where "id" = ${db.companyId}`,
    ),
  );
}
