import { and, eq, ne } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { companyProfiles, users, userTokens } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Statement } from "../../db/db.ts";
import { sendingLink } from "../../mail/links.ts";
import { conflict, notFound } from "../../refusals.ts";
import { changesBetween } from "../entity/changes.ts";
import { countPeople } from "../people/rules.ts";

/** Another Admin of a company, as staff invite them. */
export type InvitedAdmin = { userId: string; name: string; email: string };

/** How a company stands that gets another Admin, and who of its people has the address already. */
async function standing(db: CompanyDb, email: string) {
  const [[company], [holder]] = await db.read(
    db
      .select(pick(companyProfiles, ["name", "status", "serviceType", "limits", "userCount"]))
      .from(companyProfiles)
      .where(db.ofOwner(companyProfiles, eq(companyProfiles.id, db.companyId)))
      .limit(1),
    db
      .select({ holder: users.name })
      .from(users)
      .where(db.ofOwner(users, and(eq(users.email, email), ne(users.status, "left"))))
      .limit(1),
  );
  return { company: company ?? notFound("company"), holder: holder?.holder ?? null };
}

/**
 * Whether a company takes another Admin now, by its shard.
 * @throws Response 404; 409 in words for a company that is suspended or closed, at its plan's limit, or where the address is somebody's
 */
export async function refuseInvited(db: CompanyDb, email: string) {
  const { company, holder } = await standing(db, email);
  const { name, status, limits, userCount } = company;
  if (status === "suspended" || status === "closed") conflict(`${name} is ${status}`);
  if (holder !== null) conflict(`${holder} of ${name} has this address already`);
  const most = limits.max_users;
  if (typeof most === "number" && userCount >= most)
    conflict(`The plan of ${name} allows ${most} people`);
  return company;
}

/**
 * Invites another Admin, as the company carries it out by its own rules.
 * @throws Response as `refuseInvited`
 */
export async function invitedAdmin(
  db: CompanyDb,
  { userId: id, name, email, origin, reason }: InvitedAdmin & { origin: string; reason: string },
): Promise<{ writes: Statement[]; activity: Activity }> {
  const company = await refuseInvited(db, email);
  const person = { id, name, email, type: "admin" as const, serviceType: company.serviceType };
  return {
    writes: [
      ...countPeople({ company }, db, 1),
      db.inserting(users, { ...person, createdBy: null, status: "invited" }),
      ...(await sendingLink({ db, origin, tokens: userTokens }, person, "invite")),
    ],
    activity: {
      ...{ action: "invite.user", kind: "user", id, label: name, reason },
      changes: changesBetween({}, { name, email, type: "admin" }),
    },
  };
}
