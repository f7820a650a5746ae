import { eq } from "drizzle-orm";
import { teamMembers, teams } from "#drizzle/tenant/index.ts";
import { openSessions, withDevice } from "../../auth/open-sessions.ts";
import { tablesOf } from "../../auth/realm.ts";
import { rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { lostDeviceOf } from "../account/lost-device.ts";
import { countingDuties, dutiesOf } from "./leave.ts";
import { personQuery } from "./person.ts";
import { beyondReach, onePerson } from "./reach.ts";
import { seenBy, serviceTypesFor } from "./rules.ts";
import { signIns } from "./sessions.ts";

const personTabs = ["overview", "sessions", "sign-ins"] as const;

/** A person's page: who they are, what they answer for, and the tab that is open. One round trip. */
export async function personDetail(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-user");
  const tab = personTabs.find((name) => name === params.get("tab")) ?? "overview";
  const log = signIns(db, id, params);
  const [rows, teamRows, opened, attempts, beyond, [lost], ...counts] = await db.read(
    personQuery(db, id),
    db
      .select({ id: teams.id, name: teams.name, leader: teams.leaderUserId })
      .from(teamMembers)
      .innerJoin(teams, db.ofOwner(teams, eq(teams.id, teamMembers.teamId)))
      .where(db.ofOwner(teamMembers, rare(eq(teamMembers.userId, id)))),
    openSessions({ db, ...tablesOf.company }, id),
    log.statement,
    beyondReach(session, db, onePerson(id)),
    lostDeviceOf({ db, ...tablesOf.company }, id),
    ...countingDuties(db, id),
  );
  const person = seenBy(session, rows[0]);
  const mayEdit = session.can("edit-user");
  return {
    person,
    tab,
    now: Date.now(),
    teams: teamRows.map(({ leader, ...team }) => ({ ...team, leads: leader === id })),
    duties: dutiesOf(counts),
    sessions:
      tab === "sessions"
        ? opened.map((row) => ({ ...withDevice(row), isThis: row.id === session.actor.sessionId }))
        : null,
    signIns: tab === "sign-ins" ? log.page(attempts) : null,
    /** When they asked for new second factors, to be allowed by this Admin. */
    lostDeviceAt:
      session.type === "Admin" && mayEdit && person.id !== session.actor.userId
        ? (lost?.askedAt ?? null)
        : null,
    may: mayOf(session, person.id, mayEdit, beyond.length === 0),
    serviceTypes: serviceTypesFor(session),
    home: homeOf(session),
  };
}

/** Where people are listed: on Teams in a company without the Users screen. */
const homeOf = (session: Session) =>
  session.serviceType === 0
    ? { label: "Teams", path: "/teams?tab=people" }
    : { label: "Users", path: "/users" };
export type PersonDetail = Awaited<ReturnType<typeof personDetail>>;

/** What this person may do to that one. */
const mayOf = (session: Session, id: string, edit: boolean, isWithin: boolean) => ({
  edit,
  /** Links and sessions of who is within reach. */
  link: edit && isWithin,
  /** Not to oneself: suspend, leave, permissions. */
  rule: edit && isWithin && id !== session.actor.userId,
  /** Whose duties lie in Locations one does not see is marked as left by others. */
  leave: edit && isWithin && id !== session.actor.userId && session.departments === null,
  /** Who marks this person as left when this one does not. */
  leaveBy:
    !edit || id === session.actor.userId
      ? null
      : session.departments
        ? ("unlimited" as const)
        : isWithin
          ? null
          : ("stronger" as const),
  withdraw: session.can("delete-user") && isWithin && id !== session.actor.userId,
  reactivate: edit && session.type === "Admin",
  makeAdmin: session.type === "Admin",
});
