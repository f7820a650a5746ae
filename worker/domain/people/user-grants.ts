import { eq } from "drizzle-orm";
import type { Choice } from "#app/shared/list.ts";
import { effectiveOf } from "#app/shared/permission-matrix.ts";
import { userPermissions, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { vocabulary } from "../../permissions.ts";
import { conflict, invalid, notFound, stale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import type { PersonRow } from "./columns.ts";
import { userGrantsInput } from "./grant-input.ts";
import {
  grantQueries,
  groundsOf,
  type OwnRow,
  ownGrantsQuery,
  regranting,
  type TeamRow,
} from "./held.ts";
import {
  type ChannelMarks,
  confirmLosses,
  type Grant,
  type GrantChange,
  grantChanges,
  keptBesides,
  loggedChange,
  lostBy,
  marksOf,
  matrixOf,
  type Spoken,
} from "./matrix.ts";
import { asSeenWithin, personQuery } from "./person.ts";
import { copiedPreset, offeredPresets, presetAsked } from "./presets.ts";
import { beyondReach, onePerson, refuseBeyond } from "./reach.ts";
import { notOneself, seenBy } from "./rules.ts";
import { givableLocations, refuseWider, scopeChange, scopeOf, scoping } from "./user-scope.ts";

const UNHELD = "You do not have this right yourself";

/** The statements that show or change the grants of a person: theirs, by teams, their scope, and whether they are within the editor's reach. */
const grantsRead = (session: Session, db: ReadingDb, id: string) =>
  [
    personQuery(db, id),
    ...grantQueries(db, id),
    scopeOf(db, id),
    beyondReach(session, db, onePerson(id)),
  ] as const;

type Read = readonly [PersonRow[], OwnRow[], TeamRow[], Choice[], { name: string }[]];

const ownGrants = (rows: readonly OwnRow[]): Grant[] =>
  rows.map(({ permission, web, app }) => ({
    permission,
    web: web ?? "inherit",
    app: app ?? "inherit",
  }));

function judged(session: Session, [people, own, byTeams, scope, beyond]: Read) {
  const person = seenBy(session, people[0]);
  const grounds = groundsOf(
    { isAdmin: person.type === "admin", serviceType: person.serviceType },
    own,
    byTeams,
  );
  return { person, own, byTeams, scope, beyond, grounds, marks: marksOf(ownGrants(own)) };
}

/** Why this person's grants cannot be changed by that one; null when they can. */
function lockOf(session: Session, person: PersonRow, isBeyond: boolean): string | null {
  if (person.type === "admin")
    return "An Admin has every permission of the company. There is nothing to give or take.";
  if (person.id === session.actor.userId)
    return "Nobody changes their own permissions. Ask an Admin.";
  if (isBeyond) return "This person has rights or Locations that you do not have. Ask an Admin.";
  return null;
}

/** The page of a person's permissions. With `copy`, the marks of another person or team stand in the form, unsaved. One round trip. */
export async function userGrants(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("edit-user");
  const [kind, from = ""] = (params.get("copy") ?? "").split(":");
  const other = kind === "person" ? from : "";
  const preset = presetAsked(kind, from);
  const [person, own, byTeams, scope, beyond, source, sourceRows, places] = await db.read(
    ...grantsRead(session, db, id),
    db
      .select({ name: users.name, type: users.type })
      .from(users)
      .where(db.ofOwner(users, eq(users.id, other))),
    ownGrantsQuery(db, other),
    givableLocations(db),
  );
  const read = judged(session, [person, own, byTeams, scope, beyond]);
  const matrix = matrixOf(
    [read.person.serviceType],
    session.holds,
    (permission, channel) => read.grounds(permission, channel).teams,
  );
  const copied =
    source[0] && source[0].type === "user"
      ? { from: source[0].name, marks: marksOf(ownGrants(sourceRows)) }
      : null;
  return {
    person: read.person,
    locked: lockOf(session, read.person, beyond.length > 0),
    matrix,
    presets: offeredPresets(matrix),
    marks: read.marks,
    copied: preset ? copiedPreset(preset, matrix) : copied,
    scope: read.scope,
    places,
    /** A person limited themselves gives some of their own Locations, and never all. */
    mustScope: db.scope !== null,
  };
}

/** A person's grants as the API reads them: their own, and what comes of them with the reason. */
export async function readUserGrants(session: Session, id: string) {
  const db = session.authorize("view-user");
  const { person, grounds, own, scope } = judged(
    session,
    await db.read(...grantsRead(session, db, id)),
  );
  const effective = [...vocabulary].flatMap(([permission, services]) => {
    if (!services.includes(person.serviceType)) return [];
    const web = effectiveOf(grounds(permission, "web"));
    const app = effectiveOf(grounds(permission, "app"));
    return [
      {
        permission,
        web: web.granted,
        web_reason: web.reason,
        app: app.granted,
        app_reason: app.reason,
      },
    ];
  });
  return {
    version: person.version,
    grants: ownGrants(own),
    departments: scope.map(({ value }) => value),
    effective,
  };
}

/** What a save would do, for the question before it: who loses what. */
const lossesOf = (
  after: ChannelMarks,
  { grounds, marks }: { grounds: ReturnType<typeof groundsOf>; marks: ChannelMarks },
) => lostBy(marks, after, (permission, own) => ({ ...grounds(permission, "web"), own }));

/** Refuses each change of a right that the editor does not hold. @throws Response 422 with the permissions by name */
export function refuseUnheld(session: Session, changes: readonly GrantChange[]): void {
  const unheld = changes.filter(({ permission, channel }) => !session.holds(permission, channel));
  if (unheld.length)
    invalid(Object.fromEntries(unheld.map(({ permission }) => [permission, [UNHELD]])), UNHELD);
}

/**
 * Saves the whole of a person's own grants and, when given, their Locations. It counts from the person's next request on.
 * @param confirmed lets people lose access; without it such a save is asked about
 * @param spoken what a form speaks of; without it the grants are complete
 * @throws Response 403 for oneself, 404, 409 for an Admin or when someone else was first, 422 for rights the editor does not hold
 */
export async function saveUserGrants(
  session: Session,
  id: string,
  input: unknown,
  confirmed = true,
  spoken?: Spoken,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  notOneself(session, id, "change the permissions of");
  const { version, grants, departments: wanted } = checked(userGrantsInput, input);
  const found = judged(session, await db.read(...grantsRead(session, db, id)));
  const { person, marks, scope } = found;
  if (person.type === "admin") conflict("An Admin has every permission of the company");
  refuseBeyond(found.beyond);
  if (version !== undefined && version !== person.version) stale({ version: person.version });
  const after = spoken ? keptBesides(marks, marksOf(grants), spoken) : marksOf(grants);
  const changes = grantChanges(marks, after, [person.serviceType]);
  refuseUnheld(session, changes);
  const losses = lossesOf(after, found);
  const place = wanted && scopeChange(scope, wanted);
  refuseWider(db, place);
  confirmLosses(person.name, losses, confirmed);
  try {
    return await db.commit({
      writes: [
        ...asSeenWithin(session, db, person),
        db.updating(users, eq(users.id, id), {}),
        ...writing(db, id, changes, after),
        ...(place ? scoping(db, id, place) : []),
      ],
      ...recorded("user", "change.permissions", person, `Permissions of ${person.name} saved`, {
        changes: [
          ...changes.map(loggedChange),
          ...(place?.isChanged
            ? [{ field: "locations", from: place.before, to: place.after }]
            : []),
        ],
      }),
    });
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status === 422 && place) notFound("location");
    throw refusal;
  }
}

/** Writes the grants that changed; a permission that both channels inherit has no row. */
function writing(
  db: CompanyDb,
  userId: string,
  changes: readonly GrantChange[],
  after: ChannelMarks,
): Statement[] {
  const word = (mark: string | undefined) => (mark === "allow" || mark === "deny" ? mark : null);
  return regranting(
    db,
    userPermissions,
    eq(userPermissions.userId, userId),
    changes,
    (permission) => {
      const [web, app] = [word(after.web[permission]), word(after.app[permission])];
      return web || app ? { userId, web, app } : null;
    },
  );
}
