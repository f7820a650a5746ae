import { and, eq, ne } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { scimNames, users, userTokens } from "#drizzle/tenant/index.ts";
import type { Activity, Statement } from "../../db/db.ts";
import { sendingLink } from "../../mail/links.ts";
import { notFound, refuse } from "../../refusals.ts";
import { tellingOldAddress } from "../account/address.ts";
import { readingProvider } from "../identity/provider.ts";
import { isProved, mailDomainOf } from "../identity/whose.ts";
import { endingWork } from "../people/leave.ts";
import { asSeen, newEpoch } from "../people/person.ts";
import { countPeople, refuseLimit } from "../people/rules.ts";
import { endingAll } from "../people/states.ts";
import { stillAdmins } from "../people/still-admins.ts";
import type { Directory } from "./directory.ts";
import { badValue } from "./filter.ts";
import { tagOf } from "./resources.ts";
import type { Said } from "./said.ts";
import { readingUser, type ScimPerson, scimUser } from "./users.ts";

const taken = () =>
  refuse(409, "Another person has this userName or externalId", {
    data: { scimType: "uniqueness" },
  });
const staysAsItIs = (message: string) => refuse(400, message, { data: { scimType: "mutability" } });

/** Whether an address is of a proved mail domain, who has it, and the provider by which people sign in. Statements of a read. */
const aroundAddress = ({ db }: Directory, address: string) =>
  [
    readingProvider(db),
    db
      .select({ id: users.id })
      .from(users)
      .where(db.ofOwner(users, and(eq(users.email, address), ne(users.status, "left"))))
      .limit(1),
    db
      .select({ id: users.id })
      .from(users)
      .where(db.ofOwner(users, isProved(db, mailDomainOf(address))))
      .limit(1),
  ] as const;

/** The id by which the directory knows a record; null takes it away. */
export const namingExternal = (
  { db }: Directory,
  kind: "user" | "group",
  recordId: string,
  externalId: string | null,
): Statement[] => [
  db.removing(scimNames, and(eq(scimNames.kind, kind), eq(scimNames.recordId, recordId))!),
  ...(externalId ? [db.inserting(scimNames, { kind, recordId, externalId })] : []),
];

/** A refusal of the database, in SCIM's words. */
export function refused(directory: Directory, error: unknown): never {
  if (error instanceof Response && error.status === 422) return taken();
  return refuseLimit(directory, error);
}

/** A letter with an invitation. */
const inviting = ({ realm, db }: Directory, person: { id: string; name: string; email: string }) =>
  sendingLink({ db, origin: realm.origin, tokens: userTokens }, person, "invite");

/**
 * Makes a person: one who may sign in at once where the company's provider knows their domain, else one with an invitation.
 * They may do nothing but what their teams may.
 * @throws Response 400; 409 for an address that somebody has, or at the plan's limit
 */
export async function createUser(directory: Directory, said: Said) {
  const { db, company, profile } = directory;
  const { email, active = true, externalId = null } = said;
  if (!email) return badValue("userName is required");
  const [[provider], holders, proved] = await db.read(...aroundAddress(directory, email));
  if (holders.length) taken();
  const isKnown = Boolean(provider?.isOffered) && proved.length > 0;
  const person = { id: newId(), email, name: said.name ?? email.slice(0, email.indexOf("@")) };
  const status = active ? (isKnown ? "active" : "invited") : "suspended";
  const activity: Activity = {
    ...{ action: "invite.user", kind: "user", id: person.id, label: person.name },
    changes: [
      { field: "email", from: null, to: email },
      { field: "status", from: null, to: status },
    ],
  };
  try {
    await db.commit({
      writes: [
        ...countPeople({ company }, db, 1),
        db.inserting(users, {
          ...{ ...person, type: "user", status },
          serviceType: provider?.newServiceType ?? profile.serviceType,
        }),
        ...namingExternal(directory, "user", person.id, externalId),
        ...(status === "invited" ? await inviting(directory, person) : []),
      ],
      activity,
      answer: { status: 201, message: "", data: null },
    });
  } catch (error) {
    return refused(directory, error);
  }
  return scimUser(directory, person.id);
}

/** The person of an id, as the one who asks has read them. @throws Response 404; 412 for another version */
async function personOf(directory: Directory, id: string, tag: string | null): Promise<ScimPerson> {
  const [[found]] = await directory.db.read(readingUser(directory, id));
  const person = found ?? notFound("person");
  if (tag && tag !== "*" && tag !== tagOf(person)) refuse(412, "This person was changed meanwhile");
  return person;
}

