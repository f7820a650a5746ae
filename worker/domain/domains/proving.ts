import { and, eq, type SQL, sql } from "drizzle-orm";
import { domains, domainRequests as table } from "#drizzle/control/index.ts";
import { CustomerDb } from "../../db/customer-db.ts";
import type { Row } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { proofName, textRecords } from "../../dns/resolver.ts";
import { hostReadyLetter } from "../../mail/domain-letters.ts";
import { mailing } from "../../mail/outbox.ts";
import { conflict } from "../../refusals.ts";
import { type AnySession, Session } from "../../session.ts";
import { forgetHostsOf, originBeside } from "../../tenancy/hosts.ts";
import type { Done } from "../entity/flow-work.ts";
import { type MappedCompany, mappedQuery } from "../platform/mapped.ts";
import { changesOfHost, rehosting } from "../platform/rehosting.ts";

export type DomainRequest = Row<typeof table>;
type Known = Row<typeof domains> | undefined;

/** A column of a request, as a part of a statement. */
export const of = (db: PlatformDb, id: string, column: "company_id" | "hostname"): SQL =>
  sql`(select ${sql.raw(`"${column}"`)} from ${table} where ${db.ofOwner(table, eq(table.id, id))})`;

/** The company of a request and its own row of the wanted host, where it has had it before. Statements of a read. */
export const hostReads = (db: PlatformDb, id: string) => {
  const companyId = db instanceof CustomerDb ? db.companyId : of(db, id, "company_id");
  return [
    mappedQuery(db, companyId),
    db
      .select()
      .from(domains)
      .where(and(eq(domains.companyId, companyId), eq(domains.hostname, of(db, id, "hostname"))))
      .limit(1),
  ] as const;
};

type Given = { db: PlatformDb; session: AnySession; before: DomainRequest };
type Found = { company: MappedCompany | undefined; known: Known };
type Host = { kind: "subdomain" | "custom"; reason: string; verifiedAt: number };

/** What gives a request's company its host, and tells whoever asked. @param isProved must hold in the batch */
export function takingOver(
  { db, session, before }: Given,
  { company, known }: Found,
  { reason, ...host }: Host,
  isProved: SQL,
): Done<typeof table> {
  if (!company) return conflict("The company is no longer there");
  const { id, hostname, requesterEmail } = before;
  const isOfCompany = session instanceof Session;
  const by = {
    ...{ id: session.actor.userId, name: session.actor.name },
    ...(isOfCompany ? { kind: "user" as const } : {}),
  };
  return {
    to: "active",
    writes: [
      db.assert("state", isProved),
      ...rehosting(db, company, known, { hostname, ...host }, { by, reason }),
      mailing(
        db,
        { to: requesterEmail, ...hostReadyLetter(before, originBeside(session.origin, hostname)) },
        `host-ready:${id}:${before.version}`,
      ),
    ],
    also: [
      {
        ...{ action: "change_host.company", kind: "company", id: company.id, label: company.name },
        ...{ companyId: company.id, changes: changesOfHost(company, hostname), reason },
      },
    ],
    explain: async () => conflict("The company was changed meanwhile. Try again."),
    after: () => forgetHostsOf(company.id, hostname),
  };
}

const MOST_SHOWN = 3;
const LONGEST_SHOWN = 80;
const shown = (text: string) =>
  `"${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text}"`;

/** What was looked for and what was there, where the proof was not. */
export function notFoundWords(name: string, proof: string, there: readonly string[]): string {
  if (!there.length) return `${name} has no TXT record yet. Looked for "${proof}".`;
  const some = there.slice(0, MOST_SHOWN).map(shown).join(", ");
  const more = there.length > MOST_SHOWN ? ", …" : "";
  return `${name} has no TXT record that says "${proof}". There is: ${some}${more}`;
}

/**
 * Asks the DNS whether the host's own zone says that it is the company's, and gives it the host.
 * @throws Response 409 with what was looked for and what was there; 503 when the DNS does not answer
 */
export async function proving(given: Given & { at: number }, found: Found) {
  const { db, before, at } = given;
  const { id, hostname, proof } = before;
  const { resolver } = db.stamp;
  if (!proof || !resolver) return conflict("This request has no proof to look for");
  const name = proofName(hostname);
  const there = await textRecords(resolver, name);
  if (!there.includes(proof)) conflict(notFoundWords(name, proof, there), { name, proof, there });
  const isProved = db.exists(
    table,
    and(
      ...[eq(table.id, id), eq(table.hostname, hostname), eq(table.proof, proof)],
      ...[eq(table.verifiedAt, at), eq(table.status, "active")],
    )!,
  );
  const done = takingOver(
    given,
    found,
    { kind: "custom", verifiedAt: at, reason: `Its DNS record was found at ${name}` },
    isProved,
  );
  return { ...done, set: { verifiedAt: at } };
}
