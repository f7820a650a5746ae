import { and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { identityLinks, identityProviders, mailDomains, users } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { activeAdmin } from "../../db/predicates.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { ownPassword } from "../account/prove-password.ts";
import { checked, id as idOf } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { adminDb, proofInput, proveAdmin } from "./admin.ts";
import { type Provider, readingProvider } from "./provider.ts";

/** What still stands in the way of signing in by the provider alone, as whole sentences. */
export function missingFor(
  provider: Pick<Provider, "isOffered" | "triedAt" | "tried"> | null,
  domains: readonly { provedAt: number | null }[],
): string[] {
  return [
    provider?.isOffered ? [] : ["The provider is offered where people sign in."],
    domains.some(({ provedAt }) => provedAt !== null) ? [] : ["A mail domain is proved."],
    provider?.triedAt && provider.tried?.isDone
      ? []
      : ["An Admin has tried the provider, and was recognised."],
  ].flat();
}

export const enforceInput = z.strictObject({
  emergencyUserId: idOf("Name the Admin for emergencies"),
  password: ownPassword,
});

/**
 * People with an address of a proved mail domain sign in by the provider alone from now on, but for the Admin who is named.
 * @throws Response 403 for anybody but an Admin; 404 without a provider; 409 until all that it needs is there; 422 for one who is no
 * active Admin with a password
 */
export async function enforceProvider(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { emergencyUserId, password } = checked(enforceInput, input);
  const isAdmin = and(activeAdmin, eq(users.id, emergencyUserId), isNotNull(users.passwordHash))!;
  const isProved = isNotNull(mailDomains.provedAt);
  const [[provider], domains, [admin]] = await db.read(
    readingProvider(db),
    db
      .select({ provedAt: mailDomains.provedAt })
      .from(mailDomains)
      .where(db.ofOwner(mailDomains, isProved))
      .limit(1),
    db.select({ name: users.name }).from(users).where(db.ofOwner(users, isAdmin)).limit(1),
  );
  if (!provider) return notFound("identity provider");
  const missing = missingFor(provider, domains);
  if (missing.length) conflict(`Before that: ${missing.join(" ")}`);
  if (!admin) return invalid({ emergencyUserId: ["Choose an active Admin who has a password"] });
  await proveAdmin(session, password);
  return db.commit({
    writes: [
      db.assertUnchanged(identityProviders, provider),
      db.assert("state", db.exists(users, isAdmin)),
      db.assert("state", db.exists(mailDomains, isProved)),
      db.updating(identityProviders, eq(identityProviders.id, provider.id), {
        isEnforced: true,
        emergencyUserId,
      }),
    ],
    ...recorded(
      "identity_provider",
      "enforce.identity_provider",
      provider,
      `From now on people sign in by ${provider.name} alone`,
      { changes: [{ field: "Admin for emergencies", from: null, to: admin.name }] },
    ),
  });
}

/**
 * Passwords are taken again beside the provider.
 * @throws Response 403 for anybody but an Admin; 404; 409 where they are already; 422 for a wrong proof
 */
export async function releaseProvider(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { password } = checked(proofInput, input);
  const [[provider]] = await db.read(readingProvider(db));
  if (!provider) return notFound("identity provider");
  if (!provider.isEnforced)
    return (await db.firstAnswer()) ?? conflict("People may sign in by password already");
  await proveAdmin(session, password);
  return db.commit({
    writes: [
      db.assertUnchanged(identityProviders, provider),
      db.updating(identityProviders, eq(identityProviders.id, provider.id), {
        isEnforced: false,
        emergencyUserId: null,
      }),
    ],
    ...recorded(
      "identity_provider",
      "release.identity_provider",
      provider,
      "People may sign in by password again",
    ),
  });
}

/**
 * Takes the provider away, with what it knew of people.
 * @throws Response 403 for anybody but an Admin; 404; 409 while people sign in by it alone; 422 for a wrong proof
 */
export async function removeProvider(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { password } = checked(proofInput, input);
  const [[provider]] = await db.read(readingProvider(db));
  if (!provider) return (await db.firstAnswer()) ?? notFound("identity provider");
  if (provider.isEnforced)
    conflict("People sign in by this provider alone. Allow passwords first, then remove it.");
  await proveAdmin(session, password);
  return db.commit({
    writes: [
      db.assertUnchanged(identityProviders, provider),
      db.removing(identityProviders, eq(identityProviders.id, provider.id)),
      db.removing(identityLinks, sql`true`),
    ],
    ...recorded(
      "identity_provider",
      "delete.identity_provider",
      provider,
      "Identity provider removed",
    ),
  });
}
