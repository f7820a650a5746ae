import { eq, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { addDays } from "#app/shared/company-time.ts";
import type { Choice } from "#app/shared/list.ts";
import { gaps, mark } from "#drizzle/search.ts";
import { lifecycles } from "#drizzle/tenant/assets.ts";
import { assets } from "#drizzle/tenant/index.ts";
import { conditions, criticalities } from "#drizzle/words.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { edges } from "../entity/edges.ts";
import { entityOf } from "../entity/nouns.ts";
import { entryOf } from "../lists/list-query.ts";
import type { Mark } from "../search/search.ts";

/** Days within which something is due soon. */
export const SOON_DAYS = 30;
/** Dates further away than this are not looked for. */
const YEARS_BACK = 40;
const YEARS_AHEAD = 40;

const pad = (n: number) => String(n).padStart(2, "0");
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

/** The marks of every date up to and with `to`: whole years, then months, then days. */
function until(name: string, to: string): string[] {
  const [year, month, day] = to.split("-").map(Number) as [number, number, number];
  return [
    ...range(year - YEARS_BACK, year - 1).map(String),
    ...range(1, month - 1).map((one) => `${year}${pad(one)}`),
    ...range(1, day).map((one) => `${year}${pad(month)}${pad(one)}`),
  ].map((date) => mark(name, date));
}

/** The marks of every date from `from` on. */
function since(name: string, from: string): string[] {
  const [year, month, day] = from.split("-").map(Number) as [number, number, number];
  return [
    ...range(day, 31).map((one) => `${year}${pad(month)}${pad(one)}`),
    ...range(month + 1, 12).map((one) => `${year}${pad(one)}`),
    ...range(year + 1, year + YEARS_AHEAD).map(String),
  ].map((date) => mark(name, date));
}

const days = (name: string, from: string, count: number) =>
  range(0, count).map((after) => mark(name, addDays(from, after)));

type Predicate = (value: string, today: string) => string[] | null;
const named =
  (name: string): Predicate =>
  (value) => [mark(name, value)];
const oneOf =
  (name: string, words: readonly string[]): Predicate =>
  (value) =>
    words.includes(value) ? [mark(name, value)] : null;
const flag =
  (name: string): Predicate =>
  (value) =>
    value === "1" ? [mark(name)] : null;
/** How a date stands to today. */
export const dueWords = ["overdue", "due", "planned", "missing"] as const;
const dated =
  (name: string): Predicate =>
  (value, today) =>
    entryOf<() => string[]>(
      {
        overdue: () => until(name, addDays(today, -1)),
        due: () => days(name, today, SOON_DAYS),
        planned: () => [mark(`has${name}`)],
        missing: () => [mark(`no${name}`)],
      },
      value,
    )?.() ?? null;
const covers = ["warranty", "amc", "cmc"];
const cover: Predicate = (value, today) => {
  if (["30", "60", "90"].includes(value)) return days("end", today, Number(value));
  if (value === "none") return [mark("cov", "none"), ...until("end", addDays(today, -1))];
  return covers.includes(value) ? [mark("cov", value)] : null;
};

/** Bands of the purchase cost by the length of its whole part: band 5 is 10,000 to 99,999. */
const MOST_DIGITS = 9;
const price: Predicate = (value) => {
  const digits = Number(value);
  if (!Number.isInteger(digits) || digits < 3 || digits > MOST_DIGITS) return null;
  const lengths =
    digits === 3 ? [1, 2, 3] : digits === MOST_DIGITS ? range(MOST_DIGITS, 16) : [digits];
  return lengths.map((one) => mark("cost", String(one)));
};

/** What the list of devices can be filtered by, by its name in the address: the marks of which a device has one. */
const predicates: Record<string, Predicate> = {
  category: named("cat"),
  sub: named("sub"),
  department: named("dep"),
  place: named("loc"),
  lifecycle: oneOf("life", [...lifecycles, "live"]),
  condition: oneOf("cond", conditions),
  criticality: oneOf("crit", criticalities),
  team: named("team"),
  vendor: named("ven"),
  cover,
  pm: dated("pm"),
  cal: dated("cal"),
  lost: flag("lost"),
  failed: flag("failed"),
  year: (value) => (/^\d{4}$/.test(value) ? [mark("year", value)] : null),
  price,
  missing: (value) => (Object.hasOwn(gaps, value) ? [mark(`no${value}`)] : null),
};
/** What a list can be asked to lack. */
export const gapNames = Object.keys(gaps);
export const filterNames = Object.keys(predicates);

type Filters = Record<string, string>;

/** The filters that mean something; others are as if they were not set. */
export const knownFilters = (filters: Filters, today: string): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => entryOf(predicates, name)?.(value, today)),
  );

/** Filters as marks, all of which must hold. */
export function marksOf(filters: Filters, today: string): Mark[] {
  const marks: Mark[] = Object.entries(filters).map(
    ([name, value]) => entryOf(predicates, name)?.(value, today) ?? [],
  );
  // A kind of cover counts while it lasts.
  return covers.includes(filters.cover ?? "") ? [...marks, since("end", today)] : marks;
}

/** Filters that name a record, by the column of devices that points to it. */
export const ofRecord: Record<string, SQLiteColumn> = {
  category: assets.categoryId,
  sub: assets.subCategoryId,
  department: assets.departmentId,
  place: assets.locationId,
  team: assets.teamId,
  vendor: assets.vendorId,
};

/** The records that filters name, as statements of the list's batch and what to make of their rows. */
export function chosenOf(db: ReadingDb, filters: Filters) {
  const keys = Object.keys(ofRecord).filter((key) => filters[key]);
  return {
    statements: keys.map((key) => {
      const { target } = edges.find(({ column }) => column === ofRecord[key])!;
      const { id } = target as SQLiteTable & { id: SQLiteColumn };
      return db
        .select({
          value: sql<string>`${id}`.as("value"),
          label: sql<string>`${entityOf(target).titleColumn}`.as("label"),
        })
        .from(target)
        .where(db.ofOwner(target, eq(id, filters[key]!)));
    }),
    of: (rows: Choice[][]): Record<string, Choice> =>
      Object.fromEntries(keys.flatMap((key, at) => (rows[at]?.[0] ? [[key, rows[at]![0]!]] : []))),
  };
}
