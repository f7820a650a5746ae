import { desc, eq, type SQL } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { measurementChanges } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

const MOST = 40;
/** What was typed of a measurement and by whom, the newest first, as a statement of a read. */
export const changesOf = (db: ReadingDb, set: SQL) =>
  db
    .select(pick(measurementChanges, ["id", "changes", "reason", "actorName", "at"]))
    .from(measurementChanges)
    .where(db.ofOwner(measurementChanges, eq(measurementChanges.measurementSetId, set)))
    .orderBy(desc(measurementChanges.id))
    .limit(MOST);
