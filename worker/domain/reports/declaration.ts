import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { addDays, startOfDay } from "#app/shared/company-time.ts";
import type { ReportFilterKey } from "#app/shared/report-filters.ts";
import { idFrom } from "#drizzle/columns.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { ServiceType, Subject } from "../../permissions.ts";
import { isDay } from "../entity/fields.ts";
import type { Asker } from "../lists/documents.ts";

/** How a value is written: a day is a date, a time an instant, money minor units, hours milliseconds, days counted numbers. */
export type ColumnKind =
  | "text"
  | "code"
  | "day"
  | "time"
  | "number"
  | "hours"
  | "money"
  | "percent";

/** A column of a report, on the page, on paper and in its file. */
export type ReportColumn = {
  label: string;
  as?: ColumnKind;
  value: SQL | SQLiteColumn;
  /** What people read for a stored word. */
  words?: Readonly<Record<string, string>>;
  /** How much room it takes on paper beside the others; by its kind when absent. */
  wide?: number;
  /** It is added up over all rows. */
  isSummed?: true;
};

export type Value = string | number | null;

/** The filters of an address that a report has. */
export type Asked = Readonly<Record<string, string>>;

/** A ready-made report. The page, the PDF and the CSV follow from it. */
export type Report = {
  title: string;
  /** What it tells and of whom, in a sentence. */
  about: string;
  /** Where more of it stands: a sentence, and the page it names, open to whoever may see the report. */
  more?: { text: string; label: string; to: string };
  /** It is counted over all Locations, so people limited to some see no row of it. */
  isOfAll?: true;
  /** What one must be allowed to view, and to export for its files. */
  subject: Subject;
  services: readonly ServiceType[];
  /** Its rows: tables and joins. */
  from: SQL | ((asker: Asker, filters: Asked) => SQL);
  where(asker: Asker, filters: Asked): SQL | undefined;
  filters: Partial<Record<ReportFilterKey, (value: string, asker: Asker) => SQL | undefined>>;
  /** What its rows are ordered by, rising; together unique, and best held by an index. */
  key: readonly (SQL | SQLiteColumn)[];
  columns(asker: Asker, filters: Asked): readonly ReportColumn[];
};

/** The name of what a column points to. */
export const named = (shown: SQLiteColumn, key: SQLiteColumn): SQL =>
  sql`(select ${shown} from ${shown.table} where ${pointsTo(key, shown.table as SQLiteTable)})`;

/** Days of a column that keeps dates. */
export const onDays = (column: SQLiteColumn | SQL) => ({
  from: (day: string) => (isDay(day) ? sql`${column} >= ${day}` : undefined),
  to: (day: string) => (isDay(day) ? sql`${column} <= ${day}` : undefined),
});

/** Days of a column that keeps instants, in the company's time. */
export const onInstants = (column: SQLiteColumn) => ({
  from: (day: string, { session }: Asker) =>
    isDay(day) ? sql`${column} >= ${startOfDay(day, session.company.timeZone)}` : undefined,
  to: (day: string, { session }: Asker) =>
    isDay(day)
      ? sql`${column} < ${startOfDay(addDays(day, 1), session.company.timeZone)}`
      : undefined,
});

/** Rows that were written on a day or later: ids begin with the time. */
export const writtenFrom = (id: SQLiteColumn, day: string): SQL =>
  sql`${id} >= ${idFrom(Date.parse(addDays(day, -1)))}`;

/** The words of choices by their values. */
export const wordsOf = (choices: readonly { value: string; label: string }[]) =>
  Object.fromEntries(choices.map(({ value, label }) => [value, label]));

/** A number of hours between two instants, to a tenth. */
export const hoursBetween = (from: SQL | SQLiteColumn, to: SQL | SQLiteColumn): SQL =>
  sql`round((${to} - ${from}) / 3600000.0, 1)`;

/** A key of an owned table as a value, so that the guard and a person's limits hold the rest. */
export const is =
  (column: SQLiteColumn) =>
  (value: string): SQL =>
    sql`${column} = ${value}`;
