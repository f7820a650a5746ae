import { and, eq, gt, lte } from "drizzle-orm";
import { accessGrants } from "#drizzle/control/index.ts";
import type { Answer } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { isRefusal, notFound } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { askedOf } from "../lists/list-query.ts";
import { ending, openGrants } from "./access-grants.ts";

const MANAGE = "manage-company";

/** Who of the staff is inside which company, whose time is over first at the top. */
export async function listInside(session: StaffSession, params: URLSearchParams) {
  const db = session.authorize(MANAGE);
  const query = askedOf(params, ["until"], []);
  const slice = keyset(accessGrants.endsAt, accessGrants.id, query, params);
  const [found] = await db.read(
    openGrants(db, and(gt(accessGrants.endsAt, Date.now()), slice.where))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  const rows = found.map(({ binding: _, ...row }) => ({
    ...row,
    isOwn: row.staffId === session.actor.userId,
  }));
  return { ...slice.page(rows, ({ endsAt }) => endsAt, null), query };
}

/**
 * Ends somebody's being inside a company, at once.
 * @throws Response 403; 404; 409 when it was ended meanwhile
 */
export async function revokeGrant(
  session: StaffSession,
  id: string,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize(MANAGE);
  const { userId, name } = session.actor;
  const [[grant]] = await db.read(openGrants(db, eq(accessGrants.id, id)).limit(1));
  if (!grant) return (await db.firstAnswer<{ id: string }>()) ?? notFound("access");
  const how = grant.staffId === userId ? "left" : "revoked";
  return db.commit({
    ...ending(db, grant, how, { id: userId, name }),
    answer: {
      status: 200,
      message: `${grant.staffName} is no longer inside ${grant.companyName}`,
      data: { id },
    },
  });
}

/** Ends one's own being inside, from the company's host. One that is over already stays as it is. */
export async function leaveCompany(
  db: PlatformDb,
  { grantId, staff }: { grantId: string; staff: { id: string; name: string } },
): Promise<void> {
  const own = and(eq(accessGrants.id, grantId), eq(accessGrants.staffId, staff.id));
  const [[grant]] = await db.read(openGrants(db, own).limit(1));
  if (!grant) return;
  await db.commit({
    ...ending(db, grant, "left", staff),
    answer: { status: 200, message: "", data: null },
  });
}

const AT_ONCE = 50;

/** Notes the end of grants whose time is over, in both logs. @returns whether there are more */
export async function endOver(db: PlatformDb, at: number): Promise<boolean> {
  const [over] = await db.read(
    openGrants(db, lte(accessGrants.endsAt, at)).orderBy(accessGrants.endsAt).limit(AT_ONCE),
  );
  for (const grant of over)
    try {
      await db.commit({
        ...ending(db, grant, "ran_out", { id: grant.staffId, name: grant.staffName }, at),
        answer: { status: 200, message: "", data: null },
      });
    } catch (refusal) {
      // Somebody has ended it meanwhile.
      if (!isRefusal(refusal, 409)) throw refusal;
    }
  return over.length === AT_ONCE;
}
