import { and, eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { disabledWords } from "#app/shared/webhook-words.ts";
import {
  companyProfiles,
  listening,
  webhookDeliveries as table,
  webhookEndpoints,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { askOutside, OutsideError } from "../../outbound/ask.ts";
import { isRefusal } from "../../refusals.ts";
import { originOf } from "../../tenancy/hosts.ts";
import { notifying } from "../notifications/notify.ts";
import { signingSecrets } from "./secrets.ts";

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** How long after each attempt the next one is made: ten in about 75 hours. */
const waits = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
];
/** Waits are up to so much longer, so that what failed together is not sent together. */
const JITTER = 0.1;
/** An attempt is on its way for so long at most; then the clock finds it again. */
const UNDER_WAY_MS = 2 * MINUTE;
const ANSWERS_WITHIN_MS = 15 * SECOND;
/** So much of an answer is kept. */
const KEPT_BYTES = 1_000;
const GONE = 410;
/** An endpoint where nothing arrives for so long is switched off. */
const GIVEN_UP_MS = 5 * 24 * HOUR;
/** Deliveries of one endpoint that are under way at once; fewer where nothing arrives. */
const AT_ONCE = 25;
const AT_ONCE_FAILING = 3;
const SWEPT = 500;

type Endpoint = Row<typeof webhookEndpoints>;
/** An attempt that is to be made: of which delivery, and how many were made before. */
export type Attempt = { id: string; attempts: number };

const dueOf = (db: CompanyDb, { id, failingSince }: Endpoint, now: number) =>
  db.rows<Attempt>(sql`update ${table} set "next_at" = cast(${now + UNDER_WAY_MS} as integer)
    where ${table.companyId} = ${db.companyId} and ${table.id} in (select "id" from ${table} indexed by "webhook_deliveries_due_at"
      where "company_id" = ${db.companyId} and "endpoint_id" = ${id} and "next_at" is not null and "next_at" <= ${now}
      order by "next_at" limit ${sql.raw(String(failingSince === null ? AT_ONCE : AT_ONCE_FAILING))})
    returning "id", "attempts"`);

/** What waits for an endpoint that is off has failed. */
const sweeping = (db: CompanyDb, now: number) =>
  db.rows<{
    id: string;
  }>(sql`update ${table} set "status" = 'failed', "next_at" = null, "last_error" = 'The webhook is off', "version" = "version" + 1
    where ${table.companyId} = ${db.companyId} and ${table.id} in (select "late"."id" from ${table} as "late" indexed by "webhook_deliveries_due"
      where "late"."company_id" = ${db.companyId} and "late"."next_at" is not null and "late"."next_at" <= ${now}
        and not exists (select 1 from ${webhookEndpoints} as "hook" where "hook"."company_id" = ${db.companyId}
          and "hook"."id" = "late"."endpoint_id" and "hook"."disabled_at" is null and "hook"."deleted_at" is null)
      order by "late"."next_at" limit ${sql.raw(String(SWEPT))})
    returning "id"`);

/**
 * Takes what is due of a company, some of each endpoint, so that one that is slow or fails keeps no other waiting.
 * @returns the attempts to be made, and whether more is due
 */
export async function takeDue(
  db: CompanyDb,
  now: number,
): Promise<{ attempts: Attempt[]; isMore: boolean }> {
  const [endpoints, swept] = await db.read(
    db.select().from(webhookEndpoints).where(db.ofOwner(webhookEndpoints, listening)),
    sweeping(db, now),
  );
  const [first, ...more] = endpoints.map((endpoint) => dueOf(db, endpoint, now));
  const taken = first ? await db.read(first, ...more) : [];
  const isFull = taken.some((rows) => rows.length === AT_ONCE);
  return { attempts: taken.flat(), isMore: isFull || swept.length === SWEPT };
}

const UNREADABLE = "Its secret cannot be read. Make another one.";
type Outcome = Pick<
  Row<typeof table>,
  "lastAt" | "lastStatus" | "lastMs" | "lastError" | "lastAnswer"
>;
type Sent = Pick<Row<typeof table>, "eventId" | "payload">;

/** The beginning of an answer as text that can be shown. */
const shownText = (bytes: Uint8Array) =>
  new TextDecoder().decode(bytes).replace(/(?![\t\n])\p{Cc}/gu, "") || null;

/** A message's signatures, by each secret that is valid; null where one cannot be opened, as when its key is gone. */
async function signed(
  env: Env,
  db: CompanyDb,
  endpoint: Endpoint,
  { eventId, payload }: Sent,
  at: Date,
): Promise<string | null> {
  try {
    const secrets = await signingSecrets(env, db.companyId, endpoint.id, endpoint, +at);
    return secrets.map((one) => new Webhook(one).sign(eventId, at, payload)).join(" ");
  } catch (error) {
    console.warn(`Webhook ${endpoint.id} is not signed: ${String(error)}`);
    return null;
  }
}

/** Makes one attempt. Whatever comes of it is an outcome. */
async function attempt(
  env: Env,
  db: CompanyDb,
  endpoint: Endpoint,
  { eventId, payload }: Sent,
): Promise<Outcome> {
  const at = new Date();
  const outcome = { lastAt: +at, lastStatus: null, lastMs: 0, lastAnswer: null };
  const signature = await signed(env, db, endpoint, { eventId, payload }, at);
  if (signature === null) return { ...outcome, lastError: UNREADABLE };
  try {
    const { status, bytes } = await askOutside(env, endpoint.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Plumbline-Webhooks/1",
        "webhook-id": eventId,
        "webhook-timestamp": String(Math.floor(+at / 1000)),
        "webhook-signature": signature,
      },
      body: payload,
      ...{ withinMs: ANSWERS_WITHIN_MS, mostBytes: KEPT_BYTES, over: "cut" },
    });
    const isTaken = status >= 200 && status < 300;
    return {
      ...outcome,
      ...{ lastStatus: status, lastMs: Date.now() - +at },
      ...{ lastError: isTaken ? null : `It answered ${status}`, lastAnswer: shownText(bytes) },
    };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { ...outcome, lastMs: Date.now() - +at, lastError: error.message };
  }
}

