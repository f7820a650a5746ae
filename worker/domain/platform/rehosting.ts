import { and, eq, sql } from "drizzle-orm";
import { domains } from "#drizzle/control/index.ts";
import type { Row, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import type { Mapped } from "./company-messages.ts";
import { type MappedCompany, remapping } from "./mapped.ts";

/** A host, and when it was proved to be the company's; one below the platform's own is proved by being given. */
type To = Pick<Row<typeof domains>, "hostname" | "kind"> & { verifiedAt: number };
type Why = { by: Mapped["by"]; reason: string };

/**
 * The statements that give a company another host: the one it had is retired and stays its own for ever
 * (docs/decisions/083-retired-hosts.md). Of two companies for the same host the database refuses one.
 * @param known the company's own row of the host, where it has had it before
 */
export function rehosting(
  db: PlatformDb,
  company: MappedCompany,
  known: Row<typeof domains> | undefined,
  { hostname, kind, verifiedAt }: To,
  { by, reason }: Why,
): Statement[] {
  const own = eq(domains.companyId, company.id);
  const current = { status: "active", isPrimary: true, verifiedAt } as const;
  return [
    db.updating(domains, and(own, sql`${domains.isPrimary} = 1`)!, {
      status: "retired",
      isPrimary: false,
    }),
    known
      ? db.updating(domains, and(own, eq(domains.id, known.id))!, current)
      : db.inserting(domains, { ...current, hostname, companyId: company.id, kind }),
    ...remapping(
      db,
      company,
      by,
      { host: hostname },
      { action: CHANGE_HOST, changes: changesOfHost(company, hostname), reason },
    ),
  ];
}

export const CHANGE_HOST = "change_host.company";
export const changesOfHost = ({ host }: MappedCompany, hostname: string) => [
  { field: "host", from: host, to: hostname },
];
