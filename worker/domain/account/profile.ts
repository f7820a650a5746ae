import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { platformRightWords } from "#app/shared/platform-rights.ts";
import type { Change } from "#drizzle/both.ts";
import { newId } from "#drizzle/columns.ts";
import { forgettingDevices } from "../../auth/factors/remembered.ts";
import { openSessions, withDevice } from "../../auth/open-sessions.ts";
import { hashPassword } from "../../auth/password.ts";
import { checkNewPassword } from "../../auth/password-rules.ts";
import { accountKind, realmOfPerson } from "../../auth/realm.ts";
import { endingSessions, endSession } from "../../auth/session-life.ts";
import { type AnyPerson, ContactSession } from "../../contact-session.ts";
import type { Answer } from "../../db/db.ts";
import { passwordChangedLetter } from "../../mail/letters.ts";
import { endingLinks } from "../../mail/links.ts";
import { mailing } from "../../mail/outbox.ts";
import { modules } from "../../permissions.ts";
import { conflict, invalid, notFound, unauthenticated } from "../../refusals.ts";
import { type AnySession, Session } from "../../session.ts";
import { AVATAR_PATH } from "../../wire-session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked, email, text } from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";
import { askingAddress, unproven } from "./address.ts";
import { ownPassword, proveOldPassword, provePassword } from "./prove-password.ts";

const details = z.strictObject({ name: text("Name", 100), phone: optionalPhone("Phone") });
const newPassword = z.strictObject({
  currentPassword: ownPassword,
  password: z
    .string({ error: "New password is required" })
    .min(1, "New password is required")
    .max(200),
  repeat: z.string({ error: "Repeat the new password" }).max(200),
});
const newAddress = z.strictObject({ newEmail: email(), currentPassword: ownPassword });

/** What a command on the person's own account leaves in the log, and its answer. */
const ofOneself = (
  session: AnyPerson,
  action: string,
  message: string,
  { label = session.actor.name, changes = [] }: { label?: string; changes?: Change[] } = {},
) => ({
  activity: {
    ...{ action, kind: accountKind(realmOfPerson(session)) },
    ...{ id: session.actor.userId, label, changes },
  },
  answer: { status: 200, message, data: null },
});

export type OwnSession = {
  id: string;
  device: string;
  ip: string | null;
  createdAt: number;
  lastSeenAt: number;
  isThis: boolean;
};

const shownSessions = (
  { actor }: AnyPerson,
  open: Awaited<ReturnType<typeof openSessions>>,
): OwnSession[] =>
  open
    .map((row) => ({ ...withDevice(row), isThis: row.id === actor.sessionId }))
    .sort((a, b) => Number(b.isThis) - Number(a.isThis));

/** Where the person is signed in, here first. One round trip. */
export async function ownSessions(session: AnyPerson): Promise<OwnSession[]> {
  const { db, sessions } = realmOfPerson(session);
  const [open] = await db.read(openSessions({ db, sessions }, session.actor.userId));
  return shownSessions(session, open);
}

/** The person's own profile, sessions and permissions. */
export async function ownProfile(session: AnySession) {
  const { db, people, sessions, tokens } = realmOfPerson(session);
  const { userId } = session.actor;
  const now = Date.now();
  const [found, open, pending] = await db.read(
    db
      .select({ name: people.name, phone: people.phone, email: people.email })
      .from(people)
      .where(db.ofOwner(people, eq(people.id, userId)))
      .limit(1),
    openSessions({ db, sessions }, userId),
    db
      .select({ newEmail: tokens.newEmail })
      .from(tokens)
      .where(
        db.ofOwner(
          tokens,
          and(
            eq(tokens.userId, userId),
            eq(tokens.purpose, "verify_email"),
            isNull(tokens.usedAt),
            gt(tokens.expiresAt, now),
          ),
        ),
      )
      .limit(1),
  );
  const person = found[0] ?? unauthenticated();
  return {
    person,
    type: session.type,
    /** Since when they have a second factor. */
    secondFactor: session.actor.secondFactor?.since ?? null,
    pendingEmail: pending[0]?.newEmail ?? null,
    avatar:
      session instanceof Session && session.actor.avatarMediaId
        ? `${AVATAR_PATH}${session.actor.avatarMediaId}`
        : null,
    sessions: shownSessions(session, open),
    permissions: grouped(session),
    now,
  };
}

const called = new Map<string, string>(modules.flatMap(({ subjects }) => subjects));
const capital = (subject: string) =>
  `${subject[0]?.toUpperCase() ?? ""}${subject.slice(1).replaceAll("-", " ")}`;
/** Permissions the person has, by their subject as their screens call it: what they may do on the web. */
function grouped(session: AnySession): { subject: string; label: string; verbs: string[] }[] {
  const isStaff = session.type === "Super Admin";
  const nameOf = (subject: string) =>
    isStaff ? platformRightWords[`manage-${subject}`] : called.get(subject);
  const bySubject = new Map<string, string[]>();
  for (const { name, is_web_permission } of session.actor.permissions) {
    if (!is_web_permission) continue;
    const [verb = "", ...subject] = name.split("-");
    const key = subject.join("-");
    bySubject.set(key, [...(bySubject.get(key) ?? []), verb]);
  }
  return [...bySubject].map(([subject, verbs]) => ({
    subject,
    label: nameOf(subject) ?? capital(subject),
    verbs,
  }));
}

