import { eq } from "drizzle-orm";
import { replacementScores } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fixed } from "../../db/fixed.ts";

/** The score of a device as it was counted last, as a statement of its page's batch. */
export const scoreOf = fixed((db: ReadingDb, assetId) =>
  db
    .select()
    .from(replacementScores)
    .where(db.ofOwner(replacementScores, eq(replacementScores.assetId, assetId)))
    .limit(1),
);