/** When a delivery is sent next after so many attempts; null after the last. */
const nextAfter = (attempts: number, now: number): number | null => {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : Math.round(now + wait * (1 + Math.random() * JITTER));
};

const failing = (db: CompanyDb, id: string, since: number | null): Statement =>
  db.run(sql`update ${webhookEndpoints} set "failing_since" = ${since === null ? sql`null` : sql`coalesce("failing_since", cast(${since} as integer))`}
    where ${webhookEndpoints.companyId} = ${db.companyId} and ${webhookEndpoints.id} = ${id}
      and "failing_since" is ${since === null ? sql`not null` : sql`null`}`);

/** Switches off an endpoint that is gone or where nothing arrives, and tells the Admins. */
async function giveUp(
  env: Env,
  db: CompanyDb,
  { id, name }: Endpoint,
  reason: "gone" | "failing",
  now: number,
): Promise<void> {
  const [[profile]] = await db.read(
    db
      .select({ host: companyProfiles.primaryHost })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles))
      .limit(1),
  );
  if (!profile) return;
  const isOn = and(eq(webhookEndpoints.id, id), listening)!;
  try {
    await db.commit({
      writes: [
        db.assert("state", db.exists(webhookEndpoints, isOn)),
        db.updating(webhookEndpoints, isOn, { disabledAt: now, disabledReason: reason }),
        ...notifying(db, originOf(env, profile.host), "webhook.off", [
          {
            key: `webhook.off:${id}:${now}`,
            title: `Webhook switched off: ${name}`,
            body: `${disabledWords[reason]}. What it was not told is kept for 30 days and can be sent again.`,
            link: `/settings/webhook/${id}`,
            ...{ entityKind: "webhook", entityId: id },
          },
        ]),
      ],
      activity: {
        ...{ action: "switch_off.webhook", kind: "webhook", id, label: name },
        reason: disabledWords[reason],
      },
      answer: { status: 200, message: "", data: null },
    });
  } catch (refusal) {
    // It was switched off meanwhile.
    if (!isRefusal(refusal, 409)) throw refusal;
  }
}

/**
 * Makes an attempt, unless it was made already: of two messages with the same attempt one sends.
 * @returns the attempt that is to follow, and when; null when none does
 */
export async function sendAttempt(
  env: Env,
  db: CompanyDb,
  { id, attempts }: Attempt,
): Promise<{ next: Attempt; at: number } | null> {
  const claimed = Date.now();
  const [[sent], [endpoint]] = await db.read(
    db.rows<{ event_id: string; payload: string }>(sql`update ${table}
      set "attempts" = "attempts" + 1, "next_at" = cast(${claimed + UNDER_WAY_MS} as integer)
      where ${table.companyId} = ${db.companyId} and ${table.id} = ${id} and "attempts" = ${attempts} and "status" = 'waiting'
      returning "event_id", "payload"`),
    db
      .select()
      .from(webhookEndpoints)
      .where(
        db.ofOwner(
          webhookEndpoints,
          and(
            listening,
            sql`${webhookEndpoints.id} = (select "of"."endpoint_id" from ${table} as "of" where "of"."company_id" = ${db.companyId} and "of"."id" = ${id})`,
          ),
        ),
      )
      .limit(1),
  );
  if (!sent || !endpoint) return null;
  const made = attempts + 1;
  const outcome = await attempt(env, db, endpoint, {
    eventId: sent.event_id,
    payload: sent.payload,
  });
  const now = Date.now();
  const isTaken = outcome.lastError === null;
  const isGone = outcome.lastStatus === GONE;
  const isOver = isTaken || isGone || outcome.lastError === UNREADABLE;
  const next = isOver ? null : nextAfter(made, now);
  const status = isTaken ? "delivered" : next === null ? "failed" : "waiting";
  const isSame = and(eq(table.id, id), eq(table.attempts, made), eq(table.status, "waiting"))!;
  await db.read(
    db.updating(table, isSame, { ...outcome, status, nextAt: next }),
    failing(db, endpoint.id, isTaken ? null : now),
  );
  const since = endpoint.failingSince ?? now;
  if (isGone) await giveUp(env, db, endpoint, "gone", now);
  else if (!isTaken && since <= now - GIVEN_UP_MS) await giveUp(env, db, endpoint, "failing", now);
  return next === null ? null : { next: { id, attempts: made }, at: next };
}
