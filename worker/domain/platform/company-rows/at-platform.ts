import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import {
  adminDirectory,
  companies,
  companyExports,
  domainRequests,
  domains,
  orders,
  platformMedia,
  purges,
  signups,
  supportReplies,
  supportTickets,
  upgradeRequests,
} from "#drizzle/control/index.ts";
import { searchRowIdOf } from "#drizzle/search.ts";
import type { Statement } from "../../../db/db.ts";
import type { PlatformDb } from "../../../db/platform-db.ts";
import { among } from "../../../db/predicates.ts";
import { PLATFORM } from "../../search/search.ts";

/** Rows of a table that one part takes away. */
const AT_ONCE = 500;
/** Files of one part; R2 deletes 1,000 objects at once. */
const FILES = 300;

/** What goes from the platform's database with a company's own rows: what was said, and who its people are. Those that point stand before what they point at. */
const byTurns = [
  supportReplies,
  supportTickets,
  adminDirectory,
  companyExports,
  domainRequests,
  upgradeRequests,
  signups,
] as const;
export const goingAtPlatform: readonly string[] = [platformMedia, ...byTurns].map(getTableName);

/** Why rows of the other tables that name a company stay. */
export const stayingAtPlatform: Readonly<Record<string, string>> = {
  access_grants: "which of the staff were inside, and why",
  company_closings: "who has closed it",
  company_usage: "figures that name nobody",
  company_words: "the name by which staff find its invoices",
  coupon_redemptions: "part of its orders",
  domains: "a name below the platform's own is never given to another (decision 083)",
  orders: "its invoices",
  platform_activity_log: "the log",
  refunds: "part of its orders",
  subscription_log: "the log of what it had",
  subscriptions: "what its invoices were for",
};

/** Adds what the statement before it has taken away to what is told at the end. */
const counting = (control: PlatformDb, companyId: string, table: string): Statement => {
  const path = sql.raw(`'$.${table}'`);
  return control.run(
    sql`update ${purges} set "rows" = json_set("rows", ${path}, coalesce("rows" ->> ${path}, 0) + changes()) where "id" = ${companyId} and changes() > 0`,
  );
};

/** Takes files of a company's tickets away, their objects first. @returns whether there may be more */
async function takeTicketFiles(
  control: PlatformDb,
  bucket: R2Bucket,
  companyId: string,
): Promise<boolean> {
  const [files] = await control.read(
    control
      .select({ id: platformMedia.id, objectKey: platformMedia.objectKey })
      .from(platformMedia)
      .where(eq(platformMedia.companyId, companyId))
      .limit(FILES),
  );
  if (!files.length) return false;
  await bucket.delete(files.map(({ objectKey }) => objectKey));
  const these = among(files.map(({ id }) => id));
  await control.read(
    control.removing(platformMedia, sql`"company_id" = ${companyId} and "id" in ${these}`),
    counting(control, companyId, getTableName(platformMedia)),
  );
  return files.length === FILES;
}

/** The words by which staff find an Admin. */
const forgettingAdmins = (control: PlatformDb, those: SQL): Statement =>
  control.run(
    sql`delete from search_index where rowid in (select ${sql.raw(searchRowIdOf('"admin_directory"."id"'))} from ${adminDirectory} where "id" in ${those}) and company = ${sql.raw(`'c${PLATFORM}'`)}`,
  );

/**
 * Takes a part of what the platform keeps of a company away, in its database and its files. It may be broken off and begun anew.
 * @returns whether there may be more
 */
export async function takeAwayAtPlatform(
  control: PlatformDb,
  bucket: R2Bucket,
  companyId: string,
): Promise<boolean> {
  if (await takeTicketFiles(control, bucket, companyId)) return true;
  for (const table of byTurns) {
    const those = sql`(select "id" from ${table} where "company_id" = ${companyId} limit ${sql.raw(String(AT_ONCE))})`;
    const removing = control.rows<{ id: string }>(
      sql`delete from ${table} where "id" in ${those} returning "id"`,
    );
    const counted = counting(control, companyId, getTableName(table));
    const gone =
      table === adminDirectory
        ? (await control.read(forgettingAdmins(control, those), removing, counted))[1]
        : (await control.read(removing, counted))[0];
    if (gone.length === AT_ONCE) return true;
  }
  return false;
}

/**
 * The statements that leave of a company what its invoices and logs need: how to reach it goes, who ordered, and the hosts of its own domains,
 * which whoever proves to have them may use.
 */
export const leavingTheName = (control: PlatformDb, companyId: string): Statement[] => [
  control.updating(companies, eq(companies.id, companyId), {
    ...{ email: "", phone: "", address: null, city: null, region: null, postalCode: null },
    ...{ taxIds: [], ownerUserId: null },
  }),
  control.updating(orders, eq(orders.companyId, companyId), {
    ...{ requesterName: "", requesterEmail: "" },
  }),
  control.removing(domains, and(eq(domains.companyId, companyId), eq(domains.kind, "custom"))!),
];
