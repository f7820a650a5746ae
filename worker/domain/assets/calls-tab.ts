import { and, eq, sql } from "drizzle-orm";
import type { ListResult } from "#app/shared/list.ts";
import { pick } from "#app/shared/pick.ts";
import { breakdowns } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import { rare } from "../../db/predicates.ts";
import { askedOf } from "../lists/list-query.ts";

const columns = pick(breakdowns, [
  "id",
  "number",
  "status",
  "problem",
  "priority",
  "causeCode",
  "reportedAt",
  "failedAt",
  "restoredAt",
  "resolvedAt",
  "equipmentDown",
  "isRepeat",
]);
/** A call of a device, as its page lists it. */
export type CallOfAsset = Pick<Row<typeof breakdowns>, keyof typeof columns>;

/** The calls of a device, newest first, a page at a time: the statement, and the page that comes of its rows. */
export function callsOfAsset(db: ReadingDb, assetId: string, params: URLSearchParams) {
  const query = { ...askedOf(params, ["newest"], [], "desc"), q: "" };
  const slice = keyset(breakdowns.id, breakdowns.id, query, params);
  return {
    statement: db
      .select(columns)
      .from(breakdowns)
      .where(
        db.ofOwner(breakdowns, and(rare(eq(breakdowns.assetId, assetId)), slice.where ?? sql`1`)),
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    page: (rows: CallOfAsset[]): ListResult<CallOfAsset> => ({
      ...slice.page(rows, ({ id }) => id, null),
      query,
    }),
  };
}