/** What becomes of a person's state, with what that ends or sends. */
async function changingState(
  directory: Directory,
  person: ScimPerson,
  active: boolean | undefined,
  isKnown: boolean,
): Promise<{ writes: Statement[]; to: ScimPerson["status"] }> {
  const { db } = directory;
  const { id, status, hasPassword } = person;
  if (active === undefined || active === (status !== "suspended"))
    return { writes: [], to: status };
  if (!active)
    return {
      writes: [
        ...(await stillAdmins(db, person)),
        db.updating(users, eq(users.id, id), { status: "suspended", ...newEpoch }),
        ...endingAll(db, id),
      ],
      to: "suspended",
    };
  const to = hasPassword || isKnown ? "active" : "invited";
  return {
    writes: [
      db.updating(users, eq(users.id, id), { status: to }),
      ...(to === "invited" ? await inviting(directory, person) : []),
    ],
    to,
  };
}

/** Another address: of Users alone, within the domains that the company has proved. @throws Response 400, 409 */
async function changingAddress(
  { db, realm }: Directory,
  person: ScimPerson,
  email: string,
  { isProvedHere, isTaken }: { isProvedHere: boolean; isTaken: boolean },
): Promise<Statement[]> {
  if (person.type === "admin") staysAsItIs("The address of an Admin is changed in the application");
  if (isTaken) taken();
  if (!isProvedHere) badValue("The domain of this address is not among the proved mail domains");
  const { id } = person;
  const desk = { db, origin: realm.origin, tokens: userTokens };
  return [
    db.updating(users, eq(users.id, id), { email, ...newEpoch }),
    ...endingAll(db, id),
    tellingOldAddress(desk, person, email),
    ...(person.status === "invited" ? await sendingLink(desk, { ...person, email }, "invite") : []),
  ];
}

/**
 * Changes what a directory says of a person. One who is no longer active is signed out everywhere.
 * @param tag the version that was read, as a header says it; null for any
 * @throws Response 400; 404; 409 for an address that somebody has, the last Admin and the Admin for emergencies; 412
 */
export async function changeUser(
  directory: Directory,
  id: string,
  tag: string | null,
  saying: (before: string) => Said,
) {
  const { db } = directory;
  const person = await personOf(directory, id, tag);
  const said = saying(person.name);
  const email = said.email ?? person.email.toLowerCase();
  const isMoved = email !== person.email.toLowerCase();
  const [[provider], holders, proved] = await db.read(...aroundAddress(directory, email));
  const isProvedHere = proved.length > 0;
  const isKnown = Boolean(provider?.isOffered) && isProvedHere;
  const state = await changingState(directory, person, said.active, isKnown);
  const name = said.name ?? person.name;
  const changes = [
    { field: "name", from: person.name, to: name },
    { field: "email", from: person.email, to: isMoved ? email : person.email },
    { field: "status", from: person.status, to: state.to },
  ].filter(({ from, to }) => from !== to);
  const isNamed = said.externalId !== undefined && said.externalId !== person.externalId;
  if (!changes.length && !isNamed) return scimUser(directory, id);
  try {
    await db.commit({
      writes: [
        asSeen(db, person),
        ...state.writes,
        ...(name === person.name ? [] : [db.updating(users, eq(users.id, id), { name })]),
        ...(isMoved
          ? await changingAddress(directory, person, email, {
              ...{ isProvedHere, isTaken: holders.length > 0 },
            })
          : []),
        ...(isNamed ? namingExternal(directory, "user", id, said.externalId ?? null) : []),
      ],
      activity: { action: "update.user", kind: "user", id, label: name, changes },
      answer: { status: 200, message: "", data: null },
    });
  } catch (error) {
    return refused(directory, error);
  }
  return scimUser(directory, id);
}

/**
 * Marks a person as left; what they answered for is nobody's until somebody takes it.
 * @throws Response 404; 409 for the last Admin and the Admin for emergencies; 412
 */
export async function removeUser(directory: Directory, id: string, tag: string | null) {
  const { db, company } = directory;
  const person = await personOf(directory, id, tag);
  await db.commit({
    writes: [
      asSeen(db, person),
      ...(await stillAdmins(db, person)),
      ...namingExternal(directory, "user", id, null),
      ...endingWork(db, id, {}),
      ...countPeople({ company }, db, -1),
    ],
    activity: {
      ...{ action: "leave.user", kind: "user", id, label: person.name },
      changes: [{ field: "status", from: person.status, to: "left" }],
    },
    answer: { status: 204, message: "", data: null },
  });
}
