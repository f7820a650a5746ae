import { and, eq, isNull, or, sql } from "drizzle-orm";
import {
  breakdowns,
  contractAssets,
  dueOccurrences,
  gatePassLines,
  schedules,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { openOf } from "../entity/open-documents.ts";

const MOST_CALLS = 50;

const callsOf = (id: string) => and(eq(breakdowns.assetId, id), openOf(breakdowns)?.where)!;
const outside = (id: string) => and(eq(gatePassLines.assetId, id), eq(gatePassLines.isOpen, true))!;

/** What stands open when a device is condemned, as statements of the read before. */
export const openThings = (db: CompanyDb, id: string) =>
  [
    db
      .select({ id: breakdowns.id, number: breakdowns.number })
      .from(breakdowns)
      .where(db.mine(breakdowns, callsOf(id)))
      .limit(MOST_CALLS + 1),
    db
      .select({ id: gatePassLines.id })
      .from(gatePassLines)
      .where(db.mine(gatePassLines, outside(id)))
      .limit(1),
  ] as const;

export type OpenThings = [calls: { id: string; number: string }[], lines: { id: string }[]];

/**
 * Ends what a condemned device had open: calls, schedules, due dates and contract lines.
 * @throws Response 409 while it is out on a gate pass
 */
export function endings(
  db: CompanyDb,
  id: string,
  on: string,
  at: number,
  [calls, lines]: OpenThings,
) {
  if (lines.length) conflict("It is out on a gate pass. Return it first.");
  if (calls.length > MOST_CALLS)
    conflict(`It has more than ${MOST_CALLS} open calls. Close some first.`);
  const writes: Statement[] = [
    db.assert("state", sql`not ${db.exists(gatePassLines, outside(id))}`),
    db.assert(
      "state",
      sql`(select count(*) from ${breakdowns} where ${db.mine(breakdowns, callsOf(id))}) = cast(${calls.length} as integer)`,
    ),
    db.updating(breakdowns, callsOf(id), { status: "closed_condemned", closedAt: at }),
    db.updating(schedules, and(eq(schedules.assetId, id), eq(schedules.isActive, true))!, {
      isActive: false,
      endsOn: on,
    }),
    db.updating(
      dueOccurrences,
      and(eq(dueOccurrences.assetId, id), openOf(dueOccurrences)?.where)!,
      {
        status: "cancelled",
        reason: "Asset condemned",
      },
    ),
    db.updating(
      contractAssets,
      and(
        eq(contractAssets.assetId, id),
        or(isNull(contractAssets.toOn), sql`${contractAssets.toOn} > ${on}`),
      )!,
      { toOn: on },
    ),
  ];
  const also = calls.map(
    (call): Activity => ({
      action: "close_condemned.breakdown",
      kind: "breakdown",
      id: call.id,
      label: call.number,
      assetId: id,
      changes: [{ field: "status", from: "open", to: "closed_condemned" }],
    }),
  );
  return { writes, also };
}
