import { and, eq, isNull } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { assets, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";

/** What notices name of a call's device, as a statement; no row where it was deleted. */
export const deviceOf = (db: CompanyDb, callId: string) =>
  db
    .select(pick(assets, ["id", "assetCode", "name", "lifecycle", "departmentId"]))
    .from(assets)
    .innerJoin(breakdowns, pointsTo(breakdowns.assetId, assets))
    .where(
      and(
        db.ofOwner(assets, isNull(assets.deletedAt)),
        db.ofOwner(breakdowns, eq(breakdowns.id, callId)),
      ),
    )
    .limit(1);
