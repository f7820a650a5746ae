import { and, asc, desc, eq, isNull, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { dateText } from "#app/shared/dates.ts";
import { plans, planVersions } from "#drizzle/control/index.ts";
import type { Answer } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { forgetHost } from "../../tenancy/hosts.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";
import { checked, day, id as idField, multiline } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { type MappedCompany, mappedQuery } from "../platform/mapped.ts";
import { type Change, changesOf, changing, type Live, liveQuery } from "./changing.ts";
import { limitsOf } from "./limits.ts";
import { fits } from "./placing.ts";

const asked = { reason: multiline("Reason", 500), password: ownPassword };
export const extendInput = z.strictObject({ until: day("Until"), ...asked });
export const changePlanInput = z.strictObject({
  planId: idField("Plan is required", "Plan"),
  ...asked,
});

type Staffs = Change & { message: string; reason: string };

/** Writes a change that staff make to a company's subscription. */
async function written(
  { db, session }: { db: PlatformDb; session: StaffSession },
  { company, live }: { company: MappedCompany; live: Live },
  { message, ...change }: Staffs,
): Promise<Answer<{ id: string }>> {
  const by = { id: session.actor.userId, name: session.actor.name };
  const answer = await db.commit({
    writes: changing(db, { company, live, by, at: Date.now() }, change),
    ...recorded("company", change.action, { id: company.id, name: company.name }, message, {
      ...{ changes: changesOf(change), reason: change.reason },
    }),
  });
  if (company.host) forgetHost(company.host);
  return answer;
}

/** @throws Response 404; 409 for a closed company, or one without a subscription */
function subscribed(company: MappedCompany | undefined, live: Live | undefined) {
  if (!company) return notFound("company");
  if (company.status === "closed") conflict("This company is closed");
  return { company, live: live ?? conflict("This company has no subscription yet") };
}

/**
 * Lets a company's subscription end on a later day, without an order; one that has expired holds again.
 * @throws Response 403; 404; 409 without a subscription, or when it was changed meanwhile; 422, also for a wrong password
 */
export async function extendSubscription(
  session: StaffSession,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("manage-company");
  const { until, reason, password } = checked(extendInput, input);
  const [[row], [found]] = await db.read(mappedQuery(db, id), liveQuery(db, id));
  const { company, live } = subscribed(row, found);
  if (until <= live.currentPeriodEnd) {
    const repeated = await db.firstAnswer<{ id: string }>();
    if (repeated) return repeated;
    invalid({ until: [`Until must be after ${dateText(live.currentPeriodEnd)}`] });
  }
  await provePassword(session, password, "password");
  const isRevived = live.status === "expired";
  const revived = isRevived ? { status: "active" as const } : {};
  return written(
    { db, session },
    { company, live },
    {
      ...{ event: "extended", action: "extend.company", message: "Subscription extended", reason },
      set: { currentPeriodEnd: until, ...revived },
      told: { periodEnd: until, ...revived },
      before: { planName: live.planName, periodEnd: live.currentPeriodEnd },
      after: { planName: live.planName, periodEnd: until },
      ...(isRevived ? { more: { suspendedReason: null } } : {}),
    },
  );
}

/**
 * Gives a company another plan with its limits from today on, until the day its subscription ends anyway.
 * @throws Response 403; 404 for a company or plan that is not there; 409 without a subscription, for a plan that is not for what the
 * company does, or when it was changed meanwhile; 422, also for a wrong password
 */
export async function changePlan(
  session: StaffSession,
  id: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("manage-company");
  const { planId, reason, password } = checked(changePlanInput, input);
  const [[row], [found], [offer]] = await db.read(
    mappedQuery(db, id),
    liveQuery(db, id),
    newestVersion(db, planId),
  );
  const { company, live } = subscribed(row, found);
  if (!offer) return notFound("plan");
  if (!fits(offer.serviceType, company.serviceType))
    conflict(`${offer.planName} is not for what the company does`);
  await provePassword(session, password, "password");
  const limits = limitsOf(offer, { extraAssets: 0, extraUsers: 0 });
  return written(
    { db, session },
    { company, live },
    {
      ...{ event: "limit_changed", action: "change_plan.company", message: "Plan changed", reason },
      set: {
        ...{ planVersionId: offer.versionId, limits },
        ...{ nextPlanVersionId: null, nextFrom: null, nextLimits: null },
      },
      told: { limits },
      before: { planName: live.planName, limits: live.limits },
      after: { planName: offer.planName, limits },
    },
  );
}

const MOST_PLANS = 100;

/** The plans that a company can be given, as a statement of a read. */
export const plansToGive = (db: PlatformDb) =>
  db
    .select({ value: plans.id, label: plans.name })
    .from(plans)
    .where(isNull(plans.archivedAt))
    .orderBy(asc(plans.sort), asc(plans.name))
    .limit(MOST_PLANS);

/** A plan with the version that holds now. */
const newestVersion = (db: PlatformDb, planId: string) =>
  db
    .select({
      planName: sql<string>`${plans.name}`.as("plan_name"),
      serviceType: plans.serviceType,
      versionId: sql<string>`${planVersions.id}`.as("version_id"),
      maxAssets: planVersions.maxAssets,
      maxUsers: planVersions.maxUsers,
      maxStorageMb: planVersions.maxStorageMb,
      maxCertificatesPerMonth: planVersions.maxCertificatesPerMonth,
    })
    .from(plans)
    .innerJoin(planVersions, eq(planVersions.planId, plans.id))
    .where(
      and(eq(plans.id, planId), lte(planVersions.validFrom, new Date().toISOString().slice(0, 10))),
    )
    .orderBy(desc(planVersions.versionNo))
    .limit(1);
