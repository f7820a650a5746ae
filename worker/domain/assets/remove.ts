import { eq, sql } from "drizzle-orm";
import { assets } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { removingPlans, usesOfAssets } from "../due/plan.ts";
import {
  assertUnreferenced,
  countingUses,
  explainUses,
  refuseUsed,
  usesOf,
} from "../entity/uses.ts";
import { unindexing } from "../search/search.ts";
import { countAssets } from "./effects.ts";

const ADVICE = "Condemn it instead.";

/** Deletes a device entered by mistake: only while nothing refers to it. @throws Response 409 naming what does */
export async function removeAsset(session: Session, id: string): Promise<Answer<{ id: string }>> {
  const db = session.authorize("delete-asset");
  const uses = usesOf(usesOfAssets(), id);
  const [[before], ...counts] = await db.read(db.byId(assets, id), ...countingUses(db, uses));
  if (!before) return (await db.firstAnswer<{ id: string }>()) ?? notFound("asset");
  refuseUsed(uses, counts, ADVICE);
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(assets, before),
        ...assertUnreferenced(db, uses),
        ...removingPlans(db, sql`(${id})`),
        ...countAssets(db, [id], -1),
        db.updating(assets, eq(assets.id, id), { deletedAt: Date.now() }),
        unindexing(db, id),
      ],
      activity: {
        action: "delete.asset",
        kind: "asset",
        id,
        assetId: id,
        label: `${before.assetCode} ${before.name}`,
      },
      answer: { status: 200, message: "Asset deleted", data: { id } },
    });
  } catch (refusal) {
    await explainUses(db, uses, ADVICE);
    throw refusal;
  }
}
