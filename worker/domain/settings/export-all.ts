import { getTableColumns, getTableName, gt, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { dayIn } from "#app/shared/company-time.ts";
import * as schema from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Table } from "../../db/db.ts";
import { forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { beginExport } from "../lists/exports.ts";

const AT_ONCE = 1000;

/** What the application keeps for its own work: ways in, letters with links, requests, and what is made again from other rows. */
const working = new Set<unknown>([
  schema.appliedMessages,
  schema.assertions,
  schema.companyJobs,
  schema.counters,
  schema.dueMonths,
  schema.idempotencyKeys,
  schema.importRows,
  schema.outbox,
  schema.publicReports,
  schema.publicTries,
  schema.sessions,
  schema.transits,
  schema.userTokens,
]);
const secret = /password|token|secret/i;

const exported = (Object.values(schema) as unknown[]).filter(
  (value): value is Table => is(value, SQLiteTable) && !working.has(value),
);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnsOf = (table: Table) =>
  Object.keys(getTableColumns(table)).filter((name) => name !== "companyId" && !secret.test(name));

type Cell = string | number | null | { minor: number };
function cellOf(name: string, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && name.endsWith("Minor")) return { minor: value };
  if (typeof value === "number" && /(?:^at|At)$/.test(name)) return new Date(value).toISOString();
  return typeof value === "object" ? JSON.stringify(value) : (value as string | number);
}

async function* rowsOf(db: ReadingDb, table: Table, names: readonly string[]) {
  for (let last = ""; ; ) {
    const page = db
      .select()
      .from(table)
      .where(db.ofOwner(table, gt(table.id, last)))
      .orderBy(table.id)
      .limit(AT_ONCE);
    const [rows] = (await db.read(page)) as unknown as [Record<string, unknown>[]];
    if (rows.length) yield rows.map((row) => names.map((name) => cellOf(name, row[name])));
    if (rows.length < AT_ONCE) return;
    last = String(rows.at(-1)!.id);
  }
}

/** Everything the company owns, a file a table, written while it is read; an Admin's alone. @throws Response 403, 429 for the sixth in 5 minutes */
export async function exportAll(session: Session) {
  if (session.type !== "Admin") forbidden();
  const db = await beginExport(session, "export-settings", "All data");
  const { name, timeZone, currency, primaryHost } = session.company;
  const today = dayIn(timeZone);
  const files = exported.map((table) => {
    const names = columnsOf(table);
    const head = names.map((name) => snake(name.replace(/Minor$/, "")));
    return { name: `${getTableName(table)}.csv`, head, pages: rowsOf(db, table, names) };
  });
  const about = [
    `All data of ${name} (${primaryHost}) on ${today}.`,
    "",
    "One file a kind of record, as CSV in UTF-8. Rows point to each other by their ids, such as department_id to the id in departments.csv.",
    `Instants are in UTC, days are days in ${timeZone}, amounts are in ${currency}.`,
    "Pictures and documents are listed in media.csv; each can be fetched at /media/ and its id.",
    "Passwords, sessions and links are not part of it.",
    "",
  ].join("\r\n");
  return { name: `${primaryHost.split(".")[0]}-${today}`, about, files };
}
