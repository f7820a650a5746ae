import { eq, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { platformOutbox } from "#drizzle/control/index.ts";
import {
  appliedMessages,
  companyProfiles,
  companySettings,
  numberFormats,
  numberSequences,
  users,
  userTokens,
} from "#drizzle/tenant/index.ts";
import { onceOnly } from "../../db/applied.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Statement } from "../../db/db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { tellingOfAdmins } from "../../db/told-admins.ts";
import { sendingLink } from "../../mail/links.ts";
import { sendLetters } from "../../mail/send-letters.ts";
import { type Cause, openShard } from "../../tenancy/shard-door.ts";
import { type AdminAsked, adminEffect } from "./admin-effects.ts";
import { closedInShard, REOPEN, reopenedInShard } from "./closed-in-shard.ts";
import { followAdmins } from "./follow-admins.ts";
import { settleAdmin } from "./settle-admin.ts";
import { type StaffVisit, visitEffect } from "./staff-visits.ts";

type Address = { companyId: string; binding: string; by: Cause };
type CompanyCreated = Address & {
  origin: string;
  profile: {
    name: string;
    slug: string;
    primaryHost: string;
    status: "active" | "trial";
    serviceType: number;
    currency: string;
    timeZone: string;
    country: string;
    phone: string;
    email: string;
    trialEndsOn?: string;
    periodEnd?: string;
    graceDays?: number;
    limits?: Record<string, number>;
  };
  /** With a password they chose when they signed up, else they are invited. */
  admin: { id: string; name: string; email: string; passwordHash: string | null };
};
type Status = (typeof companyProfiles.$inferSelect)["status"];
/** What the company's own log says of it. */
type Logged = Required<Pick<Activity, "action" | "changes" | "reason">>;
/** How the platform has a company: always whole, so that the newest message holds whichever comes last. */
export type Mapped = Address &
  Logged & {
    name: string;
    mapVersion: number;
    status: Status;
    /** Null where it has no host. */
    host: string | null;
    serviceType: number;
    /** What it may use until when; null for all three where it has no subscription. */
    periodEnd: string | null;
    graceDays: number | null;
    limits: Record<string, number> | null;
    /** The day on which its data is removed, where it was closed by this. */
    purgeOn?: string;
  };
type AdminMessage = Address & AdminAsked;
export type CompanyMessage = { id: string } & (
  | { topic: "company.created"; payload: CompanyCreated }
  | { topic: "company.mapped"; payload: Mapped }
  | { topic: "company.admin"; payload: AdminMessage }
  | { topic: "company.staff_visit"; payload: StaffVisit }
);
export const companyTopics = [
  "company.created",
  "company.mapped",
  "company.admin",
  "company.staff_visit",
] as const;

/** A message as a row of the batch that decides it. It is applied before the request is answered; what fails then, the job applies. */
export function queued(db: PlatformDb, message: CompanyMessage): Statement {
  const { id, topic, payload } = message;
  db.stamp.messages?.push(message);
  return db.inserting(platformOutbox, {
    id,
    topic,
    payload,
    dedupeKey: `${topic}:${id}`,
    nextAt: Date.now(),
  });
}

/**
 * Applies a message to its company's shard, once however often it comes, and marks it as sent. What the company refuses is settled by it:
 * the directory and the platform's log keep why.
 */
export async function applyMessage(
  env: Env,
  control: PlatformDb,
  message: CompanyMessage,
): Promise<void> {
  const { companyId, binding, by } = message.payload;
  const db = openShard(env, binding, companyId, by);
  const carryOut = async () => {
    const { writes, activity } = await effectOf(db, message, env);
    await db.commit({
      writes: [db.inserting(appliedMessages, { id: message.id, appliedAt: Date.now() }), ...writes],
      activity,
      answer: { status: 200, message: "", data: null },
    });
  };
  if (message.topic === "company.admin") await settleAdmin(control, db, message, carryOut);
  else await onceOnly(carryOut());
  await sendLetters(env, { shard: binding, owner: companyId }, db.stamp.letters ?? []);
  if (message.topic !== "company.mapped") await followAdmins(control, db);
  await control.read(
    control.updating(platformOutbox, eq(platformOutbox.id, message.id), {
      sentAt: Date.now(),
      nextAt: null,
      payload: withoutSecret(message),
    }),
  );
}

/** What a message keeps once it has been applied. */
const withoutSecret = ({ topic, payload }: CompanyMessage) =>
  topic === "company.created"
    ? { ...payload, admin: { ...payload.admin, passwordHash: null } }
    : payload;

type Effect = { writes: Statement[]; activity: Activity };

function effectOf(db: CompanyDb, message: CompanyMessage, env: Env): Effect | Promise<Effect> {
  switch (message.topic) {
    case "company.created":
      return created(db, message.payload);
    case "company.mapped":
      return mapped(db, message.payload, env);
    case "company.admin":
      return adminEffect(db, message.payload);
    case "company.staff_visit":
      return visitEffect(db, message.payload);
  }
}

const firstSettings = { is_allow_calibrator: 1, session_idle_minutes: 30 };
const firstFormats = { asset: "AST-{SEQ:5}" };

/** The first rows of a company: profile, settings, numbering, and its first Admin, with an invitation or the password they chose. */
async function created(
  db: CompanyDb,
  { companyId, origin, profile, admin }: CompanyCreated,
): Promise<Effect> {
  const own = { createdBy: null };
  return {
    writes: [
      db.inserting(companyProfiles, { ...own, ...profile, id: companyId, userCount: 1 }),
      ...Object.entries(firstSettings).map(([id, value]) =>
        db.inserting(companySettings, { ...own, id, valueJson: JSON.stringify(value) }),
      ),
      ...Object.entries(firstFormats).flatMap(([key, format]) => [
        db.inserting(numberFormats, { ...own, id: newId(), key, format }),
        db.inserting(numberSequences, { ...own, id: newId(), key }),
      ]),
      db.inserting(users, {
        ...own,
        ...admin,
        type: "admin",
        serviceType: profile.serviceType,
        status: admin.passwordHash ? "active" : "invited",
        emailVerifiedAt: admin.passwordHash ? Date.now() : null,
      }),
      tellingOfAdmins(db, [admin.id]),
      ...(admin.passwordHash
        ? []
        : await sendingLink({ db, origin, tokens: userTokens }, admin, "invite")),
    ],
    activity: { action: "create.company", kind: "company", id: companyId, label: profile.name },
  };
}

/** The company as its own requests see it. An older message that comes late changes nothing. */
async function mapped(db: CompanyDb, message: Mapped, env: Env): Promise<Effect> {
  const { companyId, name, action, changes, reason, host, limits, purgeOn, ...told } = message;
  const { status, mapVersion, serviceType, periodEnd, graceDays } = told;
  const profile = eq(companyProfiles.id, companyId);
  const values = {
    ...{ status, mapVersion, serviceType, periodEnd, graceDays },
    ...(limits ? { limits } : {}),
    ...(host ? { primaryHost: host } : {}),
  };
  return {
    writes: [
      db.assert("state", db.exists(companyProfiles, profile)),
      db.updating(
        companyProfiles,
        sql`${profile} and ${companyProfiles.mapVersion} < ${mapVersion}`,
        values,
      ),
      ...(purgeOn ? await closedInShard(db, env, { ...message, purgeOn }) : []),
      ...(action === REOPEN ? await reopenedInShard(db, env, message) : []),
    ],
    activity: { action, kind: "company", id: companyId, label: name, changes, reason },
  };
}
