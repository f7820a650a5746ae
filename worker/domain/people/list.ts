import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Choice, ListQuery, ListResult } from "#app/shared/list.ts";
import { departments, teamMembers, teams, users } from "#drizzle/tenant/index.ts";
import { userStatuses } from "#drizzle/tenant/people.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import { among } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { askedOf } from "../lists/list-query.ts";
import { foundBy, listOrNearly } from "../search/found-by.ts";
import { type PersonRow, personColumns } from "./columns.ts";
import { beyondReach, somePeople } from "./reach.ts";
import { visibleTo } from "./rules.ts";

/** A search looks at so many people at most. */
const MOST_FOUND = 500;
export const peopleFilters = ["type", "status", "team", "department"];
export const peopleSorts = { name: users.name, newest: users.id };

/** A list with the choices its filters name, the person a dialog is open on, and who of the page is beyond reach. */
export type PeopleList = ListResult<PersonRow> & {
  beyond: string[];
  record: PersonRow | null;
  chosen: { team: Choice | null; department: Choice | null };
};

function matching(
  db: ReadingDb,
  session: Session,
  { filters, q }: ListQuery,
  near: readonly string[] | null,
): (SQL | undefined)[] {
  const { type, status, team, department } = filters;
  return [
    visibleTo(session),
    status ? sql`${users.status} = ${status}` : ne(users.status, "left"),
    type ? sql`${users.type} = ${type}` : undefined,
    department ? eq(users.departmentId, department) : undefined,
    team
      ? sql`${users.id} in (select ${teamMembers.userId} from ${teamMembers} where ${db.ofOwner(teamMembers, eq(teamMembers.teamId, team))})`
      : undefined,
    near ? inArray(users.id, among(near)) : undefined,
    q && !near ? foundBy(db.companyId, "person", users.id, q, MOST_FOUND) : undefined,
  ];
}

const chosen = (db: ReadingDb, table: typeof teams | typeof departments, id = "") =>
  db
    .select({ value: table.id, label: table.name })
    .from(table)
    .where(db.ofOwner(table, eq(table.id, id)));

/**
 * A page of the people one may see; those who left are shown when asked for. With `record`, also that person. One round
 * trip; two more where the words begin none of theirs and are looked for inside them.
 */
export async function listPeople(
  session: Session,
  params: URLSearchParams,
  record = "",
): Promise<PeopleList> {
  const db = session.authorize("view-user");
  return listOrNearly(db, "person", (near) => listed(db, session, params, record, near));
}

async function listed(
  db: ReadingDb,
  session: Session,
  params: URLSearchParams,
  record: string,
  near: readonly string[] | null,
): Promise<PeopleList> {
  const query = askedOf(
    params,
    Object.keys(peopleSorts),
    peopleFilters,
    params.get("sort") === "newest" ? "desc" : "asc",
  );
  if (query.filters.status && !(userStatuses as readonly string[]).includes(query.filters.status))
    delete query.filters.status;
  const column = peopleSorts[query.sort as keyof typeof peopleSorts];
  const slice = keyset(column, users.id, query, params, { isFew: query.q !== "" });
  const where = db.ofOwner(users, and(...matching(db, session, query, near), slice.where));
  const shown = sql`select ${users.id} from ${users} where ${where} order by ${sql.join(slice.orderBy, sql`, `)} limit ${sql.raw(String(slice.limit))}`;
  const [rows, one, team, department, beyond] = await db.read(
    db
      .select(personColumns)
      .from(users)
      .where(where)
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    db
      .select(personColumns)
      .from(users)
      .where(db.ofOwner(users, and(eq(users.id, record), visibleTo(session))))
      .limit(1),
    chosen(db, teams, query.filters.team),
    chosen(db, departments, query.filters.department),
    beyondReach(session, db, session.type === "Admin" ? somePeople([]) : shown),
  );
  return {
    ...slice.page(rows, (row) => (query.sort === "newest" ? row.id : row.name), null),
    query,
    beyond: beyond.map(({ id }) => id),
    record: one[0] ?? null,
    chosen: { team: team[0] ?? null, department: department[0] ?? null },
  };
}

/** One person. @throws Response 404 for nobody, and for an Admin to anyone but an Admin */
export async function findPerson(session: Session, id: string): Promise<PersonRow> {
  const { record } = await listPeople(session, new URLSearchParams(), id);
  return record ?? notFound("person");
}

/** Up to 20 people for a picker. */
export async function peopleChoices(session: Session, q: string): Promise<Choice[]> {
  const { rows } = await listPeople(session, new URLSearchParams({ q, size: "25" }));
  return rows.slice(0, 20).map(({ id, name, email }) => ({ value: id, label: name, hint: email }));
}
