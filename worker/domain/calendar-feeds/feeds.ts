import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import { calendarFeeds, teamMembers, teams } from "#drizzle/tenant/index.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { Answer } from "../../db/db.ts";
import type { OwnDb } from "../../db/own-rows.ts";
import { pointsTo } from "../../db/predicates.ts";
import { forbidden, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, text } from "../entity/fields.ts";
import { isSeed, newSeed, tokenOf } from "../following/link.ts";

const MOST = 20;
const MOST_TEAMS = 50;

/** A person's links live on the company's host, as a calendar program asks for them. */
export const feedPath = (token: string) => `/calendar/${token}.ics`;

const seed = z.string().refine(isSeed, "Open the page again");
/** A link for the person, or for a team of theirs. `seed` is what its secret is made of. */
export const feedInput = z.strictObject({
  name: text("Name", 60),
  teamId: z.union([z.literal("").transform(() => null), z.uuid("Choose a team"), z.null()]),
  seed,
});
export const renewInput = z.strictObject({ id: z.string().max(40), seed });
export const revokeInput = z.strictObject({ id: z.string().max(40) });

/** Teams the person may make a link of: those they belong to or lead; an Admin all. */
const ownTeams = (db: OwnDb<"feeds">, session: Session) => {
  const me = session.actor.userId;
  const isMember = sql`exists (select 1 from ${teamMembers} as "member" where "member"."company_id" = ${db.companyId}
    and "member"."team_id" = ${teams.id} and "member"."user_id" = ${me})`;
  return db.ofOwner(
    teams,
    and(
      isNull(teams.archivedAt),
      isNull(teams.deletedAt),
      session.type === "Admin" ? undefined : or(isMember, eq(teams.leaderUserId, me)),
    ),
  );
};

/** The person's links that still serve, and the teams another may be made of. One round trip. */
export async function readFeeds(session: Session) {
  if (!session.can("view-asset")) forbidden();
  const db = session.own("feeds");
  const [feeds, choices] = await db.read(
    db
      .select({
        id: calendarFeeds.id,
        name: calendarFeeds.name,
        teamId: calendarFeeds.teamId,
        team: sql<string | null>`${teams.name}`.as("team_name"),
        createdAt: calendarFeeds.createdAt,
        lastReadAt: calendarFeeds.lastReadAt,
      })
      .from(calendarFeeds)
      .leftJoin(teams, pointsTo(calendarFeeds.teamId, teams))
      .where(mine(db, session))
      .orderBy(asc(calendarFeeds.id))
      .limit(MOST),
    db
      .select({ id: teams.id, name: sql<string>`${teams.name}`.as("team_name") })
      .from(teams)
      .where(ownTeams(db, session))
      .orderBy(teams.name)
      .limit(MOST_TEAMS),
  );
  return { feeds, teams: choices, seed: newSeed(), now: Date.now() };
}

const mine = (db: OwnDb<"feeds">, session: Session, id?: string) =>
  db.ofOwner(
    calendarFeeds,
    and(
      eq(calendarFeeds.userId, session.actor.userId),
      isNull(calendarFeeds.revokedAt),
      id === undefined ? undefined : eq(calendarFeeds.id, id),
    ),
  );

/** What a link was made with: its secret is told once and stored nowhere. */
export type MadeFeed = { id: string; link: string };
const told = async (
  session: Session,
  answer: Answer<{ id: string }>,
  made: string,
): Promise<Answer<MadeFeed>> => {
  const { id } = answer.data;
  return { ...answer, data: { id, link: `${session.origin}${feedPath(await tokenOf(made, id))}` } };
};

const opened = (session: Session) => {
  if (!session.can("view-asset")) forbidden();
  return session.ownWork("feeds");
};

/** Makes a link. @throws Response 402, 403, 404 for another's team, 409 for too many, 422 */
export async function createFeed(session: Session, input: unknown): Promise<Answer<MadeFeed>> {
  const db = opened(session);
  const { name, teamId, seed: from } = checked(feedInput, input);
  // The same form makes the same link, so that a repeated one is told it again.
  const id = newId();
  if (teamId !== null) await teamOf(db, session, teamId);
  const values = { userId: session.actor.userId, teamId, name };
  const few = sql`(select count(*) from ${calendarFeeds} where ${mine(db, session)}) < ${sql.raw(String(MOST))}`;
  const answer = await db.commit({
    writes: [
      db.assert("state", few),
      db.inserting(calendarFeeds, {
        ...values,
        id,
        tokenHash: await sha256(await tokenOf(from, id)),
      }),
    ],
    activity: {
      action: "create.calendar_feed",
      kind: "calendar_feed",
      id,
      label: name,
    },
    answer: { status: 201, message: "Calendar link made", data: { id } },
  });
  return told(session, answer, from);
}

async function teamOf(db: OwnDb<"feeds">, session: Session, id: string) {
  const [[team]] = await db.read(
    db
      .select({ id: teams.id })
      .from(teams)
      .where(and(ownTeams(db, session), eq(teams.id, id)))
      .limit(1),
  );
  return team ?? notFound("team");
}

async function feedOf(db: OwnDb<"feeds">, session: Session, id: string) {
  const [[feed]] = await db.read(
    db
      .select({ name: calendarFeeds.name })
      .from(calendarFeeds)
      .where(mine(db, session, id))
      .limit(1),
  );
  return feed ?? notFound("calendar link");
}

/** Gives a link another secret; what had the one before is told that it is gone. @throws Response 402, 403, 404, 422 */
export async function renewFeed(session: Session, input: unknown): Promise<Answer<MadeFeed>> {
  const db = opened(session);
  const { id, seed: from } = checked(renewInput, input);
  const { name } = await feedOf(db, session, id);
  const answer = await db.commit({
    writes: [
      db.updating(calendarFeeds, mine(db, session, id)!, {
        tokenHash: await sha256(await tokenOf(from, id)),
        lastReadAt: null,
      }),
    ],
    activity: { action: "renew.calendar_feed", kind: "calendar_feed", id, label: name },
    answer: { status: 200, message: "Calendar link renewed", data: { id } },
  });
  return told(session, answer, from);
}

/** Ends a link for good. @throws Response 402, 403, 404, 422 */
export async function revokeFeed(session: Session, input: unknown): Promise<Answer<null>> {
  const db = opened(session);
  const { id } = checked(revokeInput, input);
  const { name } = await feedOf(db, session, id);
  return db.commit({
    writes: [db.updating(calendarFeeds, mine(db, session, id)!, { revokedAt: Date.now() })],
    activity: { action: "revoke.calendar_feed", kind: "calendar_feed", id, label: name },
    answer: { status: 200, message: "Calendar link revoked", data: null },
  });
}
