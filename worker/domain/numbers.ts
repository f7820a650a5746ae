import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { numberFormats, numberSequences } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../db/company-db.ts";
import type { Statement, Table } from "../db/db.ts";
import type { Company } from "../session.ts";

/** Formats of a company that has not set its own. */
export const defaultFormats = {
  asset: "AST-{SEQ:5}",
  transfer: "TR-{FY}-{SEQ:4}",
  gate_pass: "GP-{FY}-{SEQ:4}",
  call: "SC-{FY}-{SEQ:5}",
} as const;
export type NumberKey = keyof typeof defaultFormats;

type Format = { format: string; reset: "never" | "year" | "fy" | "month" };
/** How a document's next number is written today. */
export type Numbering = { key: NumberKey; period: string; before: string; width: number; after: string };

/** The company's own format, as a statement of the reads before a command. */
export const formatQuery = (db: ReadingDb, key: NumberKey) =>
  db
    .select({ format: numberFormats.format, reset: numberFormats.reset })
    .from(numberFormats)
    .where(db.mine(numberFormats, eq(numberFormats.key, key)))
    .limit(1);

export function numberingOf(key: NumberKey, company: Company, own: Format | undefined, at = Date.now()): Numbering {
  const { format, reset } = own ?? { format: defaultFormats[key], reset: defaultFormats[key].includes("{FY}") ? "fy" : "never" };
  const today = dayIn(company.timeZone, at);
  const [year = "", month = ""] = today.split("-");
  const firstMonth = String(company.settings.fiscal_year_start ?? (company.country === "IN" ? "04" : "01")).padStart(2, "0");
  const fiscal = Number(year) - (month < firstMonth ? 1 : 0);
  const fiscalName =
    firstMonth === "01" ? String(fiscal) : `${String(fiscal % 100).padStart(2, "0")}-${String((fiscal + 1) % 100).padStart(2, "0")}`;
  const filled = format
    .replaceAll("{FY}", fiscalName)
    .replaceAll("{YYYY}", year)
    .replaceAll("{YY}", year.slice(2))
    .replaceAll("{MM}", month);
  const [, before = "", width = "1", after = ""] = /^(.*?)\{SEQ(?::(\d{1,2}))?\}(.*)$/.exec(filled) ?? [null, filled, "1", ""];
  const period = { never: "-", year, fy: fiscalName, month: `${year}-${month}` }[reset];
  return { key, period, before, width: Math.min(12, Number(width) || 1), after };
}

const composed = ({ before, width, after }: Numbering, value: SQL): SQL =>
  sql`${before} || printf(${sql.raw(`'%0${width}d'`)}, ${value}) || ${after}`;

const ofSequence = (db: CompanyDb, { key, period }: Numbering) =>
  db.mine(numberSequences, sql`${numberSequences.key} = ${key} and ${numberSequences.period} = ${period}`);

/** Takes the next number in the batch that saves its document, passing over those that were typed by hand. A rolled-back batch takes none. */
export function takeNumber(db: CompanyDb, numbering: Numbering, used: { table: Table; column: SQLiteColumn; living?: SQL }): Statement {
  const { key, period } = numbering;
  const taken = sql`exists (select 1 from ${used.table} where ${db.mine(used.table, sql`${used.column} = ${composed(numbering, sql`n.value`)}`)}${used.living ? sql` and ${used.living}` : sql``})`;
  const at = sql`cast(${Date.now()} as integer)`;
  return db.run(sql`insert into ${numberSequences} ("company_id", "id", "created_at", "updated_at", "version", "key", "period", "next_value")
    select ${db.companyId}, ${newId()}, ${at}, ${at}, 1, ${key}, ${period}, 1 + (with recursive n(value) as (
      select coalesce((select "next_value" from ${numberSequences} where ${ofSequence(db, numbering)}), 1)
      union all select n.value + 1 from n where ${taken}) select max(value) from n) where true
    on conflict ("company_id", "key", "period") do update set "next_value" = excluded."next_value", "version" = "version" + 1, "updated_at" = excluded."updated_at"`);
}

/** The number that `takeNumber` took earlier in the same batch, as an expression. */
export const takenNumber = (db: CompanyDb, numbering: Numbering): SQL<string> =>
  sql<string>`(select ${composed(numbering, sql`"next_value" - 1`)} from ${numberSequences} where ${ofSequence(db, numbering)})`;
