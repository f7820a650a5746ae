import { and, eq, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import {
  activityLog,
  companyProfiles,
  identityLinks,
  identitySessions,
  identityStates,
  users,
} from "#drizzle/tenant/index.ts";
import { logAttempt, networkOf } from "../../auth/attempts.ts";
import { openSession, type SignedIn } from "../../auth/open-session.ts";
import type { Realm } from "../../auth/realm.ts";
import { seal } from "../../auth/sealed.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { Activity, Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { logRows } from "../../db/log-rows.ts";
import type { Visit } from "../../env.ts";
import { identityLinkedLetter } from "../../mail/identity-letters.ts";
import { endingLinks } from "../../mail/links.ts";
import { mailing } from "../../mail/outbox.ts";
import { conflict, refuse } from "../../refusals.ts";
import type { Told } from "./come-back.ts";
import type { Provider } from "./provider.ts";
import { teamChanges } from "./team-changes.ts";
import type { Way } from "./way.ts";
import { type Person, type Refusal, type Whose, whoseIs, whoseReads } from "./whose.ts";

/** What the ID token of a session is sealed for. */
export const ID_TOKEN = "ID token";
/** A longer token does not fit into the address at which somebody signs out. */
const LONGEST_ID_TOKEN = 4_000;
const OVERTAKEN = "Your account was changed meanwhile. Sign in again.";
const USED = "This way in was used already. Sign in again.";

const noAccount = (name: string) =>
  `${name} knows you, but no account here is yours. Ask an Admin to invite you.`;
/** What is said to whoever is not let in: nothing of whether there is an account. */
const said: Partial<Record<Refusal, string>> = {
  no_room: "Your company's plan has no room for another person. Ask an Admin.",
  only_reads: "Your company's subscription has ended, so no account can be made for you now.",
};

type Given = { realm: Realm; visit: Visit; provider: Provider; way: Way; told: Told };

/**
 * Lets in whoever comes from the provider, with what that changes: a link to the subject, an accepted invitation, a new account, teams.
 * @throws Response 403 where no account is theirs; 409 for a way that was used already
 */
export async function admit(given: Given): Promise<SignedIn> {
  const { realm, visit, provider, told } = given;
  const { db } = realm;
  const found = await db.read(...whoseReads(db, told));
  const whose = whoseIs(told, provider, found);
  const network = networkOf(visit.ip);
  if (whose.kind === "refused") {
    await db.read(
      logAttempt(realm, visit, {
        ...{ email: told.email ?? "", result: "provider_refused", network },
        userId: found[0][0]?.id ?? null,
      }),
    );
    return refuse(403, said[whose.because] ?? noAccount(provider.name));
  }
  const person = whose.kind === "make" ? newPerson(whose.email, told) : whose.person;
  const arrived = arriving(given, whose, person);
  const moved = teamChanges(db, person, provider, told.groups, {
    ...{ isNew: whose.kind === "make", mapped: found[4], member: found[5] },
  });
  const at = { place: `oidc:${(await sha256(`${told.issuer} ${told.subject}`)).slice(0, 32)}` };
  try {
    return await openSession(...([realm, visit, person, { at, network }] as const), {
      method: "oidc",
      // When the person was asked there, not when they came here: a provider that knows the browser may ask nothing.
      provedAt: told.askedAt && Math.min(told.askedAt, Date.now()),
      also: [
        db.inserting(identityStates, {
          stateHash: await sha256(given.way.state),
          usedAt: Date.now(),
        }),
        ...arrived.writes,
        ...moved.writes,
        ...logging(realm, person, [...arrived.entries, ...moved.entries]),
      ],
      beside: await sessionOf(given),
    });
  } catch (error) {
    const broken = brokenRule(error);
    if (broken?.name === "identity_states") conflict(USED);
    if (broken?.kind === "unique" || broken?.name === "state_as_expected") conflict(OVERTAKEN);
    throw error;
  }
}

const newPerson = (email: string, { name }: Told): Person => ({
  ...{ id: newId(), email, name: name ?? email.slice(0, email.indexOf("@")) },
  ...{ type: "user", status: "active", sessionEpoch: 0 },
});

/** What makes an account of whoever it is, as statements. */
function arriving(
  { realm, provider, told }: Given,
  whose: Exclude<Whose, { kind: "refused" }>,
  person: Person,
): { writes: Statement[]; entries: Activity[] } {
  const { db, origin } = realm;
  const { issuer, subject } = told;
  const of = { kind: "user", id: person.id, label: person.name };
  const at = Date.now();
  const isLinked = whose.kind === "known" && whose.isLinked;
  const linking = {
    writes: isLinked
      ? []
      : [
          db.inserting(identityLinks, { userId: person.id, issuer, subject, createdAt: at }),
          mailing(
            db,
            { to: person.email, ...identityLinkedLetter(person.name, provider.name, origin) },
            `identity_linked:${newId()}`,
          ),
        ],
    entries: isLinked
      ? []
      : [
          {
            ...{ ...of, action: "link_identity.user" },
            changes: [{ field: "identity provider", from: null, to: provider.name }],
          },
        ],
  };
  if (whose.kind === "known") {
    const isInvited = person.status === "invited";
    const accepted = { status: "active" as const, emailVerifiedAt: at };
    const accepting = isInvited
      ? [
          db.updating(users, eq(users.id, person.id), accepted),
          endingLinks(realm, person.id, "invite"),
        ]
      : [];
    return {
      writes: [still(realm, person), ...accepting, ...linking.writes],
      entries: [...(isInvited ? [{ ...of, action: "accept.invitation" }] : []), ...linking.entries],
    };
  }
  const { id, email, name, type } = person;
  const added = {
    ...{ id, email, name, type, status: "active", emailVerifiedAt: at },
    serviceType: provider.newServiceType ?? 0,
  };
  return {
    writes: [...makingRoom(realm), db.inserting(users, added), ...linking.writes],
    entries: [{ ...of, action: "join_by_provider.user" }, ...linking.entries],
  };
}

/** The person is as they were found. */
const still = ({ db }: Realm, { id, status, email }: Person) =>
  db.assert(
    "state",
    db.exists(users, and(eq(users.id, id), eq(users.status, status), eq(users.email, email))!),
  );

/** One more person, within the plan's limit. */
const makingRoom = ({ db, cid }: Realm): Statement[] => [
  db.assert(
    "state",
    db.exists(
      companyProfiles,
      sql`${companyProfiles.userCount} < coalesce(${companyProfiles.limits} ->> 'max_users', 1e9)`,
    ),
  ),
  db.updating(companyProfiles, eq(companyProfiles.id, cid), {
    userCount: sql`${companyProfiles.userCount} + 1`,
  }),
];

/** What a sign-in leaves in the log, in the name of whoever signed in. */
function logging({ db }: Realm, { id, name }: Person, entries: readonly Activity[]): Statement[] {
  const stamp = { ...db.stamp, actorKind: "user" as const, actorId: id, actorName: name };
  return logRows(stamp, entries, Date.now()).map((row) => db.inserting(activityLog, row));
}

/** What is kept of the provider's session beside the one that is opened. */
async function sessionOf({ realm, visit, provider, told }: Given) {
  const id = newId();
  const { issuer, subject, providerSession, idToken } = told;
  const isKept = provider.signsOut && idToken.length <= LONGEST_ID_TOKEN;
  const sealed = isKept ? await seal(visit.env, ID_TOKEN, [realm.cid, id], idToken) : null;
  return (sessionId: string): Statement[] => [
    realm.db.inserting(identitySessions, {
      ...{ id, sessionId, issuer, subject, providerSession, idToken: sealed },
    }),
  ];
}
