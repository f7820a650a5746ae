import { eq, sql } from "drizzle-orm";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { companies, companyUsage } from "#drizzle/control/index.ts";
import { companyProfiles, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { issuedInMonth } from "../certificates/counts.ts";
import { counted } from "../entity/counters.ts";

/** The certificates issued in the months that it may be somewhere in the world. */
const issuedAround = (db: CompanyDb, day: string) =>
  counted(db, ...new Set([addDays(day, -1), day, addDays(day, 1)].map(issuedInMonth)));

/**
 * Takes what a company uses from its shard: a row a day, and the same beside the company with the last sign-in of its people. Its row stays the version it was, so that nobody
 * who is changing the company is disturbed.
 * @param at an instant; the row is of its day in UTC
 */
export async function keepUsage(control: PlatformDb, db: CompanyDb, at: number): Promise<void> {
  const day = dayIn("UTC", at);
  const [[used], issued] = await db.read(
    db
      .select({
        assetCount: companyProfiles.assetCount,
        userCount: companyProfiles.userCount,
        storageBytes: companyProfiles.storageBytes,
        timeZone: companyProfiles.timeZone,
        lastActiveAt: sql<
          number | null
        >`(select max(${users.lastLoginAt}) from ${users} where ${db.ofOwner(users)})`.as(
          "last_active_at",
        ),
      })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles, eq(companyProfiles.id, db.companyId)))
      .limit(1),
    issuedAround(db, day),
  );
  if (!used) return;
  const { assetCount, userCount, storageBytes, timeZone, lastActiveAt } = used;
  const month = issuedInMonth(dayIn(timeZone, at));
  const certificates = issued.find(({ name }) => name === month)?.value ?? 0;
  const counts = sql`cast(${assetCount} as integer), cast(${userCount} as integer), cast(${storageBytes} as integer)`;
  await control.read(
    control.run(
      sql`insert into ${companyUsage} ("id", "company_id", "day", "asset_count", "user_count", "storage_bytes", "certificate_count")
        select ${newId()}, ${db.companyId}, ${day}, ${counts}, cast(${certificates} as integer) where exists (select 1 from ${companies} where ${companies.id} = ${db.companyId})
        on conflict ("company_id", "day") do update set ("asset_count", "user_count", "storage_bytes", "certificate_count") =
          (excluded."asset_count", excluded."user_count", excluded."storage_bytes", excluded."certificate_count")`,
    ),
    control.run(
      sql`update ${companies} set ("asset_count", "user_count", "storage_bytes", "last_active_at") = (select ${counts}, cast(${lastActiveAt} as integer)) where "id" = ${db.companyId}`,
    ),
  );
}
