import { and, sql } from "drizzle-orm";
import { plural } from "#app/shared/plural.ts";
import { newId } from "#drizzle/columns.ts";
import { companyProfiles, teamMembers, userScopes, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Answer, Statement } from "../../db/db.ts";
import { sendingLink } from "../../mail/links.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { assertUsable, explainReferences, referencesOf } from "../entity/references.ts";
import { type Line, linesOf, manyInput, type PersonInput, personInput } from "./input.ts";
import { joining, joiningQueries, type Known } from "./joining.ts";
import { deskOf } from "./person.ts";
import { presettingPerson } from "./presets.ts";
import { countPeople, refuseLimit, serviceTypesFor } from "./rules.ts";

/** What a new person may be given: a Location and a team. */
export const personReferences = {
  ...referencesOf(users, personInput),
  ...referencesOf(teamMembers, personInput),
};

/** What a person may be made by this one. @throws Response 422 at the field */
export function refuseUpward(
  session: Session,
  { type, serviceType }: Pick<PersonInput, "type" | "serviceType">,
): void {
  if (type === "admin" && session.type !== "Admin")
    invalid({ type: ["Only an Admin makes an Admin"] });
  if (!serviceTypesFor(session).includes(serviceType))
    invalid({ serviceType: ["Your company has not this service type"] });
}

type New = PersonInput & { id: string };

/** One new person with an invitation, as statements; a limited person's guests are limited as they are. */
const making = async (
  session: Session,
  db: CompanyDb,
  { teamId, preset, ...person }: New,
): Promise<Statement[]> => [
  db.inserting(users, { ...person, status: "invited" }),
  // An Admin has every right without grants.
  ...(person.type === "user"
    ? presettingPerson(session, db, person.id, { preset, serviceType: person.serviceType })
    : []),
  ...(teamId ? [db.inserting(teamMembers, { teamId, userId: person.id })] : []),
  ...(db.scope?.departments ?? []).map((departmentId) =>
    db.inserting(userScopes, { userId: person.id, departmentId }),
  ),
  ...(await sendingLink(deskOf(session, db), person, "invite")),
];

const invited = (person: New): Activity => ({
  action: "invite.user",
  kind: "user",
  id: person.id,
  label: person.name,
  changes: changesBetween({}, person).filter(({ field }) => field !== "id"),
});

/**
 * Invites one person, who gets a link that lasts 72 hours.
 * @throws Response 403, 404 for an id that is not the company's, 409 at the plan's limit, 422 with every message
 */
export async function invitePerson(
  session: Session,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("create-user");
  const values = checked(personInput, input);
  refuseUpward(session, values);
  const person = { ...values, id: newId() };
  const { teamId } = values;
  const joins = teamId ? await db.read(...joiningQueries(session, db, teamId, [])) : noTeam;
  return inviting(session, db, [person], joins, {
    status: 201,
    message: `${values.email} gets an invitation`,
    data: { id: person.id },
  });
}

const noTeam: Known = [[], []];

/** Invites people who share a Location and a team, in one batch. */
async function inviting<D>(
  session: Session,
  db: CompanyDb,
  people: readonly [New, ...New[]],
  joins: Known,
  answer: Answer<D>,
): Promise<Answer<D>> {
  const [{ departmentId, teamId }] = people;
  const shared = { departmentId, teamId };
  const ids = people.map(({ id }) => id);
  const team = teamId ? joining(session, db, teamId, ids, joins, "teamId") : [];
  const added = await Promise.all(people.map((person) => making(session, db, person)));
  try {
    return await db.commit({
      writes: [
        ...assertUsable(db, personReferences, shared, null),
        ...team,
        ...countPeople(session, db, people.length),
        ...added.flat(),
      ],
      activity: people.map(invited),
      answer,
    });
  } catch (refusal) {
    if (refusal instanceof Response) await explainReferences(db, personReferences, shared);
    return refuseLimit(session, refusal);
  }
}

export type Invited = {
  results: { line: string; email: string; id: string | null; problem: string | null }[];
  invited: number;
};

/** Invites everybody of a pasted list that can be; says of each line what came of it. One batch. */
export async function inviteMany(session: Session, input: unknown): Promise<Answer<Invited>> {
  const db = session.authorize("create-user");
  const { people, ...shared } = checked(manyInput, input);
  refuseUpward(session, { type: "user", serviceType: shared.serviceType });
  const lines = linesOf(people);
  const emails = JSON.stringify(lines.map(({ email }) => email));
  const [known, [profile], ...joins] = await db.read(
    db
      .select({ email: users.email })
      .from(users)
      .where(
        db.ofOwner(
          users,
          and(
            sql`${users.email} in (select "value" from json_each(${emails}))`,
            sql`${users.status} <> 'left'`,
          ),
        ),
      ),
    db
      .select({ count: companyProfiles.userCount })
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles)),
    ...joiningQueries(session, db, shared.teamId ?? "", []),
  );
  const taken = new Set(known.map(({ email }) => email.toLowerCase()));
  const limit = session.company.limits.max_users;
  let room =
    limit === undefined || limit === null
      ? Number.POSITIVE_INFINITY
      : Math.max(0, limit - (profile?.count ?? 0));
  const judged = lines.map((line): Line & { id: string | null } => {
    if (line.problem) return { ...line, id: null };
    if (taken.has(line.email)) return { ...line, problem: "Is here already", id: null };
    if (room-- <= 0) return { ...line, problem: `Your plan allows ${limit} people`, id: null };
    return { ...line, id: newId() };
  });
  const fresh = judged.flatMap(({ id, email, name }): New[] =>
    id
      ? [
          {
            ...shared,
            id,
            email,
            name,
            type: "user",
            phone: null,
            designation: null,
            employeeCode: null,
          },
        ]
      : [],
  );
  const results = judged.map(({ line, email, id, problem }) => ({ line, email, id, problem }));
  const [first, ...others] = fresh;
  if (!first)
    return invalid({
      people: [
        results.length === 1
          ? `${results[0]!.line}: ${results[0]!.problem}`
          : "Nobody on this list can be invited",
      ],
    });
  const n = fresh.length;
  const message = plural(n, "1 person gets an invitation", "{n} people get an invitation");
  const answer = { status: 201, message, data: { results, invited: n } };
  return inviting(session, db, [first, ...others], joins, answer);
}
