import { type SQL, sql } from "drizzle-orm";
import {
  contactQueries,
  domainRequests,
  supportTickets,
  upgradeRequests,
} from "#drizzle/control/index.ts";
import type { PlatformDb } from "../db/platform-db.ts";

/** A badge says "99+" above. */
const MOST = 100;
const upTo = (rows: SQL) => sql`(select count(*) from (${rows} limit ${sql.raw(String(MOST))}))`;

/** What the menu of the platform's staff counts, by the badge that shows it. */
const counted: Record<string, SQL> = {
  "supports.new": upTo(
    sql`select 1 from ${supportTickets} where ${supportTickets.status} = 'open'`,
  ),
  "queries.new": upTo(sql`select 1 from ${contactQueries} where ${contactQueries.status} = 'new'`),
  "domains.pending": upTo(
    sql`select 1 from ${domainRequests} where ${domainRequests.status} = 'pending'`,
  ),
  "upgrades.pending": upTo(
    sql`select 1 from ${upgradeRequests} where ${upgradeRequests.status} = 'pending'`,
  ),
};

/** The statement that counts all of it, for a batch of reads. */
export const countingForMenu = (db: Pick<PlatformDb, "rows">) =>
  db.rows<Record<string, number>>(
    sql`select ${sql.join(
      Object.entries(counted).map(([name, count]) => sql`${count} as ${sql.identifier(name)}`),
      sql`, `,
    )}`,
  );
