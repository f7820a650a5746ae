import { and, eq, isNotNull } from "drizzle-orm";
import { identityProviders, mailDomains } from "#drizzle/tenant/index.ts";
import type { Realm } from "./realm.ts";

/** Where a browser comes back to from the company's provider. */
export const PROVIDER_CALLBACK = "/login/oidc/callback";

/** That people of a mail domain sign in at the company's own provider alone. */
export type Enforcement = { name: string; emergencyUserId: string | null };

/**
 * Whether a provider is asked for an address, as a statement of one row at most; none on the platform's hosts. A consumer's contact with
 * such an address hears the same as a colleague, so that nobody can tell them apart.
 */
export function enforcing({ audience, db }: Realm, email: string) {
  if (audience === "platform") return [];
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const isProved = and(eq(mailDomains.domain, domain), isNotNull(mailDomains.provedAt))!;
  return [
    db
      .select({ name: identityProviders.name, emergencyUserId: identityProviders.emergencyUserId })
      .from(identityProviders)
      .where(
        db.ofOwner(
          identityProviders,
          and(eq(identityProviders.isEnforced, true), db.exists(mailDomains, isProved)),
        ),
      )
      .limit(1),
  ];
}

/** Whether somebody comes in without the provider: the Admin for emergencies, and contacts of consumers, who are not at the provider. */
export const isLetBy = (
  { audience }: Realm,
  rule: Enforcement | undefined,
  userId: string | undefined,
) => !rule || audience === "portal" || userId === rule.emergencyUserId;

/** What is said to whoever signs in by password where the provider is asked. The same for every address of the domain. */
export const providerOnly = ({ name }: Enforcement) =>
  `People with this address sign in by ${name}`;
/** The same where a link for a new password is asked for. */
export const noLinks = ({ name }: Enforcement) =>
  `People with this address sign in by ${name}. A link goes to the Admin for emergencies alone`;
