import { newId } from "#drizzle/columns.ts";
import { companies, domains } from "#drizzle/control/index.ts";
import {
  companyProfiles,
  companySettings,
  numberFormats,
  numberSequences,
  users,
} from "#drizzle/tenant/index.ts";
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

/** SQL for the company's shard: profile, settings, numbering and the first Admin. */
export function companyShard(
  { id: companyId, host, kind: _, ...company }: NewCompany,
  admin: { name: string; email: string; passwordHash: string },
): string {
  const rowOf = (id = newId()) => ({ companyId, id });
  const person = {
    ...rowOf(),
    ...admin,
    type: "admin" as const,
    serviceType: company.serviceType,
    status: "active" as const,
    mustChangePassword: true,
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
    insertText(users, [{ ...person, emailVerifiedAt: Date.now() }]),
  ].join("");
}
