import { eq, sql } from "drizzle-orm";
import { companies, domains, supportTickets } from "#drizzle/control/index.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { mailing } from "../../mail/outbox.ts";
import { answeredLetter } from "../../mail/support-letters.ts";
import type { Session } from "../../session.ts";
import { originBeside } from "../../tenancy/hosts.ts";
import { platformSettingsIn, readingPlatformSettings } from "../platform/settings.ts";

export type Ticket = Row<typeof supportTickets>;

/** The host of a ticket's company, as a statement of a read; for staff. */
export const hostOf = (db: PlatformDb, ticketId: string) =>
  db
    .select({ host: sql<string>`${domains.hostname}`.as("host") })
    .from(supportTickets)
    .innerJoin(companies, eq(companies.id, supportTickets.companyId))
    .innerJoin(domains, sql`${domains.companyId} = ${companies.id} and ${domains.isPrimary} = 1`)
    .where(eq(supportTickets.id, ticketId))
    .limit(1);

/** The origin of the company's host, of what `hostOf` answered. */
export const companyOrigin = (origin: string, rows: readonly { host: string }[]): string =>
  originBeside(origin, rows[0]?.host ?? "");

/** Where the platform's support gets its letters, as a statement of a read. */
export const supportAddress = (db: PlatformDb) => readingPlatformSettings(db, ["supportEmail"]);

/** Tells the platform's support of a message of the company; nobody where it has no address. */
export function tellSupport(
  db: PlatformDb,
  session: Session,
  set: Parameters<typeof platformSettingsIn>[0],
  { ticket, body, replyId }: { ticket: Ticket; body: string; replyId: string },
): Statement[] {
  const to = platformSettingsIn(set).supportEmail;
  if (!to) return [];
  const { id, number, subject } = ticket;
  const { company, actor } = session;
  const said = { id, number, subject, body, company: company.name, name: actor.name };
  return [mailing(db, { to, ...answeredLetter(said, session.site()) }, `support:${replyId}`)];
}
