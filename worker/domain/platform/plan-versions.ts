import { desc, eq, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { dateText } from "#app/shared/dates.ts";
import { MOST_COUNTED } from "#app/shared/numbers.ts";
import { newId } from "#drizzle/columns.ts";
import {
  liveSubscription,
  plans,
  subscriptions,
  planVersions as table,
} from "#drizzle/control/index.ts";
import type { Answer, Db, Row, Statement } from "../../db/db.ts";
import { conflict, invalid, notFound, stale } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { currencyChoices } from "./countries.ts";
import { type VersionValues, versionInput } from "./plan-input.ts";

export type PlanVersion = Row<typeof table>;
/** Versions of a plan that its page shows, the newest first. */
const MOST_SHOWN = 100;
const manage = "manage-plan";

/** How many companies have a version now, counted no further than one beyond what is told. */
const companiesOn = (versions: SQL): SQL<number> =>
  sql`(select count(*) from (select 1 from ${versions} cross join ${subscriptions} on "subscriptions"."plan_version_id" = "of"."id" where ${liveSubscription} limit ${sql.raw(String(MOST_COUNTED + 1))}))`;
export const companiesOnPlan = companiesOn(
  sql`(select "id" from "plan_versions" where "plan_versions"."plan_id" = "plans"."id") as "of"`,
);
const companiesOnVersion = companiesOn(sql`(select "plan_versions"."id" as "id") as "of"`);

/** What a plan costs and allows today, or from its first day on. */
export type Offer = Pick<
  PlanVersion,
  | ("versionNo" | "currency" | "priceMonthlyMinor" | "priceYearlyMinor" | "trialDays")
  | ("maxAssets" | "maxUsers" | "maxStorageMb" | "maxCertificatesPerMonth" | "validFrom")
>;
const holds = sql.raw(`"valid_from" <= date('now')`);
/** The same as a column of the list of plans: the last version whose day has come, else the first. */
export const offered = sql`(select json_object(
    'versionNo', "version_no", 'currency', "currency", 'priceMonthlyMinor', "price_monthly_minor",
    'priceYearlyMinor', "price_yearly_minor", 'trialDays', "trial_days", 'maxAssets', "max_assets", 'maxUsers', "max_users",
    'maxStorageMb', "max_storage_mb", 'maxCertificatesPerMonth', "max_certificates_per_month", 'validFrom', "valid_from")
  from "plan_versions" where "plan_versions"."plan_id" = "plans"."id"
  order by ${holds} desc, iif(${holds}, -"version_no", "version_no") limit 1)`
  .mapWith((json: string) => JSON.parse(json) as Offer)
  .as("offered") as SQL.Aliased<Offer>;

/** A further version, whose number the database gives. */
export const addingVersion = (
  db: Db,
  planId: string,
  values: VersionValues,
  id = newId(),
): Statement =>
  db.inserting(table, {
    ...values,
    ...{ id, planId },
    versionNo: sql`(select coalesce(max("version_no"), 0) + 1 from "plan_versions" where "plan_id" = ${planId})`,
  });

const latestOf = (session: StaffSession, planId: string, most: number) => {
  const db = session.authorize(manage);
  return db.read(
    db.byId(plans, planId),
    db
      .select({
        ...{ id: table.id, planId: table.planId, versionNo: table.versionNo },
        ...{ currency: table.currency, trialDays: table.trialDays },
        ...{ priceMonthlyMinor: table.priceMonthlyMinor, priceYearlyMinor: table.priceYearlyMinor },
        ...{ maxAssets: table.maxAssets, maxUsers: table.maxUsers },
        ...{ maxStorageMb: table.maxStorageMb },
        ...{ maxCertificatesPerMonth: table.maxCertificatesPerMonth },
        ...{ features: table.features, validFrom: table.validFrom, createdAt: table.createdAt },
        companies: companiesOnVersion.as("companies"),
      })
      .from(table)
      .where(eq(table.planId, planId))
      .orderBy(desc(table.versionNo))
      .limit(most),
  );
};

/** A plan with its versions, the newest first. @throws Response 404 */
export async function planDetail(session: StaffSession, id: string) {
  const [[plan], versions] = await latestOf(session, id, MOST_SHOWN);
  return { plan: plan ?? notFound("plan"), versions, today: dayIn("UTC") };
}

/** What the form of a plan offers. */
export function planFormFacts(session: StaffSession) {
  session.authorize(manage);
  return { currencies: currencyChoices, today: dayIn("UTC") };
}

/** The same for a further version of a plan, with the one that it begins as. @throws Response 404 */
export async function newVersionOf(session: StaffSession, id: string) {
  const [[plan], [latest]] = await latestOf(session, id, 1);
  return { ...planFormFacts(session), plan: plan ?? notFound("plan"), latest: latest ?? null };
}

/**
 * Adds a version to a plan; those before it stay as they are.
 * @throws Response 404; 409 for a plan that is archived, or when there is another version since the form was opened; 422
 */
export async function addVersion(
  session: StaffSession,
  planId: string,
  sent: unknown,
): Promise<Answer<{ id: string; versionNo: number }>> {
  const db = session.authorize(manage);
  const { after, ...values } = checked(versionInput, sent);
  const [[found], [latest]] = await latestOf(session, planId, 1);
  const plan = found ?? notFound("plan");
  if (plan.archivedAt) conflict("This plan is archived. Restore it first.");
  if (latest && after !== null && latest.versionNo !== after) stale(latest);
  if (latest && values.validFrom < latest.validFrom)
    invalid({
      validFrom: [
        `It must not be before ${dateText(latest.validFrom)}, from when version ${latest.versionNo} holds`,
      ],
    });
  const id = newId();
  return db.commit({
    writes: [
      db.assertUnchanged(plans, plan),
      db.assert(
        "state",
        sql`not exists (select 1 from ${table} where ${table.planId} = ${planId} and ${table.versionNo} > ${latest?.versionNo ?? 0})`,
      ),
      addingVersion(db, planId, values, id),
    ],
    activity: {
      ...{ action: "add_version.plan", kind: "plan", id: planId, label: plan.name },
      changes: changesBetween(latest ?? {}, values),
    },
    answer: {
      status: 201,
      message: `New version of ${plan.name} added`,
      data: { id, versionNo: 0 },
    },
    assigned: () =>
      db.rows(sql`select "version_no" as "versionNo" from ${table} where ${table.id} = ${id}`),
  });
}
