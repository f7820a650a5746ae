import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { accessGrants, domains } from "#drizzle/control/index.ts";
import { nameInside } from "../../auth/inside.ts";
import { newSecret, sha256 } from "../../auth/tokens.ts";
import type { Answer } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { originOf } from "../../tenancy/hosts.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";
import { checked, flag, multiline, whole } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { ending, type OpenGrant, openGrants, ownGrant } from "./access-grants.ts";
import { queued } from "./company-messages.ts";
import { type MappedCompany, mappedQuery } from "./mapped.ts";
import type { StaffVisit } from "./staff-visits.ts";

const HOUR_MS = 3600_000;
const SHORTEST_REASON = 10;
/** So long may the way from the platform's page to the company's host take. */
const TICKET_MS = 60_000;
const MANAGE = "manage-company";
const action = "enter.company";

export const enterInput = z.strictObject({
  reason: multiline("Reason", 500).refine(
    (text) => !text || [...text].length >= SHORTEST_REASON,
    `Reason must have at least ${SHORTEST_REASON} characters`,
  ),
  hours: whole("Hours", 1, 4),
  isWrite: flag("May also write"),
  password: ownPassword,
});

/** @throws Response 404; 409 for a company that has no host to go to */
function enterable(company: MappedCompany | undefined): MappedCompany {
  if (!company) return notFound("company");
  if (company.status === "closed") conflict("This company is closed");
  if (company.status === "pending_verification") conflict("This company waits for verification");
  return company.host ? company : conflict("This company has no host");
}

/**
 * Lets a member of staff into a company for some hours, to read unless they ask to write: then they prove who they are again. The
 * company's own log says who entered and why, and its Admins get a notice.
 * @throws Response 403; 404; 409 where they are inside already; 422, also for a wrong password
 */
export async function enterCompany(
  session: StaffSession,
  env: Env,
  companyId: string,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize(MANAGE);
  const { reason, hours, isWrite, password } = checked(enterInput, input);
  const { userId, name } = session.actor;
  const [[found], [open]] = await db.read(
    mappedQuery(db, companyId),
    ownGrant(db, userId, companyId),
  );
  const company = enterable(found);
  const startsAt = Date.now();
  if (open && open.endsAt > startsAt) {
    const repeated = await db.firstAnswer<{ id: string }>();
    return repeated ?? conflict("You are inside this company already");
  }
  if (isWrite) await provePassword(session, password, "password");
  const id = newId(startsAt);
  const endsAt = startsAt + hours * HOUR_MS;
  const by = { id: userId, name };
  const over = open && ending(db, open, "ran_out", by);
  const changes = isWrite ? [{ field: "mayWrite", from: null, to: true }] : [];
  const entry = recorded(
    "company",
    action,
    { id: companyId, name: company.name },
    `${company.name} is open to you`,
    { reason, changes },
  );
  const payload: StaffVisit = {
    ...{ companyId, binding: company.binding, name: company.name, reason },
    by: { id: userId, name: nameInside(name) },
    ...{ action, changes },
    told: { grantId: id, staffName: name, origin: originOf(env, company.host!), isWrite },
  };
  return db.commit({
    writes: [
      ...(over?.writes ?? []),
      db.inserting(accessGrants, {
        ...{ id, staffId: userId, companyId, reason, isWrite, startsAt, endsAt },
        sessionId: session.actor.sessionId,
      }),
      queued(db, { id: newId(), topic: "company.staff_visit", payload }),
    ],
    activity: [...(over ? [over.activity] : []), { ...entry.activity, companyId }],
    answer: { ...entry.answer, data: { id } },
  });
}

/** A way over to the company's host: the ticket goes there in the body of a form. */
export type Ticket = { companyName: string; origin: string; ticket: string };

/**
 * Makes the ticket with which the holder of an open grant goes over to the company's host, once and within a minute; an older one is
 * worth nothing from then on. Being inside hangs on the sign-in that asks.
 * @throws Response 403; 404; 409 for a grant that is over
 */
export async function ticketFor(session: StaffSession, env: Env, id: string): Promise<Ticket> {
  const db = session.authorize(MANAGE);
  const at = Date.now();
  const own = and(eq(accessGrants.id, id), eq(accessGrants.staffId, session.actor.userId))!;
  const [[grant], [host]] = await db.read(
    openGrants(db, own).limit(1),
    db
      .select({ hostname: domains.hostname })
      .from(domains)
      .where(
        and(
          sql`${domains.companyId} = (select ${accessGrants.companyId} from ${accessGrants} where ${own})`,
          sql`${domains.isPrimary} = 1`,
        ),
      )
      .limit(1),
  );
  if (!grant) return notFound("access");
  if (grant.endsAt <= at || !host) conflict("The time of this access is over");
  const ticket = newSecret();
  const open = and(own, isNull(accessGrants.revokedAt), gt(accessGrants.endsAt, at))!;
  await db.commit({
    writes: [
      db.assert("state", db.exists(accessGrants, open)),
      db.updating(accessGrants, open, {
        sessionId: session.actor.sessionId,
        ...{ ticketHash: await sha256(ticket), ticketEndsAt: at + TICKET_MS },
      }),
    ],
    activity: [],
    answer: { status: 200, message: "", data: null },
  });
  return { companyName: grant.companyName, origin: originOf(env, host!.hostname), ticket };
}

/** Takes a ticket at the host of its company, once. @returns whose grant it opens; null for one that is worth nothing here */
export async function redeemed(
  db: PlatformDb,
  companyId: string,
  ticket: string,
): Promise<Pick<OpenGrant, "id" | "staffId"> | null> {
  const at = sql`cast(${Date.now()} as integer)`;
  const [[grant]] = await db.read(
    db.rows<Pick<OpenGrant, "id" | "staffId">>(
      sql`update ${accessGrants} set "ticket_hash" = null, "ticket_ends_at" = null, "updated_at" = ${at}, "version" = "version" + 1
        where "ticket_hash" = ${await sha256(ticket)} and "ticket_ends_at" > ${at} and "company_id" = ${companyId}
          and "revoked_at" is null and "ends_at" > ${at}
        returning "id", "staff_id" as "staffId"`,
    ),
  );
  return grant ?? null;
}
