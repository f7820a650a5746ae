import { asc, eq, sql } from "drizzle-orm";
import { openDomainRequest, domainRequests as table } from "#drizzle/control/index.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { hostExpiredLetter } from "../../mail/domain-letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { isRefusal } from "../../refusals.ts";
import type { DomainRequest } from "./proving.ts";

const AT_ONCE = 50;

/**
 * Ends requests that stayed open for 30 days: their hosts are free again.
 * @param origin of the platform's own host
 * @returns where the next part goes on; null when nothing is left
 */
export async function expireRequests(
  db: PlatformDb,
  origin: string,
  at: number,
): Promise<string | null> {
  const [due] = await db.read(
    db
      .select()
      .from(table)
      .where(
        sql`${table.id} in (select "id" from ${table} indexed by "domain_requests_by_end"
          where ${openDomainRequest} and "expires_at" < ${at} order by "expires_at" limit ${sql.raw(String(AT_ONCE))})`,
      )
      .orderBy(asc(table.expiresAt))
      .limit(AT_ONCE),
  );
  let ended = 0;
  for (const request of due) if (await expire(db, request, origin)) ended++;
  return due.length === AT_ONCE && ended > 0 ? "" : null;
}

/** Ends one; one that somebody has decided meanwhile stays as it is. */
async function expire(db: PlatformDb, request: DomainRequest, origin: string): Promise<boolean> {
  const { id, companyId, hostname, status, requesterEmail } = request;
  try {
    await db.commit({
      writes: [
        db.assertUnchanged(table, request, eq(table.status, status)),
        db.updating(table, eq(table.id, id), { status: "expired" }),
        mailing(
          db,
          { to: requesterEmail, ...hostExpiredLetter(request, origin) },
          `host-expired:${id}`,
        ),
      ],
      activity: {
        ...{ action: "expire.domain_request", kind: "domain_request", id, label: hostname },
        ...(companyId ? { companyId } : {}),
        changes: [{ field: "status", from: status, to: "expired" }],
      },
      answer: { status: 200, message: "", data: { id } },
    });
    return true;
  } catch (refusal) {
    if (isRefusal(refusal, 409)) return false;
    throw refusal;
  }
}
