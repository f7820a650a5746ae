import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { mailDomains } from "#drizzle/tenant/index.ts";
import { newSecret } from "../../auth/tokens.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { proofName, textRecords } from "../../dns/resolver.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { ownPassword } from "../account/prove-password.ts";
import { notFoundWords } from "../domains/proving.ts";
import { checked, id as idOf } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { hostField } from "../platform/host-names.ts";
import { adminDb, proveAdmin } from "./admin.ts";

const MOST_DOMAINS = 20;

/** The company's mail domains, as a statement. */
export const readingDomains = (db: Pick<CompanyDb, "select" | "ofOwner">) =>
  db
    .select({
      id: mailDomains.id,
      domain: mailDomains.domain,
      proof: mailDomains.proof,
      provedAt: mailDomains.provedAt,
    })
    .from(mailDomains)
    .where(db.ofOwner(mailDomains))
    .orderBy(asc(mailDomains.domain))
    .limit(MOST_DOMAINS);

export const domainInput = z.strictObject({ domain: hostField("Mail domain") });
export const domainNamed = z.strictObject({
  id: idOf("Choose a mail domain"),
  password: ownPassword,
});

/** Adds a domain of e-mail addresses, to be proved by its zone. @throws Response 403 for anybody but an Admin; 409 for too many; 422 */
export async function addDomain(session: Session, input: unknown): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { domain } = checked(domainInput, input);
  const id = newId();
  const [domains] = await db.read(readingDomains(db));
  const known = await db.firstAnswer<{ id: string }>();
  if (known) return known;
  if (domains.length >= MOST_DOMAINS) conflict(`A company can have ${MOST_DOMAINS} mail domains`);
  if (domains.some((one) => one.domain === domain))
    invalid({ domain: ["This domain is on the list already"] });
  return db.commit({
    writes: [
      db.assert(
        "state",
        sql`(select count(*) from ${mailDomains} where ${db.ofOwner(mailDomains)}) < ${sql.raw(String(MOST_DOMAINS))}`,
      ),
      db.inserting(mailDomains, { id, domain, proof: `plumbline=${newSecret()}` }),
    ],
    ...recorded("mail_domain", "create.mail_domain", { id, name: domain }, "Mail domain added"),
  });
}

async function domainOf(db: CompanyDb, id: string) {
  const row = await db.find(mailDomains, id);
  return row ?? (await db.firstAnswer<{ id: string }>()) ?? notFound("mail domain");
}

/**
 * Asks the DNS whether the zone of a mail domain says that it is the company's.
 * @throws Response 403 for anybody but an Admin; 404; 409 with what was looked for and what was there; 422 for a wrong proof of who asks; 503 when the DNS does not answer
 */
export async function proveDomain(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { id, password } = checked(domainNamed, input);
  const row = await domainOf(db, id);
  if ("status" in row) return row;
  const { domain, proof } = row;
  const { resolver } = db.stamp;
  if (!resolver) return conflict("There is no DNS to ask");
  const name = proofName(domain);
  const there = await textRecords(resolver, name);
  if (!there.includes(proof)) conflict(notFoundWords(name, proof, there), { name, proof, there });
  await proveAdmin(session, password);
  return db.commit({
    writes: [
      db.assertUnchanged(mailDomains, row),
      db.updating(mailDomains, eq(mailDomains.id, id), { provedAt: Date.now() }),
    ],
    ...recorded(
      ...(["mail_domain", "prove.mail_domain", { id, name: domain }] as const),
      `${domain} is proved`,
    ),
  });
}

/** Takes a mail domain off: its people may sign in by password again. @throws Response 403 for anybody but an Admin; 404; 422 for a wrong proof */
export async function removeDomain(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { id, password } = checked(domainNamed, input);
  const row = await domainOf(db, id);
  if ("status" in row) return row;
  await proveAdmin(session, password);
  const { domain } = row;
  return db.commit({
    writes: [
      db.assertUnchanged(mailDomains, row),
      db.removing(mailDomains, eq(mailDomains.id, id)),
    ],
    ...recorded("mail_domain", "delete.mail_domain", { id, name: domain }, "Mail domain removed"),
  });
}
