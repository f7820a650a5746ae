import { eq } from "drizzle-orm";
import { users, userTokens } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Statement } from "../../db/db.ts";
import { sendingLink } from "../../mail/links.ts";
import { conflict } from "../../refusals.ts";
import { allowing, askOf, lostDeviceOf, WAITS } from "../account/lost-device.ts";
import { asSeen, newEpoch, personQuery } from "../people/person.ts";
import { endingAll } from "../people/states.ts";
import { stillAdmins } from "../people/still-admins.ts";
import { invitedAdmin } from "./invited-admin.ts";

/** What staff do with a company's Admin. */
export const adminActs = [
  "send-link",
  "suspend",
  "reactivate",
  "make-owner",
  "new-factors",
] as const;
export type AdminAct = (typeof adminActs)[number];
/** `entryId` is of the directory; null for who is not in it yet. */
export type AdminAsked = { userId: string; name: string; origin: string } & (
  | { act: AdminAct; entryId: string; reason: string | null }
  | { act: "invite"; entryId: null; email: string; reason: string }
);

/** From which states of an Admin an act is possible. */
export const adminStates: Record<AdminAct, readonly (typeof users.$inferSelect)["status"][]> = {
  "send-link": ["invited", "active"],
  suspend: ["invited", "active"],
  reactivate: ["suspended"],
  "make-owner": ["active"],
  "new-factors": ["active"],
};

/**
 * What staff ask of a company's Admin, as the company carries it out by its own rules: it keeps its last active Admin, and the one for emergencies of sign-in.
 * @throws Response 409 in words, for what is not possible any more
 */
export async function adminEffect(
  db: CompanyDb,
  asked: AdminAsked,
): Promise<{ writes: Statement[]; activity: Activity }> {
  if (asked.act === "invite") return invitedAdmin(db, asked);
  const { act, userId, origin, reason } = asked;
  const [[person], [known]] = await db.read(
    personQuery(db, userId),
    db
      .select({ hash: users.passwordHash })
      .from(users)
      .where(db.ofOwner(users, eq(users.id, userId)))
      .limit(1),
  );
  if (person?.type !== "admin") return conflict("This person is no Admin any more");
  if (!adminStates[act].includes(person.status)) conflict(`${person.name} is ${person.status}`);
  const desk = { db, origin, tokens: userTokens };
  const its = eq(users.id, userId);
  const done = (verb: string, status = person.status): Activity => ({
    ...{ action: `${verb}.user`, kind: "user", id: userId, label: person.name, reason },
    changes: status === person.status ? [] : [{ field: "status", from: person.status, to: status }],
  });
  const seen = asSeen(db, person);
  if (act === "suspend")
    return {
      writes: [
        seen,
        ...(await stillAdmins(db, person)),
        db.updating(users, its, { status: "suspended", ...newEpoch }),
        ...endingAll(db, userId),
      ],
      activity: done("suspend", "suspended"),
    };
  if (act === "reactivate") {
    const status = known?.hash ? "active" : "invited";
    return {
      writes: [
        seen,
        db.updating(users, its, { status }),
        ...(status === "invited" ? await sendingLink(desk, person, "invite") : []),
      ],
      activity: done("reactivate", status),
    };
  }
  if (act === "send-link") {
    const isInvited = person.status === "invited";
    return {
      writes: [seen, ...(await sendingLink(desk, person, isInvited ? "invite" : "reset_password"))],
      activity: done(isInvited ? "send_invitation" : "send_reset"),
    };
  }
  if (act === "new-factors") {
    const [asks] = await db.read(lostDeviceOf(desk, userId));
    const ask = askOf(asks, person);
    const { byPlatform } = WAITS;
    return {
      writes: [
        seen,
        ...(await allowing({ ...desk, people: users }, person, ask, "UTC", byPlatform)),
      ],
      activity: done("allow_new_factors"),
    };
  }
  return { writes: [seen], activity: done("make_owner") };
}
