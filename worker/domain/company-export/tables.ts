import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { snake } from "#drizzle/columns.ts";
import * as schema from "#drizzle/tenant/index.ts";
import type { Table } from "../../db/db.ts";

/** Tables that are not exported, each with the reason. */
export const tablesLeftOut: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [schema.apiUses, "how often keys were used in a minute"],
  [schema.appliedMessages, "what the platform has told it already"],
  [schema.assertions, "never holds a row"],
  [schema.companyJobs, "when the clock works for it next"],
  [schema.contactPasskeys, "what contacts sign in with"],
  [schema.contactRecoveryCodes, "what contacts sign in with"],
  [schema.contactRememberedDevices, "where contacts sign in"],
  [schema.contactSessions, "who is signed in"],
  [schema.contactSpentProofs, "what contacts have signed in with"],
  [schema.contactTokens, "links that let somebody in"],
  [schema.counters, "counted from other rows"],
  [schema.dueMonths, "counted from other rows"],
  [schema.idempotencyKeys, "first answers to requests"],
  [schema.identitySessions, "who is signed in"],
  [schema.identityStates, "ways to sign in that were used"],
  [schema.importRows, "lines of spreadsheets on their way in"],
  [schema.passkeys, "what people sign in with"],
  [schema.recoveryCodes, "what people sign in with"],
  [schema.rememberedDevices, "where people sign in"],
  [schema.spentProofs, "what people have signed in with"],
  [schema.outbox, "letters, with links that let somebody in"],
  [schema.publicReports, "from where public pages were used"],
  [schema.publicTries, "from where public pages were used"],
  [schema.recallQueue, "work that waits"],
  [schema.scimTokens, "secrets that let a directory in"],
  [schema.sessions, "who is signed in"],
  [schema.userTokens, "links that let somebody in"],
]);

/** Columns that are not exported: whoever has them gets in, or is taken for somebody else. */
export const columnsLeftOut: Readonly<Record<string, readonly string[]>> = {
  api_keys: ["secretHash", "formerHash"],
  assets: ["qrToken"],
  breakdowns: ["followTokenHash"],
  calendar_feeds: ["tokenHash"],
  certificate_reports: ["verifyToken"],
  contact_accounts: ["passwordHash", "totpSecret", "totpStep"],
  identity_providers: ["clientSecret"],
  machines: ["qrToken"],
  users: ["passwordHash", "totpSecret", "totpStep"],
  webhook_endpoints: ["secret", "formerSecret"],
};

type Exported = { name: string; table: Table; columns: readonly string[] };

/**
 * Every table of a company that is exported, with its columns by their names in the code. They stand by name: an export that goes on
 * after a new version came finds them in the order in which it began.
 */
export const exportedTables: readonly Exported[] = (Object.values(schema) as unknown[])
  .filter((value): value is Table => is(value, SQLiteTable) && !tablesLeftOut.has(value))
  .map((table) => {
    const name = getTableName(table);
    const secret = columnsLeftOut[name] ?? [];
    const columns = Object.keys(getTableColumns(table)).filter(
      (column) => column !== "companyId" && !secret.includes(column),
    );
    return { name, table, columns };
  })
  .sort((one, other) => (one.name < other.name ? -1 : 1));

/** Instants are kept in milliseconds, and written as text. */
const isInstant = (column: string) => /(?:^at|At)$/.test(column);

/** A row as a line of JSON, by the names of its columns in the database. */
export const lineOf = ({ columns }: Exported, row: Record<string, unknown>): string =>
  JSON.stringify(
    Object.fromEntries(
      columns.map((column) => {
        const value = row[column] ?? null;
        return [
          snake(column),
          typeof value === "number" && isInstant(column) ? new Date(value).toISOString() : value,
        ];
      }),
    ),
  );
