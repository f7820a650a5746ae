import { and, gt, isNull } from "drizzle-orm";
import { contactSessions, sessions, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { activeAdmin } from "../../db/predicates.ts";
import { closedLetter, reopenedLetter } from "../../mail/closing-letters.ts";
import { type Mail, mailing } from "../../mail/outbox.ts";
import { apexHosts, originOf } from "../../tenancy/hosts.ts";
import type { Mapped } from "./company-messages.ts";

/** How both logs name it. */
export const CLOSE = "close.company";
export const REOPEN = "reopen.company";

/** So many Admins get a letter. */
const MOST_ADMINS = 50;

const admins = (db: CompanyDb) =>
  db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(db.ofOwner(users, activeAdmin))
    .limit(MOST_ADMINS);

async function tellingAdmins(
  db: CompanyDb,
  { companyId, mapVersion }: Pick<Mapped, "companyId" | "mapVersion">,
  letterTo: (name: string) => Omit<Mail, "to">,
): Promise<Statement[]> {
  const [found] = await db.read(admins(db));
  return found.map(({ id, name, email }) =>
    mailing(db, { to: email, ...letterTo(name) }, `standing:${companyId}:${mapVersion}:${id}`),
  );
}

/** What closing means in the company's shard: everybody is signed out for good, and its Admins get a letter. */
export async function closedInShard(
  db: CompanyDb,
  env: Env,
  { purgeOn, ...message }: Mapped & { purgeOn: string },
): Promise<Statement[]> {
  const now = Date.now();
  const site = originOf(env, apexHosts(env)[0]!);
  const { name: companyName, by } = message;
  const told = { companyName, purgeOn, by: by.kind === "user" ? by.name : null };
  return [
    ...[sessions, contactSessions].map((table) =>
      db.updating(table, and(isNull(table.revokedAt), gt(table.expiresAt, now))!, {
        revokedAt: now,
      }),
    ),
    ...(await tellingAdmins(db, message, (name) => closedLetter({ name, ...told }, site))),
  ];
}

/** Its Admins hear that it is open again. */
export const reopenedInShard = (db: CompanyDb, env: Env, message: Mapped): Promise<Statement[]> =>
  tellingAdmins(db, message, (name) =>
    reopenedLetter({ name, companyName: message.name }, originOf(env, message.host ?? "")),
  );
