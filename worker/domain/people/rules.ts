import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { companyProfiles, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { activeAdmin } from "../../db/predicates.ts";
import { conflict, forbidden, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";

type Target = { id: string; type: "admin" | "user" };

/** Admins are seen and changed by Admins alone. */
export const visibleTo = (session: Session): SQL | undefined =>
  session.type === "Admin" ? undefined : eq(users.type, "user");

/** @throws Response 404 for nobody, and for an Admin to anyone but an Admin */
export function seenBy<T extends Target>(session: Session, person: T | undefined): T {
  if (!person || (person.type === "admin" && session.type !== "Admin")) return notFound("person");
  return person;
}

/** @throws Response 403: what this changes is never one's own */
export function notOneself(session: Session, id: string, what: string): void {
  if (session.actor.userId === id) forbidden(`You cannot ${what} yourself`);
}

/** Company 0 has people of 0, company 1 of 1, company 2 of any; who is no Admin gives what they have. */
export function serviceTypesFor(session: Session): number[] {
  const company = session.company.serviceType;
  const all = company === 2 ? [0, 1, 2] : [company];
  return session.type === "Admin" || session.serviceType === 2
    ? all
    : all.filter((type) => type === session.serviceType);
}

/** Some other Admin is active: goes before a change that takes one away. */
export const anotherAdmin = (db: CompanyDb, id: string): Statement =>
  db.assert("last_admin", db.exists(users, and(activeAdmin, ne(users.id, id))!));

/** Whose plan it is. */
type Planned = { company: { limits: Session["company"]["limits"] } };

/** People came or went: the counter moves, and the plan's limit holds when they come. */
export function countPeople({ company }: Planned, db: CompanyDb, by: number): Statement[] {
  const limit = company.limits.max_users;
  const room = sql`(select "user_count" from ${companyProfiles} where ${db.ofOwner(companyProfiles)}) + cast(${by} as integer) <= cast(${limit} as integer)`;
  return [
    ...(by > 0 && limit !== undefined && limit !== null ? [db.assert("user_limit", room)] : []),
    db.updating(companyProfiles, eq(companyProfiles.id, db.companyId), {
      userCount: sql`${companyProfiles.userCount} + cast(${by} as integer)`,
    }),
  ];
}

/** Says the plan's limit where it was met. @throws the refusal otherwise */
export function refuseLimit({ company }: Planned, refusal: unknown): never {
  if (brokenRule(refusal)?.name === "assert_user_limit")
    conflict(`Your plan allows ${company.limits.max_users} people`);
  throw refusal;
}
