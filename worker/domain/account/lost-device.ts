import { and, asc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { rolePermissions, roles, staff } from "#drizzle/control/index.ts";
import { consumerContacts, contactAccounts, users } from "#drizzle/tenant/index.ts";
import { STEP_OVER } from "../../auth/factors/prove.ts";
import { accountKind, type Realm } from "../../auth/realm.ts";
import { endingSessions } from "../../auth/session-life.ts";
import type { Step } from "../../auth/tokens.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { activeAdmin, pointsTo } from "../../db/predicates.ts";
import { lostDeviceAskedLetter } from "../../mail/factor-letters.ts";
import { endingLinks, sendingLink } from "../../mail/links.ts";
import { mailing } from "../../mail/outbox.ts";
import { conflict, unauthenticated } from "../../refusals.ts";
import { spend, usableLink } from "./open-link.ts";
import { tellingOfFactors } from "./telling-factors.ts";

const DAY_MS = 86_400_000;
/** So long the person can refuse what somebody with their password has asked for. */
export const WAITS = { byColleague: DAY_MS, byPlatform: 3 * DAY_MS };
const WORKS_MS = 7 * DAY_MS;
const MOST_TOLD = 20;

type Desk = Pick<Realm, "db" | "origin" | "people" | "tokens">;
type Person = { id: string; name: string; email: string };

/** What a person has asked for who cannot show their second factor, as a statement; no row where they have not. */
export const lostDeviceOf = (
  { db, tokens }: Pick<Desk, "tokens"> & { db: Pick<ReadingDb, "select" | "ofOwner"> },
  userId: string | SQL,
) =>
  db
    .select({
      ask: sql<string>`${tokens.id}`.as("ask_id"),
      askedAt: sql<number>`${tokens.createdAt}`.as("asked_at"),
    })
    .from(tokens)
    .where(db.ofOwner(tokens, openAsk(tokens, userId)))
    .limit(1);
/** The request among what was read. @throws Response 409 where there is none */
export const askOf = <R>([asked]: readonly R[], { name }: { name: string }): R =>
  asked ?? conflict(`${name} has not asked for it, or it was refused`);
const openAsk = (tokens: Realm["tokens"], userId: string | SQL) =>
  and(
    ...[eq(tokens.userId, userId), eq(tokens.purpose, "lost_device")],
    ...[isNull(tokens.usedAt), gt(tokens.expiresAt, Date.now())],
  )!;

/** The consumer whose contact an account is, as a statement. */
const consumerOf = ({ db }: Pick<Realm, "db">, accountId: string) =>
  db
    .select({ consumerId: consumerContacts.consumerId })
    .from(consumerContacts)
    .innerJoin(contactAccounts, pointsTo(contactAccounts.contactId, consumerContacts))
    .where(db.ofOwner(contactAccounts, eq(contactAccounts.id, accountId)))
    .limit(1);

/** Who may allow a person new second factors: other Admins of the company, the laboratory's for a contact; of staff, others who manage them. */
function helpersOf({ db, audience }: Realm, userId: string) {
  if (audience !== "platform")
    return db
      .select({ name: users.name, email: users.email })
      .from(users)
      .where(db.ofOwner(users, and(activeAdmin, ne(users.id, userId))))
      .orderBy(asc(users.name))
      .limit(MOST_TOLD);
  const manages = sql`exists (select 1 from ${rolePermissions} where ${rolePermissions.roleId} = ${roles.id}
    and ${rolePermissions.permission} = 'manage-user' and ${rolePermissions.value} = 1)`;
  return db
    .select({ name: sql<string>`${staff.name}`.as("staff_name"), email: staff.email })
    .from(staff)
    .innerJoin(roles, eq(roles.id, staff.roleId))
    .where(
      and(
        eq(staff.status, "active"),
        ne(staff.id, userId),
        or(and(eq(roles.isSystem, true), eq(roles.name, "superadmin")), manages),
      ),
    )
    .limit(MOST_TOLD);
}

/** The page on which somebody is allowed new second factors. */
const pageOf = (audience: Realm["audience"], id: string, consumerId: string | undefined) => {
  if (audience === "portal") return `/consumer/detail/${consumerId}?tab=contacts`;
  return audience === "company" ? `/user/detail/${id}` : "/super-admin/users";
};

/**
 * Notes that somebody whose password was right cannot show their second factor. They and all who may allow new ones get a letter.
 * @returns a message for the page: whom to turn to
 * @throws Response 401 for a sign-in that is no longer half way
 */
export async function askNewFactors(realm: Realm, step: Step): Promise<string> {
  const { db, people, origin, audience } = realm;
  const { userId, epoch } = step;
  const [[found], [asked], helpers, consumer] = await db.read(
    db
      .select()
      .from(people)
      .where(db.ofOwner(people, eq(people.id, userId)))
      .limit(1),
    lostDeviceOf(realm, userId),
    helpersOf(realm, userId),
    ...(audience === "portal" ? [consumerOf(realm, userId)] : []),
  );
  const isHalfWay = found?.status === "active" && found.sessionEpoch === epoch;
  const { id, name, email } = (isHalfWay && found) || unauthenticated(STEP_OVER);
  if (!asked) {
    const where = `${origin}${pageOf(audience, id, consumer?.[0]?.consumerId)}`;
    await db.commit({
      writes: [
        ...(await sendingLink(realm, { id, name, email }, "lost_device")),
        ...helpers.map((one) =>
          mailing(
            db,
            { to: one.email, ...lostDeviceAskedLetter(one.name, { name, email }, origin, where) },
            `lost_device:${id}:${Date.now()}:${one.email}`,
          ),
        ),
      ],
      activity: { action: "ask.new_factors", kind: accountKind(realm), id, label: name },
      answer: { status: 200, message: "", data: null },
    });
  }
  if (audience === "portal")
    return "The laboratory was told. One of its Admins has to allow it; then you get a letter, and a day after you asked you can set up a new second factor.";
  return helpers.length > 0
    ? "Your Admins were told. One of them has to allow it; then you get a letter, and a day after you asked you can set up a new second factor."
    : "There is no other Admin who could allow it. Write to the platform from its page Contact us; three days after you asked you can set up a new second factor.";
}

/**
 * Somebody else vouches for the person, as statements: they get the link that removes their second factors, which works some time
 * after they have asked. @param ask when and by which row they asked
 */
export async function allowing(
  desk: Desk,
  person: Person,
  { ask, askedAt }: { ask: string; askedAt: number },
  timeZone: string,
  wait = WAITS.byColleague,
): Promise<Statement[]> {
  const { db, tokens } = desk;
  const at = Math.max(Date.now(), askedAt + wait);
  const open = and(eq(tokens.id, ask), openAsk(tokens, person.id))!;
  return [
    db.assert("state", db.exists(tokens, open)),
    // The link that refuses works as long as the one that removes.
    db.updating(tokens, eq(tokens.id, ask), { expiresAt: at + WORKS_MS }),
    ...(await sendingLink(desk, person, "new_factors", { from: { at, timeZone } })),
  ];
}

/** A request for new second factors is over, as statements. */
export const endingAsk = (desk: Pick<Desk, "db" | "tokens">, userId: string): Statement[] => [
  endingLinks(desk, userId, "lost_device"),
  endingLinks(desk, userId, "new_factors"),
];

/** A person has no second factor any more, as statements. */
export function removingFactors(
  { db, people, factors }: Pick<Realm, "db" | "people" | "factors">,
  userId: string,
): Statement[] {
  const { passkeys, codes, devices } = factors;
  return [
    db.updating(people, eq(people.id, userId), {
      ...{ totpSecret: null, secondFactorSince: null },
    }),
    db.removing(passkeys, eq(passkeys.userId, userId)),
    db.removing(codes, eq(codes.userId, userId)),
    db.removing(devices, eq(devices.userId, userId)),
  ];
}

const endingEverything = (realm: Realm, userId: string): Statement[] => [
  realm.db.updating(realm.people, eq(realm.people.id, userId), {
    sessionEpoch: sql`${realm.people.sessionEpoch} + 1`,
  }),
  ...endingSessions(realm, userId),
];

/** The person's second factors go, by the link that somebody else has allowed. @throws Response 409 for one that does not work, or not yet */
export async function replaceFactors(realm: Realm, id: string, secret: string): Promise<Answer> {
  const known = await usableLink(realm, secret, ["new_factors"], id);
  const { person } = known.link;
  const { db, tokens } = realm;
  return spend(
    realm,
    known,
    "replace.factors",
    "Your second factors were removed. Sign in with your password, and set up new ones.",
    [
      db.assert("state", db.exists(tokens, openAsk(tokens, person.id))),
      ...removingFactors(realm, person.id),
      ...endingEverything(realm, person.id),
      ...endingAsk(realm, person.id),
      tellingOfFactors(realm, person, "replaced"),
    ],
  );
}

/** It was not the person who asked: the request ends, and what they asked with opens nothing any more. */
export async function refuseNewFactors(realm: Realm, id: string, secret: string): Promise<Answer> {
  const known = await usableLink(realm, secret, ["lost_device"], id);
  const { person } = known.link;
  const { db, people } = realm;
  return spend(
    realm,
    known,
    "refuse.new_factors",
    "The request is refused, and your old password opens nothing any more. A link to choose a new one is on its way.",
    [
      db.updating(people, eq(people.id, person.id), { passwordHash: null }),
      ...endingEverything(realm, person.id),
      ...endingAsk(realm, person.id),
      ...(await sendingLink(realm, person, "reset_password")),
    ],
  );
}
