import { inArray, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import type { Change } from "#drizzle/tenant/files.ts";
import { activityLog, assets } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { recounting } from "./effects.ts";
import { indexedAssets } from "./searching.ts";

/** A row of the activity log for each of many devices, which shows in its history. */
function loggingAssets(
  db: CompanyDb,
  ids: readonly string[],
  changes: Change[],
  reason: string | null,
): Statement {
  const { actorKind, actorId, actorName, via, ip, userAgent, requestId } = db.stamp;
  const at = Date.now();
  const rows = JSON.stringify(ids.map((id) => [newId(at), id]));
  return db.run(sql`insert into ${activityLog} ("company_id", "id", "at", "actor_kind", "actor_id", "actor_name", "via", "action", "entity_kind",
      "entity_id", "entity_label", "asset_id", "changes", "reason", "ip", "user_agent", "request_id")
    select ${db.companyId}, entry.value ->> 0, cast(${at} as integer), ${actorKind}, ${actorId}, ${actorName}, ${via}, 'update.asset', 'asset',
      ${assets.id}, substr(${assets.assetCode} || ' ' || ${assets.name}, 1, 200), ${assets.id}, ${JSON.stringify(changes)}, ${reason},
      ${ip}, ${userAgent}, ${requestId}
    from json_each(${rows}) as entry cross join ${assets} where ${db.ofOwner(assets, sql`${assets.id} = entry.value ->> 1`)}`);
}

/** Changes the same columns of many devices: the rows, their counters, their search rows and their histories. At most a few hundred a batch. */
export const changeAssets = (
  db: CompanyDb,
  ids: readonly string[],
  values: Record<string, unknown>,
  log: { changes: Change[]; reason: string | null },
): Statement[] =>
  ids.length === 0
    ? []
    : [
        loggingAssets(db, ids, log.changes, log.reason),
        ...recounting(db, ids, db.updating(assets, inArray(assets.id, among(ids)), values)),
        ...indexedAssets(db, ids),
      ];
