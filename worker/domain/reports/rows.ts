import { and, type SQL, Subquery, sql } from "drizzle-orm";
import type { Cell } from "#app/shared/cells.ts";
import { dateText, timeText } from "#app/shared/dates.ts";
import { figureNumber } from "#app/shared/figure-text.ts";
import { amount } from "#app/shared/money-text.ts";
import type { ReportFilterKey } from "#app/shared/report-filters.ts";
import type { Session } from "../../session.ts";
import type { Asker } from "../lists/documents.ts";
import { settingOf } from "../settings/vocabulary.ts";
import type { Asked, Report, ReportColumn, Value } from "./declaration.ts";

/** A row of a report: its values in the order of the columns, and where the next one begins. */
export type ReportRow = { values: Value[]; key: string };
/** What is added up: a number for each column that is, and how many rows. */
export type Sums = { rows: number; byColumn: Record<string, number> };

/** The filters of an address that a report has, without those that are empty. */
export function filtersIn(report: Report, params: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    Object.keys(report.filters).flatMap((name) => {
      const value = (params.get(name) ?? "").trim().slice(0, 100);
      return value ? [[name, value]] : [];
    }),
  );
}

function whereOf(report: Report, asker: Asker, filters: Asked) {
  const asked = Object.entries(filters).map(([name, value]) =>
    report.filters[name as ReportFilterKey]?.(value, asker),
  );
  return and(report.where(asker, filters), ...asked);
}

const fromOf = ({ from }: Report, asker: Asker, filters: Asked) =>
  typeof from === "function" ? from(asker, filters) : from;

const list = (parts: readonly unknown[]) =>
  sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  );

/** Rows of a report after a key, as a statement of a read. @param after the key of the row before; null for the first */
export function rowsAfter(
  report: Report,
  asker: Asker,
  filters: Asked,
  after: string | null,
  most: number,
) {
  const key = list(report.key);
  const beyond =
    after === null
      ? undefined
      : sql`(${key}) > (${list((JSON.parse(after) as Value[]).map((one) => sql`${one}`))})`;
  const values = list(report.columns(asker, filters).map(({ value }) => value));
  const rows = sql`select json_array(${values}) as "row", json_array(${key}) as "key" from ${fromOf(report, asker, filters)}
    where ${and(whereOf(report, asker, filters), beyond)} order by ${key} limit ${sql.raw(String(most))}`;
  return asker.db
    .select({ row: sql<string>`"row"`.as("row"), key: sql<string>`"key"`.as("key") })
    .from(new Subquery(rows, {}, "page"));
}

export const readRows = (rows: readonly { row: string; key: string }[]): ReportRow[] =>
  rows.map(({ row, key }) => ({ values: JSON.parse(row) as Value[], key }));

/** Rows are added up to here for the page; more are added up in a file. */
export const MOST_SUMMED = 20_000;

/** What all rows of a report come to, as a statement of a read. */
export function summed(report: Report, asker: Asker, filters: Asked, most = MOST_SUMMED) {
  const added = report.columns(asker, filters).filter(({ isSummed }) => isSummed);
  const values = added.map(({ value }, at) => sql`, ${value} as ${sql.identifier(`c${at}`)}`);
  const rows = sql`select 1 as "one"${sql.join(values)} from ${fromOf(report, asker, filters)} where ${whereOf(report, asker, filters)} limit ${sql.raw(String(most + 1))}`;
  const sums = added.map((_, at): SQL => sql`coalesce(sum(${sql.identifier(`c${at}`)}), 0)`);
  return asker.db
    .select({
      rows: sql<number>`count(*)`.as("rows"),
      sums: sql<string>`json_array(${list(sums)})`.as("sums"),
    })
    .from(new Subquery(rows, {}, "all"));
}

/** The sums by the labels of their columns; null where there are more rows than were added up. */
export function readSums(
  columns: readonly ReportColumn[],
  [row]: readonly { rows: number; sums: string }[],
  most = MOST_SUMMED,
): Sums | null {
  if (!row || row.rows > most) return null;
  const values = JSON.parse(row.sums) as number[];
  const labels = columns.filter(({ isSummed }) => isSummed).map(({ label }) => label);
  return {
    rows: row.rows,
    byColumn: Object.fromEntries(labels.map((label, at) => [label, values[at] ?? 0])),
  };
}

/** Adds rows to sums by the labels of their columns. */
export function addedUp(
  columns: readonly ReportColumn[],
  rows: readonly (readonly Value[])[],
  before: Readonly<Record<string, number>> = {},
): Record<string, number> {
  const sums = { ...before };
  for (const [at, { label, isSummed }] of columns.entries())
    if (isSummed)
      sums[label] = rows.reduce((sum, row) => sum + Number(row[at] ?? 0), sums[label] ?? 0);
  return sums;
}

/** Milliseconds in hours. */
const hundredths = (ms: number) => Math.round(ms / 36_000) / 100;

/** A value as a file keeps it. */
export function cellOf({ as, words }: ReportColumn, value: Value): Cell {
  if (value === null) return null;
  if (words) return words[String(value)] ?? String(value);
  if (as === "money") return { minor: Number(value) };
  if (as === "time") return new Date(Number(value)).toISOString();
  if (as === "hours") return hundredths(Number(value));
  return value;
}

/** A value as people of the company read it. */
export function textOf(
  { as, words }: ReportColumn,
  value: Value,
  company: Session["company"],
): string {
  if (value === null || value === "") return "";
  if (words) return words[String(value)] ?? String(value);
  const format = settingOf(company, "date_format");
  if (as === "day") return dateText(String(value), format);
  if (as === "time") return timeText(Number(value), company.timeZone, format);
  if (as === "money") return amount(Number(value), company.locale);
  if (as === "percent") return `${value} %`;
  if (as === "hours") return figureNumber(Number(value), as, company);
  return String(value);
}

/** Kinds whose values stand at the right. */
export const isNumeric = ({ as = "text" }: ReportColumn) =>
  as === "number" || as === "hours" || as === "money" || as === "percent";
