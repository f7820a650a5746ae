import { and, eq, isNull } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import { assets } from "#drizzle/tenant/index.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { otherOpenCalls } from "./around.ts";
import { openingOf, openingQueries } from "./opening.ts";

/** What is known of a device as soon as it is chosen for a call: what covers it, its open calls, and who looks after it. @throws Response 403, 404 */
export async function beginningOf(session: Session, assetId: string) {
  const db = session.authorize("create-breakdown");
  const [[asset], open, ...opening] = await db.read(
    db
      .select(pick(assets, ["id", "assetCode", "name", "criticality", "lifecycle"]))
      .from(assets)
      .where(db.ofOwner(assets, and(eq(assets.id, assetId), isNull(assets.deletedAt))))
      .limit(1),
    otherOpenCalls(db, assetId),
    ...openingQueries(db, assetId, dayIn(session.company.timeZone)),
  );
  const { cover, team } = openingOf(opening);
  return {
    asset: asset ?? notFound("asset"),
    open,
    team: team?.name ?? null,
    cover,
    now: Date.now(),
  };
}
export type Beginning = Awaited<ReturnType<typeof beginningOf>>;
