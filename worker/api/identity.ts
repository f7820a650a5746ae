import {
  identityGroups,
  identityProviders,
  mailDomains,
  scimTokens,
} from "#drizzle/tenant/index.ts";
import { proofInput } from "../domain/identity/admin.ts";
import {
  enforceInput,
  enforceProvider,
  releaseProvider,
  removeProvider,
} from "../domain/identity/enforcing.ts";
import {
  addGroup,
  groupInput,
  removeGroup,
  unlinkInput,
  unlinkPerson,
} from "../domain/identity/groups.ts";
import {
  addDomain,
  domainInput,
  proveDomain,
  removeDomain,
} from "../domain/identity/mail-domains.ts";
import { identityPage, providerInput, saveProvider } from "../domain/identity/settings.ts";
import { makeToken, revokeToken, tokenInput } from "../domain/scim/tokens.ts";
import { data, done, doneTo } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import {
  columnsShape,
  id,
  instant,
  list,
  object,
  orNull,
  sampleId,
  text,
  whole,
} from "./shapes.ts";

const ofCompany = companyCalls({ tag: "Sign-in by an identity provider" });
const choice = object({ value: id, label: text }, { hint: text });

/** The company's own identity provider: what it is, whom it lets in, and who has to use it. */
export const identityCalls: Call[] = [
  ofCompany({
    get: "/identity-provider",
    isAdminOnly: true,
    says: "The company's identity provider without its secret, its mail domains and its groups",
    answer: data(
      object({
        provider: orNull(
          columnsShape(
            identityProviders,
            "id version createdAt createdBy updatedAt name issuer clientId scopes emailClaim nameClaim groupsClaim isOffered makesPeople newServiceType newTeamId isEnforced emergencyUserId signsOut triedAt triedBy tried",
          ),
        ),
        domains: list(object({ id, domain: text, proof: text, proved_at: orNull(instant) })),
        groups: list(object({ id, group_name: text, team_id: id, team_name: text })),
        tokens: list(
          object({
            ...{ id, name: text, created_at: instant, expires_at: instant },
            last_used_at: orNull(instant),
          }),
        ),
        new_team: orNull(choice),
        admins: list(choice),
        service_types: list(whole),
        addresses: object({
          ...{ redirect: text, signed_out: text, back_channel: text, directory: text },
        }),
      }),
    ),
    run: ({ session }) => identityPage(session),
  }),
  ofCompany({
    put: "/identity-provider",
    isAdminOnly: true,
    says: "Save the company's identity provider; without a secret the stored one stays",
    input: providerInput,
    isVersioned: true,
    example: {
      ...{
        name: "Hospital account",
        issuer: "https://login.hospital.example",
        client_id: "assets",
      },
      ...{ client_secret: "the client's secret", scopes: "openid email profile" },
      password: "Calibrate-2026-demo",
    },
    answer: doneTo,
    run: ({ session, visit, body }) => saveProvider(session, visit, body),
  }),
  ofCompany({
    post: "/identity-provider/remove",
    isAdminOnly: true,
    says: "Remove the company's identity provider",
    input: proofInput,
    example: { password: "Calibrate-2026-demo" },
    refuses: [404, 409],
    answer: doneTo,
    run: ({ session, body }) => removeProvider(session, body),
  }),
  ofCompany({
    post: "/identity-provider/enforce",
    isAdminOnly: true,
    says: "Let people of the proved mail domains sign in by the provider alone, but for one Admin",
    input: enforceInput,
    example: { emergency_user_id: sampleId, password: "Calibrate-2026-demo" },
    refuses: [404, 409],
    answer: doneTo,
    run: ({ session, body }) => enforceProvider(session, body),
  }),
  ofCompany({
    post: "/identity-provider/release",
    isAdminOnly: true,
    says: "Let people sign in by password again",
    input: proofInput,
    example: { password: "Calibrate-2026-demo" },
    refuses: [404, 409],
    answer: doneTo,
    run: ({ session, body }) => releaseProvider(session, body),
  }),
  ofCompany({
    post: "/mail-domains",
    isAdminOnly: true,
    says: "Add a domain of e-mail addresses, to be proved by its DNS",
    input: domainInput,
    example: { domain: "hospital.example" },
    answer: doneTo,
    run: ({ session, body }) => addDomain(session, body),
  }),
  ofCompany({
    post: "/mail-domains/:id/prove",
    of: mailDomains,
    isAdminOnly: true,
    says: "Ask the DNS for the proof of a mail domain",
    input: proofInput,
    example: { password: "Calibrate-2026-demo" },
    refuses: [409, 503],
    answer: doneTo,
    run: ({ session, id: domain, body }) => proveDomain(session, { ...body, id: domain }),
  }),
  ofCompany({
    post: "/mail-domains/:id/remove",
    of: mailDomains,
    isAdminOnly: true,
    says: "Remove a mail domain",
    input: proofInput,
    example: { password: "Calibrate-2026-demo" },
    answer: doneTo,
    run: ({ session, id: domain, body }) => removeDomain(session, { ...body, id: domain }),
  }),
  ofCompany({
    post: "/identity-groups",
    isAdminOnly: true,
    says: "Say that a group at the provider is a team",
    input: groupInput,
    example: {
      ...{ group_name: "Biomedical engineering", team_id: sampleId },
      password: "Calibrate-2026-demo",
    },
    refuses: [404, 409],
    answer: doneTo,
    run: ({ session, body }) => addGroup(session, body),
  }),
  ofCompany({
    post: "/identity-groups/:id/remove",
    of: identityGroups,
    isAdminOnly: true,
    says: "Say no more that a group is a team",
    input: proofInput,
    example: { password: "Calibrate-2026-demo" },
    answer: doneTo,
    run: ({ session, id: group, body }) => removeGroup(session, { ...body, id: group }),
  }),
  ofCompany({
    post: "/identity-links/forget",
    isAdminOnly: true,
    says: "Forget by which account at the provider a person is known, and end their sessions",
    input: unlinkInput,
    example: { email: "engineer@example.com", password: "Calibrate-2026-demo" },
    refuses: [404, 409],
    answer: doneTo,
    run: ({ session, body }) => unlinkPerson(session, body),
  }),
  ofCompany({
    post: "/directory-tokens",
    isAdminOnly: true,
    says: "Make a token by which a directory keeps people and teams (SCIM 2.0, below /scim/v2); it is told once",
    input: tokenInput,
    example: {
      ...{ name: "Entra", days: 365, seed: "0".repeat(32) },
      password: "Calibrate-2026-demo",
    },
    status: 201,
    answer: done(object({ id, token: text })),
    run: ({ session, body }) => makeToken(session, body),
  }),
  ofCompany({
    delete: "/directory-tokens/:id",
    of: scimTokens,
    isAdminOnly: true,
    says: "Revoke a token of a directory",
    answer: doneTo,
    run: ({ session, id: token }) => revokeToken(session, { id: token }),
  }),
];
