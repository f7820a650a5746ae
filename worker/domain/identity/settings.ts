import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import { z } from "zod";
import { identityLinks, identityProviders, teams, users } from "#drizzle/tenant/index.ts";
import { PROVIDER_CALLBACK } from "../../auth/enforced.ts";
import { seal } from "../../auth/sealed.ts";
import type { Answer } from "../../db/db.ts";
import { activeAdmin, living, pointsTo } from "../../db/predicates.ts";
import type { Visit } from "../../env.ts";
import { addressOf } from "../../outbound/address-rules.ts";
import { conflict, invalid, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { ownPassword } from "../account/prove-password.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked, flag, optionalId, optionalText, optionalWhole, text } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { serviceTypesFor } from "../people/rules.ts";
import { readingTokens } from "../scim/tokens.ts";
import { adminDb, proveAdmin, readingAsAdmin } from "./admin.ts";
import { readingDomains } from "./mail-domains.ts";
import { BACK_CHANNEL, readingGroups, readingProvider, SECRET, SIGNED_OUT } from "./provider.ts";

const MOST_CHOICES = 100;

/**
 * The company's identity provider without its secret, its mail domains, its groups, and what can be chosen.
 * @throws Response 403 for anybody but an Admin
 */
export async function identityPage(session: Session) {
  const db = readingAsAdmin(session);
  const [[provider], domains, groups, tokens, [newTeam], admins] = await db.read(
    readingProvider(db),
    readingDomains(db),
    readingGroups(db),
    readingTokens(db),
    db
      // A left join keeps the order: from the provider to its team.
      .select({ team: { value: teams.id, label: teams.name } })
      .from(identityProviders)
      .leftJoin(teams, and(pointsTo(identityProviders.newTeamId, teams), living(teams)))
      .where(db.ofOwner(identityProviders))
      .limit(1),
    db
      .select({ value: users.id, label: users.name, hint: users.email })
      .from(users)
      .where(db.ofOwner(users, and(activeAdmin, isNotNull(users.passwordHash))))
      .orderBy(asc(users.name))
      .limit(MOST_CHOICES),
  );
  const {
    clientSecret: _,
    companyId: __,
    ...shown
  } = provider ?? { clientSecret: "", companyId: "" };
  return {
    provider: provider ? (shown as Omit<typeof provider, "clientSecret" | "companyId">) : null,
    ...{ domains, groups, tokens, admins, newTeam: newTeam?.team ?? null },
    serviceTypes: serviceTypesFor(session),
    addresses: {
      redirect: `${session.origin}${PROVIDER_CALLBACK}`,
      signedOut: `${session.origin}${SIGNED_OUT}`,
      directory: `${session.origin}/scim/v2`,
      backChannel: `${session.origin}${BACK_CHANNEL}`,
    },
  };
}
export type IdentityPage = Awaited<ReturnType<typeof identityPage>>;

const claim = (label: string) =>
  text(label, 100).regex(/^[\x21-\x7e]+$/, `${label} must be one word`);
export const providerInput = z.strictObject({
  name: text("Name", 60),
  issuer: text("Issuer", 500),
  clientId: text("Client ID", 300),
  clientSecret: optionalText(1000, "Client secret"),
  scopes: text("Scopes", 300).default("openid email profile"),
  emailClaim: claim("Claim of the e-mail address").default("email"),
  nameClaim: claim("Claim of the name").default("name"),
  groupsClaim: optionalText(100, "Claim of the groups"),
  isOffered: flag("Offered at sign-in"),
  makesPeople: flag("Makes accounts"),
  newServiceType: optionalWhole("Service type", 0, 2),
  newTeamId: optionalId("Team"),
  signsOut: flag("Signs out there"),
  password: ownPassword,
});
/** What another try is needed for once it was changed. */
const decisive = ["issuer", "clientId", "scopes", "emailClaim", "nameClaim"] as const;

/**
 * Saves the company's identity provider. Its secret stays as it is where none is typed; for another issuer or client it is typed again.
 * With another issuer all links of people to subjects of the one before are forgotten.
 * @throws Response 403 for anybody but an Admin; 404 for a team; 409 while people sign in by it alone and it would no longer do; 422, also for a wrong proof of
 * who saves it
 */
export async function saveProvider(
  session: Session,
  { env }: Pick<Visit, "env">,
  { version, ...input }: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const { clientSecret: typed, password, ...values } = checked(providerInput, input);
  const issuer = addressOf(env, values.issuer);
  if ("refused" in issuer) invalid({ issuer: [`The issuer ${issuer.refused}`] });
  if (!values.scopes.split(/\s+/).includes("openid"))
    invalid({ scopes: ["Scopes must include openid"] });
  const types = serviceTypesFor(session);
  if (values.newServiceType !== null && !types.includes(values.newServiceType))
    invalid({ newServiceType: ["Your company has not this service type"] });
  if (values.makesPeople && values.newServiceType === null)
    invalid({ newServiceType: ["Choose the service type of new people"] });
  const [[before], [team]] = await db.read(
    readingProvider(db),
    db
      .select({ id: teams.id })
      .from(teams)
      .where(db.ofOwner(teams, and(eq(teams.id, values.newTeamId ?? ""), living(teams))))
      .limit(1),
  );
  if (values.newTeamId && !team) notFound("team");
  if (before) refuseStale(before, version);
  const isOther = !before || decisive.some((name) => before[name] !== values[name]);
  const isOtherClient =
    !before || before.issuer !== values.issuer || before.clientId !== values.clientId;
  if (isOtherClient && !typed) invalid({ clientSecret: ["Client secret is required"] });
  const isTriedAnew = isOther || typed !== null;
  if (before?.isEnforced && (isTriedAnew || !values.isOffered))
    conflict("People sign in by this provider alone. Allow passwords first, then change it.");
  await proveAdmin(session, password);
  const id = before?.id ?? db.companyId;
  const secret = typed ? { clientSecret: await seal(env, SECRET, [db.companyId, id], typed) } : {};
  const untried = isTriedAnew ? { triedAt: null, triedBy: null, tried: null } : {};
  const stored = { ...values, ...secret, ...untried };
  return db.commit({
    writes: before
      ? [
          db.assertUnchanged(identityProviders, before),
          db.updating(identityProviders, eq(identityProviders.id, id), stored),
          // Subjects are known by their issuer: at another one people are found by their address anew.
          ...(before.issuer === values.issuer
            ? []
            : [db.removing(identityLinks, ne(identityLinks.issuer, values.issuer))]),
        ]
      : [db.inserting(identityProviders, { id, ...stored })],
    ...recorded(
      "identity_provider",
      before ? "update.identity_provider" : "create.identity_provider",
      { id, name: values.name },
      "Identity provider saved",
      {
        changes: [
          ...changesBetween(before ?? {}, values),
          ...(typed ? [{ field: "client secret", from: null, to: "another one" }] : []),
        ],
      },
    ),
  });
}
