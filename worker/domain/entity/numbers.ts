import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { dayIn } from "#app/shared/company-time.ts";
import { type NumberFormat, type NumberParts, numberParts } from "#app/shared/number-format.ts";
import { newId } from "#drizzle/columns.ts";
import { numberFormats, numberSequences } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement, Table } from "../../db/db.ts";
import type { Company } from "../../session.ts";

/** Formats of a company that has not set its own. */
export const defaultFormats = {
  asset: "AST-{SEQ:5}",
  transfer: "TR-{FY}-{SEQ:4}",
  gate_pass: "GP-{FY}-{SEQ:4}",
  call: "SC-{FY}-{SEQ:5}",
  calibrator: "STD-{SEQ:4}",
  machine: "DUC-{SEQ:6}",
  consumer: "CUS/{YYYY}/{SEQ:4}",
  certificate: "CAL/{FY}/{SEQ:5}",
  inhouse: "ICAL-{FY}-{SEQ:5}",
  recalibration: "RQ-{FY}-{SEQ:4}",
} as const;
export type NumberKey = keyof typeof defaultFormats;

/** How a document's next number is written today. */
export type Numbering = { key: NumberKey } & NumberParts;

/** The company's own format, as a statement of the reads before a command. */
export const formatQuery = (db: ReadingDb, key: NumberKey) =>
  db
    .select({ format: numberFormats.format, reset: numberFormats.reset })
    .from(numberFormats)
    .where(db.ofOwner(numberFormats, eq(numberFormats.key, key)))
    .limit(1);

type NumberingCompany = Pick<Company, "timeZone" | "country" | "settings">;

/** The month a company's fiscal year begins with, as two digits. */
export const firstMonthOf = (company: Pick<Company, "settings" | "country">) =>
  String(company.settings.fiscal_year_start ?? (company.country === "IN" ? "04" : "01")).padStart(
    2,
    "0",
  );

const resetOf = (format: string) => {
  if (format.includes("{FY}")) return "fy";
  return format.includes("{YYYY}") ? "year" : "never";
};
/** The format of a company that has not set its own. */
export const defaultFormat = (key: NumberKey): NumberFormat => ({
  format: defaultFormats[key],
  reset: resetOf(defaultFormats[key]),
});

export function numberingOf(
  key: NumberKey,
  company: NumberingCompany,
  own: NumberFormat | undefined,
  at = Date.now(),
): Numbering {
  const day = { today: dayIn(company.timeZone, at), firstMonth: firstMonthOf(company) };
  return { key, ...numberParts(own ?? defaultFormat(key), day) };
}

/** A value as the numbers of a sequence are written, as an expression. */
export const composed = ({ before, width, after }: NumberParts, value: SQL): SQL =>
  sql`${before} || printf(${sql.raw(`'%0${width}d'`)}, ${value}) || ${after}`;

const ofSequence = (db: CompanyDb, { key, period }: Numbering) =>
  db.ofOwner(
    numberSequences,
    sql`${numberSequences.key} = ${key} and ${numberSequences.period} = ${period}`,
  );

type Used = { table: Table; column: SQLiteColumn; living?: SQL };

/** The next value of a sequence, passing over the numbers that were typed by hand. */
function nextValue(db: CompanyDb, numbering: Numbering, used: Used): SQL {
  const same = sql`${used.column} = ${composed(numbering, sql`n.value`)}`;
  const taken = db.existsAnywhere(used.table, used.living ? sql`${same} and ${used.living}` : same);
  return sql`(with recursive n(value) as (
      select coalesce((select "next_value" from ${numberSequences} where ${ofSequence(db, numbering)}), 1)
      union all select n.value + 1 from n where ${taken}) select max(value) from n)`;
}

/** The number that would be taken next, as a statement of a read: for a record that is searched by it in the batch that takes it. */
export const numberAhead = (db: CompanyDb, numbering: Numbering, used: Used) =>
  db.rows<{ number: string }>(
    sql`select ${composed(numbering, nextValue(db, numbering, used))} as "number"`,
  );

/** Periods in which something was numbered; the newest are looked at. */
const MOST_PERIODS = 60;
/** Where the numbers of a kind stand in each period, as a statement of a read. */
export const sequencesQuery = (db: CompanyDb, key: NumberKey) =>
  db
    .select({ period: numberSequences.period, nextValue: numberSequences.nextValue })
    .from(numberSequences)
    .where(db.ofOwner(numberSequences, eq(numberSequences.key, key)))
    .orderBy(desc(numberSequences.updatedAt))
    .limit(MOST_PERIODS);

type Sequence = { period: string; nextValue: number };
export type NextNumber = { text: string; period: string; value: number };
/** The number that a sequence takes next, whether it was typed by hand before or not. */
export function sequenceNumber(
  { before, width, after, period }: Numbering,
  sequences: readonly Sequence[],
): NextNumber {
  const value = sequences.find((one) => one.period === period)?.nextValue ?? 1;
  return { text: `${before}${String(value).padStart(width, "0")}${after}`, period, value };
}

/** Takes the next number in the batch that saves its document, passing over those that were typed by hand. A rolled-back batch takes none. */
export function takeNumber(db: CompanyDb, numbering: Numbering, used: Used): Statement {
  const { key, period } = numbering;
  const at = sql`cast(${Date.now()} as integer)`;
  return db.run(sql`insert into ${numberSequences} ("company_id", "id", "created_at", "updated_at", "version", "key", "period", "next_value")
    select ${db.companyId}, ${newId()}, ${at}, ${at}, 1, ${key}, ${period}, 1 + ${nextValue(db, numbering, used)} where true
    on conflict ("company_id", "key", "period") do update set "next_value" = excluded."next_value", "version" = "version" + 1, "updated_at" = excluded."updated_at"`);
}

/** The number that `takeNumber` took earlier in the same batch, as an expression. */
export const takenNumber = (db: CompanyDb, numbering: Numbering): SQL<string> =>
  sql<string>`(select ${composed(numbering, sql`"next_value" - 1`)} from ${numberSequences} where ${ofSequence(db, numbering)})`;
