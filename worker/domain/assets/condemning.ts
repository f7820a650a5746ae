import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import {
  contractAssets,
  contracts,
  dueOccurrences,
  gatePassLines,
  schedules,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { conflict } from "../../refusals.ts";
import { uncountLines } from "../contracts/effects.ts";
import { openOf } from "../entity/open-documents.ts";
import { closingWithDevice, openCallsOf } from "../service-calls/effects.ts";

const outside = (id: string) => and(eq(gatePassLines.assetId, id), eq(gatePassLines.isOpen, true))!;

/** What stands open when a device is condemned, as statements of the read before. */
export const openThings = (db: CompanyDb, id: string) =>
  [
    openCallsOf(db, id),
    db
      .select({ id: gatePassLines.id })
      .from(gatePassLines)
      .where(db.ofOwner(gatePassLines, outside(id)))
      .limit(1),
  ] as const;
type Open = ReturnType<typeof openThings>;
type OpenThings = readonly [calls: Open[0]["_"]["result"], lines: Open[1]["_"]["result"]];

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
  const lasting = (contract: SQL) =>
    db.exists(
      contracts,
      sql`${contracts.id} = ${contract} and ${contracts.endOn} >= ${on} and ${contracts.terminatedOn} is null`,
    );
  const closing = closingWithDevice(db, id, calls, at);
  const writes = [
    db.assert("state", sql`not ${db.exists(gatePassLines, outside(id))}`),
    ...closing.writes,
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
    uncountLines(db, sql`"line"."asset_id" = ${id} and ${lasting(sql`"line"."contract_id"`)}`),
    db.updating(
      contractAssets,
      and(
        eq(contractAssets.assetId, id),
        or(isNull(contractAssets.toOn), sql`${contractAssets.toOn} > ${on}`),
        lasting(sql`${contractAssets.contractId}`),
      )!,
      { toOn: on },
    ),
  ];
  return { writes, also: closing.also };
}
