import { and, eq } from "drizzle-orm";
import type { Change } from "#drizzle/tenant/files.ts";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import type { ListResult } from "../list.ts";
import { askedOf } from "../list-query.ts";

/** One thing that happened to a device. */
export type HistoryRow = {
  id: string;
  at: number;
  actorName: string;
  via: string;
  action: string;
  entityKind: string;
  entityId: string;
  entityLabel: string;
  changes: Change[];
  reason: string | null;
};

/** A page of a device's activity, newest first, as a statement of the detail page's batch. */
export function historyOf(db: ReadingDb, assetId: string, params: URLSearchParams, most?: number) {
  const query = { ...askedOf(params, ["at"], [], "desc"), dir: "desc" as const, q: "" };
  const slice = keyset(activityLog.id, activityLog.id, query, { after: params.get("after"), before: params.get("before") });
  const { id, at, actorName, via, action, entityKind, entityId, entityLabel, changes, reason } = activityLog;
  const statement = db
    .select({ id, at, actorName, via, action, entityKind, entityId, entityLabel, changes, reason })
    .from(activityLog)
    .where(db.mine(activityLog, and(eq(activityLog.assetId, assetId), slice.where)))
    .orderBy(...slice.orderBy)
    .limit(most ?? slice.limit);
  const page = (rows: HistoryRow[]): ListResult<HistoryRow> => ({ ...slice.page(rows, (row) => row.id, null), query });
  return { statement, page };
}