/** Name and phone. */
export async function saveOwnDetails(session: AnySession, values: unknown): Promise<Answer> {
  const { db, people } = realmOfPerson(session);
  const after = checked(details, values);
  const { userId } = session.actor;
  const before = (await db.find(people, userId)) ?? unauthenticated();
  return db.commit({
    writes: [db.updating(people, eq(people.id, userId), after)],
    ...ofOneself(session, "update.profile", "Profile saved", {
      label: after.name,
      changes: changesBetween(before, after),
    }),
  });
}

/** A new password; every other session ends, this one goes on. Whoever has one types it, and a passkey does not stand for it. */
export async function changeOwnPassword(
  session: AnyPerson,
  env: Env,
  values: unknown,
): Promise<Answer> {
  const realm = realmOfPerson(session);
  const { db, people, sessions, origin } = realm;
  const { currentPassword, password, repeat } = checked(newPassword, values);
  const { userId, name, email: address } = session.actor;
  const [[person]] = await db.read(
    db
      .select({ epoch: people.sessionEpoch, hash: people.passwordHash })
      .from(people)
      .where(db.ofOwner(people, eq(people.id, userId))),
  );
  const { epoch, hash } = person ?? unauthenticated();
  await (hash === null ? provePassword : proveOldPassword)(session, currentPassword);
  // A proof may have moved it.
  const { sessionId } = session.actor;
  const company =
    session instanceof Session || session instanceof ContactSession ? session.company.name : null;
  await checkNewPassword(
    env,
    { password, repeat },
    {
      ...{ name, email: address, company, host: new URL(origin).hostname },
      before: currentPassword,
    },
  );
  return db.commit({
    writes: [
      db.assert(
        "state",
        db.exists(people, and(eq(people.id, userId), eq(people.sessionEpoch, epoch))!),
      ),
      db.updating(people, eq(people.id, userId), {
        passwordHash: hashPassword(password),
        sessionEpoch: epoch + 1,
        ...(session instanceof Session ? { mustChangePassword: false } : {}),
      }),
      ...endingSessions(realm, userId, sessionId),
      db.updating(sessions, eq(sessions.id, sessionId), { epoch: epoch + 1 }),
      endingLinks(realm, userId, "reset_password"),
      ...(realm.factors ? [forgettingDevices(realm, userId)] : []),
      mailing(
        db,
        { to: address, ...passwordChangedLetter(name, origin) },
        `password_changed:${newId()}`,
      ),
    ],
    ...ofOneself(session, "change.password", "Password changed. Other sessions were ended."),
  });
}

/** Asks for another address; it counts once it is confirmed there, and the one of now is told. @throws Response 409 while the one of now is unproven */
export async function changeOwnEmail(session: AnySession, values: unknown): Promise<Answer> {
  const realm = realmOfPerson(session);
  const { db, people } = realm;
  const { newEmail, currentPassword } = checked(newAddress, values);
  const { userId, name, email: address } = session.actor;
  if (newEmail === address.toLowerCase()) invalid({ newEmail: ["This is your address already"] });
  await provePassword(session, currentPassword);
  const [taken, [isHeld]] = await db.read(
    db
      .select({ id: people.id })
      .from(people)
      .where(db.ofOwner(people, and(eq(people.email, newEmail), ne(people.status, "left"))))
      .limit(1),
    unproven(realm, userId),
  );
  const byAdmin = session.type !== "User";
  if (isHeld && !byAdmin)
    conflict(
      "Confirm the address of now by the link that was sent to the old one first, or ask an Admin",
    );
  // Whether an address has an account is not told here; the confirmation would be refused.
  const asked = await askingAddress(realm, { id: userId, name, email: address }, newEmail, {
    byAdmin,
    isTaken: taken.length > 0,
  });
  return db.commit({
    writes: asked,
    ...ofOneself(session, "ask.email", `Open the link that was sent to ${newEmail}`, {
      changes: [{ field: "email", from: address, to: newEmail }],
    }),
  });
}

const ofSession = z.strictObject({
  id: z.string().max(100).default(""),
  currentPassword: ownPassword,
});

/** Signs out one of the person's own sessions. @throws Response 404 for one of somebody else; 422 for a wrong proof */
export async function endOwnSession(session: AnyPerson, values: unknown): Promise<Answer> {
  const realm = realmOfPerson(session);
  const { db, sessions } = realm;
  const { id, currentPassword } = checked(ofSession, values);
  await provePassword(session, currentPassword);
  const own = and(eq(sessions.id, id), eq(sessions.userId, session.actor.userId))!;
  try {
    return await db.commit({
      writes: [db.assert("state", db.exists(sessions, own)), ...endSession(realm, id)],
      ...ofOneself(session, "end.session", "Signed out there"),
    });
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status === 409) notFound("session");
    throw refusal;
  }
}

const ofOthers = z.strictObject({ currentPassword: ownPassword });

/** Signs out everywhere but here. @throws Response 422 for a wrong proof */
export async function endOtherSessions(session: AnyPerson, values: unknown): Promise<Answer> {
  const realm = realmOfPerson(session);
  const { currentPassword } = checked(ofOthers, values);
  await provePassword(session, currentPassword);
  const { userId, sessionId } = session.actor;
  return realm.db.commit({
    writes: endingSessions(realm, userId, sessionId),
    ...ofOneself(session, "end.sessions", "Signed out everywhere else"),
  });
}
