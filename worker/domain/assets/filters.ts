import { and, eq, gte, inArray, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { ageBands, daysOfBand } from "#app/shared/asset-ages.ts";
import { addDays } from "#app/shared/company-time.ts";
import { SOON_DAYS } from "#app/shared/standing.ts";
import { lifecycles } from "#drizzle/tenant/assets.ts";
import { assets, locations, schedules } from "#drizzle/tenant/index.ts";
import { conditions, criticalities } from "#drizzle/words.ts";
import { repairKinds } from "../contracts/cover.ts";
import { entryOf } from "../lists/list-query.ts";
import { standingUnder } from "../locations/paths.ts";
import type { Sort } from "./columns.ts";
import { counterOf } from "./effects.ts";

/** Whose devices are filtered, and which day it is there. */
type At = { companyId: string; today: string };
/** The devices that one value of a filter keeps. */
export type Kept = {
  where: SQL;
  /** The order in which an index holds them. */
  order?: Sort;
  /** The counter that knows how many they are. */
  counter?: string;
};
type Filter = {
  /** Returns null for a value that means nothing. */
  keeps: (value: string, at: At) => Kept | null;
  /** The column, where a value is the id of a record. */
  record?: SQLiteColumn;
};

const ofRecord = (record: SQLiteColumn, counter?: (id: string) => string): Filter => ({
  record,
  keeps: (id) => ({
    where: eq(record, id),
    order: "code",
    ...(counter && { counter: counter(id) }),
  }),
});
/** @param common the value of most devices: a small index holds the others by code */
const ofWords = (
  column: SQLiteColumn,
  words: readonly string[],
  common?: string,
  counter?: (word: string) => string,
): Filter => ({
  keeps: (word) =>
    words.includes(word)
      ? {
          ...(common && word !== common
            ? {
                where: and(eq(column, word), sql`${column} <> ${sql.raw(`'${common}'`)}`)!,
                order: "code",
              }
            : { where: eq(column, word) }),
          ...(counter && { counter: counter(word) }),
        }
      : null,
});
const flag = (where: SQL): Filter => ({
  keeps: (value) => (value === "1" ? { where, order: "code" } : null),
});
const between = (column: SQLiteColumn, from: string, days: number): SQL =>
  sql`${column} between ${from} and ${addDays(from, days)}`;

/** How a date stands to today. */
export const dueWords = [
  "overdue",
  "month",
  "due",
  "planned",
  "missing",
  "required",
  "in",
  "active",
] as const;
const due = (order: "pm" | "cal", column: SQLiteColumn, required: SQLiteColumn): Filter => ({
  keeps: (word, { today }) =>
    entryOf<Kept>(
      {
        overdue: { where: and(isNotNull(column), lt(column, today))!, order },
        month: { where: and(isNotNull(column), inMonthOf(column, today))!, order },
        due: { where: and(isNotNull(column), between(column, today, SOON_DAYS))!, order },
        planned: { where: isNotNull(column), order },
        missing: { where: missingDate(column, required) },
        required: { where: eq(required, true) },
        in: { where: and(eq(required, true), gte(column, today))! },
      },
      word,
    ) ?? null,
});
/** In the calendar month of a day, what is overdue of it as well. */
const inMonthOf = (column: SQLiteColumn, today: string): SQL =>
  sql`${column} between ${`${today.slice(0, 7)}-01`} and ${`${today.slice(0, 7)}-31`}`;
const missingDate = (column: SQLiteColumn, required: SQLiteColumn): SQL =>
  and(eq(required, true), isNull(column))!;

const coverKinds: readonly string[] = repairKinds;
const cover: Filter = {
  keeps: (value, { today }) => {
    const { coverKind, coverUntil } = assets;
    if (value === "none") return { where: sql`(${coverKind} is null or ${coverUntil} < ${today})` };
    if (["30", "60", "90"].includes(value))
      return {
        where: and(isNotNull(coverUntil), between(coverUntil, today, Number(value)))!,
        order: "cover",
      };
    // A kind of cover counts while it lasts.
    return coverKinds.includes(value)
      ? { where: and(eq(coverKind, value), gte(coverUntil, today))! }
      : null;
  },
};

const FEWEST_DIGITS = 3;
const MOST_DIGITS = 9;
/** Bands of the purchase cost by the digits of its whole part: band 5 is 10,000 to 99,999; the first and last are open. */
const price: Filter = {
  keeps: (value) => {
    const digits = Number(value);
    if (!Number.isInteger(digits) || digits < FEWEST_DIGITS || digits > MOST_DIGITS) return null;
    const cost = assets.purchaseCostMinor;
    return {
      where: and(
        isNotNull(cost),
        digits > FEWEST_DIGITS ? gte(cost, 10 ** (digits + 1)) : undefined,
        digits < MOST_DIGITS ? lt(cost, 10 ** (digits + 2)) : undefined,
      )!,
    };
  },
};

/** What a device can lack. */
const gaps: Record<string, SQL> = {
  cost: isNull(assets.purchaseCostMinor),
  bought: isNull(assets.purchaseOn),
  serial: isNull(assets.serialNo),
  model: isNull(assets.model),
  place: isNull(assets.locationId),
  vendor: isNull(assets.vendorId),
  team: isNull(assets.teamId),
  photo: isNull(assets.photoMediaId),
  pm: missingDate(assets.nextPmOn, assets.pmRequired),
  cal: missingDate(assets.nextCalOn, assets.calRequired),
};
export const gapNames = Object.keys(gaps);

/** Bands of the age, by the year each begins with. */
const age: Filter = {
  keeps: (value, { today }) => {
    const since = sql`coalesce(${assets.putToUseOn}, ${assets.purchaseOn})`;
    if (value === "unknown") return { where: sql`${since} is null` };
    if (!ageBands.some((band) => String(band) === value)) return null;
    const { after, until } = daysOfBand(Number(value), today);
    return {
      where: and(
        sql`${since} is not null`,
        after ? sql`${since} >= ${after}` : undefined,
        until ? sql`${since} <= ${until}` : undefined,
      )!,
    };
  },
};

const lifecycle = ofWords(assets.lifecycle, lifecycles, "in_service");

/** What the list of devices can be filtered by, by its name in the address. */
const filters: Record<string, Filter> = {
  category: ofRecord(assets.categoryId, counterOf.category),
  sub: ofRecord(assets.subCategoryId, counterOf.subCategory),
  department: ofRecord(assets.departmentId, counterOf.department),
  place: {
    record: assets.locationId,
    keeps: (id, at) => ({
      where: sql`${assets.locationId} in (select ${locations.id} from ${locations}
        where ${and(eq(locations.companyId, at.companyId), standingUnder(at, id))})`,
      counter: counterOf.under(id),
    }),
  },
  lifecycle: {
    keeps: (value, at) =>
      value === "live"
        ? { where: not(inArray(assets.lifecycle, ["condemned", "disposed"])) }
        : lifecycle.keeps(value, at),
  },
  condition: ofWords(assets.condition, conditions, "working", counterOf.condition),
  criticality: ofWords(assets.criticality, criticalities),
  team: ofRecord(assets.teamId),
  vendor: ofRecord(assets.vendorId, counterOf.vendor),
  cover,
  pm: {
    keeps: (word, at) =>
      word === "active"
        ? {
            where: sql`${assets.pmRequired} = 1 and ${assets.id} in (select ${schedules.assetId} from ${schedules}
              where ${schedules.companyId} = ${at.companyId} and ${schedules.isActive} = 1 and ${schedules.kind} = 'pm')`,
          }
        : due("pm", assets.nextPmOn, assets.pmRequired).keeps(word, at),
  },
  cal: due("cal", assets.nextCalOn, assets.calRequired),
  ends: {
    keeps: (month, { today }) =>
      /^\d{4}-\d{2}$/.test(month)
        ? {
            where: and(
              isNotNull(assets.coverKind),
              sql`${assets.coverUntil} >= ${today}`,
              sql`${assets.coverUntil} between ${`${month}-01`} and ${`${month}-31`}`,
            )!,
            order: "cover",
          }
        : null,
  },
  priced: flag(
    sql`${assets.purchaseCostMinor} > 0 and ${assets.lifecycle} in ('in_service', 'standby')`,
  ),
  lost: flag(isNotNull(assets.notLocatedSince)),
  failed: flag(sql`${assets.failedChecks} > 0`),
  call: flag(sql`${assets.openBreakdownCount} > 0`),
  year: {
    keeps: (year) =>
      /^\d{4}$/.test(year)
        ? { where: and(gte(assets.purchaseOn, year), lt(assets.purchaseOn, `${year}~`))! }
        : null,
  },
  price,
  age,
  missing: {
    keeps: (name) => {
      const where = entryOf(gaps, name);
      return where ? { where, ...(name === "cost" && { counter: counterOf.unpriced }) } : null;
    },
  },
};
export const filterNames = Object.keys(filters);

/** What the values of an address keep, by the filter's name; a value that means nothing is as if it were not set. */
export const keptBy = (values: Record<string, string>, at: At): Record<string, Kept> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const kept = entryOf(filters, name)?.keeps(value, at);
      return kept ? [[name, kept]] : [];
    }),
  );

/** The column of each filter whose value is the id of a record. */
export const recordColumns: Readonly<Record<string, SQLiteColumn>> = Object.fromEntries(
  Object.entries(filters).flatMap(([name, { record }]) => (record ? [[name, record]] : [])),
);
