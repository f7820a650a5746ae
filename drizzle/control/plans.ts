import { sql } from "drizzle-orm";
import {
  check,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { day, flag, json, minor, nocase, oneOf, record, uncounted, whole } from "../columns.ts";

/** What can be bought; what it costs and allows is in its versions. */
export const plans = sqliteTable(
  "plans",
  {
    ...record,
    code: nocase().notNull(),
    name: nocase().notNull(),
    /** One sentence for the page of plans. */
    summary: text(),
    serviceType: integer().notNull(),
    isPublic: flag(true),
    sort: integer().notNull().default(0),
    archivedAt: integer(),
  },
  (t) => [
    uniqueIndex("plans_code").on(t.code),
    uniqueIndex("plans_name").on(t.name).where(sql`archived_at is null`),
    check("plans_service_type_known", sql`${t.serviceType} in (0, 1, 2)`),
    ...whole("plans", t.version, t.sort),
  ],
);

/** Prices and limits of a plan from a day on. Never changed: another price is another version. */
export const planVersions = sqliteTable(
  "plan_versions",
  {
    ...record,
    planId: uncounted(
      text()
        .notNull()
        .references(() => plans.id),
      "a version of the plan",
    ),
    versionNo: integer().notNull(),
    currency: text().notNull(),
    priceMonthlyMinor: minor().notNull(),
    priceYearlyMinor: minor().notNull(),
    trialDays: integer().notNull(),
    /** Null: without a limit. */
    maxAssets: integer(),
    maxUsers: integer(),
    maxStorageMb: integer(),
    maxCertificatesPerMonth: integer(),
    /** Lines that say what it holds, for the page of plans. */
    features: json<string[]>().notNull().default([]),
    validFrom: day().notNull(),
  },
  (t) => [
    uniqueIndex("plan_versions_number").on(t.planId, t.versionNo),
    ...whole("plan_versions", t.version, t.versionNo, t.priceMonthlyMinor, t.priceYearlyMinor),
  ],
);

export const couponKinds = ["percent", "flat"] as const;

/** A discount before tax. It is taken when an order promises its price, and given back when that order is called off. */
export const coupons = sqliteTable(
  "coupons",
  {
    ...record,
    code: nocase().notNull(),
    kind: text({ enum: couponKinds }).notNull(),
    /** Per cent, or 1/100 of the currency unit. */
    value: integer().notNull(),
    /** Of a flat discount, and of the amounts below. */
    currency: text(),
    maxDiscountMinor: minor(),
    minOrderMinor: minor(),
    startsOn: day().notNull(),
    endsOn: day().notNull(),
    maxRedemptions: integer(),
    perCompanyLimit: integer().notNull().default(1),
    usedCount: integer().notNull().default(0),
    isActive: flag(true),
  },
  (t) => [
    uniqueIndex("coupons_code").on(t.code),
    check(
      "coupon_not_overused",
      sql`${t.maxRedemptions} is null or ${t.usedCount} <= ${t.maxRedemptions}`,
    ),
    oneOf("coupons_kind_known", t.kind, couponKinds),
    ...whole(
      "coupons",
      ...[t.version, t.value, t.usedCount, t.maxRedemptions, t.perCompanyLimit],
      ...[t.maxDiscountMinor, t.minOrderMinor],
    ),
  ],
);

/** The plans a coupon is for; none: all of them. */
export const couponPlans = sqliteTable(
  "coupon_plans",
  {
    couponId: uncounted(
      text()
        .notNull()
        .references(() => coupons.id),
      "a line of the coupon",
    ),
    planId: uncounted(
      text()
        .notNull()
        .references(() => plans.id),
      "a line of the coupon",
    ),
  },
  (t) => [primaryKey({ columns: [t.couponId, t.planId] })],
);
