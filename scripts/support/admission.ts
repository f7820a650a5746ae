import { newId } from "#drizzle/columns.ts";
import { companies, domains, roles, staff, staffTokens } from "#drizzle/control/index.ts";
import {
  companyProfiles,
  companySettings,
  numberFormats,
  numberSequences,
  users,
  userTokens,
} from "#drizzle/tenant/index.ts";
import { newSecret, sha256 } from "#worker/auth/tokens.ts";
import { lifetime } from "#worker/mail/link-lifetimes.ts";
import { formats } from "../seed/companies.ts";
import { insertText } from "../seed/insert.ts";

export type NewCompany = {
  id: string;
  name: string;
  slug: string;
  host: string;
  kind: (typeof companies.$inferInsert)["kind"];
  serviceType: number;
  country: string;
  currency: string;
  timeZone: string;
  email: string;
  phone: string;
};

export type Invited = { id: string; name: string; email: string };

/** The link with which somebody chooses their first password, once and within 72 hours, and its row: a hash alone is kept. */
export async function invitationOf({ id: userId }: Invited, host: string, now = Date.now()) {
  const [id, secret] = [newId(now), newSecret()];
  return {
    link: `https://${host}/verify-email/${id}/${secret}`,
    token: {
      ...{ id, userId, purpose: "invite" as const, tokenHash: await sha256(secret) },
      ...{ expiresAt: now + lifetime.invite, createdAt: now },
    },
  };
}
type Token = Awaited<ReturnType<typeof invitationOf>>["token"];

/** SQL for the first member of staff, who is invited, and the role that may do everything. */
export function firstStaff(person: Invited, token: Token): string {
  const role = {
    id: newId(),
    name: "superadmin",
    description: "Everything on the platform",
    isSystem: true,
  };
  const addRole = insertText(roles, [role]).replace(
    /;\n$/,
    " where not exists (select 1 from roles where name = 'superadmin');\n",
  );
  const row = { ...person, roleId: "@role", passwordHash: null, status: "invited" as const };
  const addPerson = insertText(staff, [row]).replace(
    /json_each\((.*)\);\n$/,
    "json_each(replace($1, '@role', (select id from roles where name = 'superadmin')));\n",
  );
  return [addRole, addPerson, insertText(staffTokens, [token])].join("");
}

/** SQL for the platform's record of a company, with its shard and host. */
export function companyControl({ host, ...company }: NewCompany, binding: string): string {
  if (!/^TENANT_DB_\w+$/.test(binding)) throw new Error("--binding must name a shard: TENANT_DB_0");
  const row = { ...company, shardId: "@shard", status: "active" as const };
  const shard = `(select id from shards where binding = '${binding}')`;
  const host_ = {
    hostname: host,
    companyId: company.id,
    kind: "subdomain" as const,
    status: "active" as const,
    isPrimary: true,
    verifiedAt: Date.now(),
  };
  return [
    insertText(companies, [row]).replace(
      /json_each\((.*)\);\n$/,
      (_, rows: string) => `json_each(replace(${rows}, '@shard', ${shard}));\n`,
    ),
    insertText(domains, [host_]),
    `update shards set company_count = company_count + 1 where binding = '${binding}';\n`,
  ].join("");
}

/** SQL for the company's shard: profile, settings, numbering and the first Admin, who is invited. */
export function companyShard(
  { id: companyId, host, kind: _, ...company }: NewCompany,
  admin: Invited,
  token: Token,
): string {
  const rowOf = (id = newId()) => ({ companyId, id });
  const person = {
    ...{ companyId, ...admin },
    type: "admin" as const,
    serviceType: company.serviceType,
    passwordHash: null,
    status: "invited" as const,
  };
  return [
    insertText(companyProfiles, [
      { ...rowOf(companyId), ...company, primaryHost: host, status: "active", userCount: 1 },
    ]),
    insertText(companySettings, [
      { ...rowOf("is_allow_calibrator"), valueJson: "1" },
      { ...rowOf("session_idle_minutes"), valueJson: "30" },
    ]),
    insertText(
      numberFormats,
      formats.map((format) => ({ ...rowOf(), ...format })),
    ),
    insertText(numberSequences, [{ ...rowOf(), key: "asset", nextValue: 1 }]),
    insertText(users, [person]),
    insertText(userTokens, [{ companyId, ...token }]),
  ].join("");
}
