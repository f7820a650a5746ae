import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { workedOn } from "#app/shared/flows/service-calls.ts";
import { breakdowns, openCallsWhere } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import type { Value } from "../../db/fixed.ts";
import { rare } from "../../db/predicates.ts";

/** Calls that are not over, in the words of the index that holds them by their device. */
export const isNotOver = sql.raw(openCallsWhere);

/** A device's calls that are not over: what it had in ten years is not read. */
export const openOf = (assetId: string | Value | SQL): SQL =>
  and(rare(eq(breakdowns.assetId, assetId)), isNotOver)!;

/** Those of them that are being dealt with. */
export const workedOnOf = (assetId: string | Value | SQL): SQL =>
  and(openOf(assetId), ne(breakdowns.status, "resolved"))!;

/** Whether a fault is being dealt with. */
export const isWorkedOn = ({ status }: Pick<Row<typeof breakdowns>, "status">) =>
  (workedOn as readonly string[]).includes(status);
