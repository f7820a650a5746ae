import { and, eq, gt, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { companies, couponRedemptions, orders, coupons as table } from "#drizzle/control/index.ts";
import type { Db, Row } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { AnySession, StaffSession } from "../../session.ts";
import { dayOf } from "../entity/day-of.ts";
import { checked } from "../entity/fields.ts";
import type { Prepared } from "../entity/prepare.ts";
import { entityWithoutArchive } from "../entity/without-archive.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import { couponInput, discountOf, discountSaid } from "./coupon-input.ts";
import { assertPlans, offeredPlans, plansOf, settingPlans, withoutPlans } from "./coupon-plans.ts";

const manage = "manage-coupon";
type Coupon = Row<typeof table>;

/** A coupon as people read it: its value per cent, or as an amount with two decimals. */
const shown = <R extends Pick<Coupon, "kind" | "value">>(row: R) => ({
  ...row,
  value: discountSaid(row.kind, row.value),
});

const hasLeft = sql`(${table.maxRedemptions} is null or ${table.usedCount} < ${table.maxRedemptions})`;
/** The standings of `couponStanding`, as predicates. */
const standings: Record<string, (today: string) => SQL | undefined> = {
  active: (today) =>
    and(eq(table.isActive, true), lte(table.startsOn, today), gte(table.endsOn, today), hasLeft),
  upcoming: (today) =>
    and(eq(table.isActive, true), gt(table.startsOn, today), gte(table.endsOn, today), hasLeft),
  ended: (today) => and(eq(table.isActive, true), lt(table.endsOn, today)),
  used_up: (today) => and(eq(table.isActive, true), gte(table.endsOn, today), sql`not ${hasLeft}`),
  off: () => eq(table.isActive, false),
};

const planNames = sql<
  string | null
>`(select group_concat("name", ', ') from (select "plans"."name" as "name" from "coupon_plans" join "plans" on "plans"."id" = "coupon_plans"."plan_id" where "coupon_plans"."coupon_id" = "coupons"."id" order by "plans"."name"))`;

const base = entityWithoutArchive({
  table,
  noun: ["coupon", "coupons"],
  permissions: { view: manage, create: manage, edit: manage, delete: manage },
  input: couponInput,
  title: "code",
  stored: ({ kind, value }) => ({ value: discountOf(kind, value)! }),
  search: { words: ["code"] },
  list: {
    sorts: { code: table.code, created: table.id },
    filters: { standing: (asked, today) => entryOf(standings, asked)?.(today) },
    more: { planNames: planNames.as("plan_names") },
  },
  also: (db, id, { planIds }) => [assertPlans(db, planIds, id)],
  always: (db, { id, values }) => (values ? settingPlans(db, id, values.planIds) : []),
});
const verbs = {
  ...base,
  /** What it was for goes before it. */
  removing(db: Db, before: Coupon): Prepared {
    const { writes, activity } = base.removing(db, before);
    return { writes: [withoutPlans(db, before.id), ...writes], activity };
  },
};

/** What stays as it is once a coupon has been redeemed. */
const fixed = {
  code: "Code",
  kind: "Kind",
  value: "Value",
  currency: "Currency",
  maxDiscountMinor: "Largest discount",
  minOrderMinor: "Smallest order",
  startsOn: "Starts",
  planIds: "Plans",
} as const;

type Whole = Coupon & { planIds: string[] };
const sorted = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);

/** A coupon with its plans. @throws Response 403, 404 */
async function whole(session: AnySession, id: string): Promise<Whole> {
  const db = (session as StaffSession).authorize(manage);
  const [[row], lines] = await db.read(db.byId(table, id), plansOf(db, id));
  return { ...(row ?? notFound("coupon")), planIds: lines.map(({ planId }) => planId) };
}

/** Discounts by code, for all plans or some. */
export const coupons = {
  ...verbs,

  async list(session: AnySession, params: URLSearchParams, record?: string) {
    const { record: opened, ...list } = await verbs.list(session, params, record);
    return {
      ...list,
      rows: list.rows.map(shown),
      record: opened ? shown(opened) : null,
      today: dayOf((session as StaffSession).authorize(manage)),
    };
  },

  async find(session: AnySession, id: string) {
    return shown(await whole(session, id));
  },

  /** What the form needs: the coupon, and the plans it may be for. @throws Response 404 */
  async form(session: AnySession, id: string | null) {
    const db = (session as StaffSession).authorize(manage);
    const own = id ?? "";
    const [[row], lines, plans] = await db.read(
      db.byId(table, own),
      plansOf(db, own),
      offeredPlans(db, own),
    );
    const planIds = lines.map(({ planId }) => planId);
    const coupon = id === null ? null : { ...shown(row ?? notFound("coupon")), planIds };
    return { coupon, plans, today: dayOf(db) };
  },

  /**
   * What a coupon takes off stays as it is once it was redeemed: its end, its limits and whether it is active may change.
   * @throws Response 404, 409 when someone else was first, 422
   */
  async update(session: AnySession, id: string, sent: Record<string, unknown>) {
    const before = await whole(session, id);
    const { version: _, ...fields } = sent;
    const said = checked(couponInput, fields);
    const after = { ...said, value: discountOf(said.kind, said.value) };
    const names = Object.keys(fixed) as (keyof typeof fixed)[];
    const moved = names.filter((name) => sorted(after[name]) !== sorted(before[name]));
    const { usedCount } = before;
    const errors: FieldErrors = Object.fromEntries(
      usedCount ? moved.map((name) => [name, [`${fixed[name]} stays: it has been redeemed`]]) : [],
    );
    if (said.maxRedemptions !== null && said.maxRedemptions < usedCount)
      errors.maxRedemptions = [`It has been used more often: ${usedCount}`];
    if (Object.keys(errors).length) invalid(errors);
    const db = (session as StaffSession).authorize(manage);
    const unused = and(eq(table.id, id), eq(table.usedCount, 0))!;
    return verbs.update(
      session,
      id,
      sent,
      moved.length ? [db.assert("state", db.exists(table, unused))] : [],
      before,
    );
  },
};

/** Who has used a coupon, a page at a time, in the order in which the companies came. @throws Response 404 */
export async function couponRedemptionsOf(
  session: StaffSession,
  id: string,
  params: URLSearchParams,
) {
  const db = session.authorize(manage);
  const query = askedOf(params, ["company"], []);
  const { companyId } = couponRedemptions;
  const slice = keyset(companyId, couponRedemptions.id, query, params);
  const [[coupon], rows] = await db.read(
    db.byId(table, id),
    db
      .select({
        id: sql<string>`${couponRedemptions.id}`.as("redemption_id"),
        companyId: sql<string>`${companyId}`.as("company_id"),
        companyName: sql<string>`${companies.name}`.as("company_name"),
        orderId: sql<string>`${orders.id}`.as("order_id"),
        orderNumber: sql<string>`${orders.number}`.as("order_number"),
        createdAt: sql<number>`${couponRedemptions.createdAt}`.as("redeemed_at"),
      })
      .from(couponRedemptions)
      .innerJoin(companies, eq(companies.id, companyId))
      .innerJoin(orders, eq(orders.id, couponRedemptions.orderId))
      .where(and(eq(couponRedemptions.couponId, id), slice.where))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  return {
    ...slice.page(rows, (row) => row.companyId, null),
    query,
    coupon: shown(coupon ?? notFound("coupon")),
    today: dayOf(db),
    sees: { companies: session.may("manage-company"), orders: session.may("manage-transaction") },
  };
}
