import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { outside } from "#app/shared/flows/gate-passes.ts";
import {
  contractAssets,
  contracts,
  gatePasses,
  gatePassLines,
  schedules,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { conflict } from "../../refusals.ts";
import { uncountLines } from "../contracts/effects.ts";
import { cancellingOccurrences } from "../due/occurrences-of.ts";
import { openOfDevice } from "../due/open-ones.ts";
import { endSchedules } from "../due/series.ts";
import { type Holders, holdersOf, idSet } from "../gate-passes/things.ts";
import { closingWithDevice, openCallsOf } from "../service-calls/closing-with-device.ts";

/** It stands on a pass that is not over, also on one that has not left yet. */
const onPass = (id: string) => and(eq(gatePassLines.assetId, id), eq(gatePassLines.isOpen, true))!;

/** The passes that hold a device, as a statement of a read. */
export const passesOf = (db: CompanyDb, id: string) => holdersOf(db, idSet([id]));

/** What stands open when a device is condemned, as statements of the read before. */
export const openThings = (db: CompanyDb, id: string) =>
  [openCallsOf(db, id), passesOf(db, id)] as const;
type Open = ReturnType<typeof openThings>;
type OpenThings = readonly [calls: Open[0]["_"]["result"], holders: Holders];

/** @throws Response 409 while a pass holds the device: in words that fit how far the pass has come */
function refuseOnPass(holders: Holders, isHindrance = (_: Holders[number]) => true) {
  const pass = holders.find((one) => one.passId !== null && isHindrance(one));
  if (!pass) return;
  const isOut = (outside as readonly (string | null)[]).includes(pass.status);
  conflict(
    isOut
      ? `It is out on gate pass ${pass.number}. Return it first.`
      : `It is on gate pass ${pass.number}, which has not left yet. Cancel that pass or take it off first.`,
  );
}

/**
 * A device that is on a pass is not disposed of, unless the pass is that of its sale.
 * @returns what stops the batch, and who says why
 * @throws Response 409 while it is on another gate pass that is not over, naming it
 */
export function offPasses(db: CompanyDb, id: string, holders: Holders) {
  const other = ({ isSale }: Holders[number]) => !isSale;
  refuseOnPass(holders, other);
  const isSale = db.exists(
    gatePasses,
    sql`${gatePasses.id} = ${gatePassLines.gatePassId} and ${gatePasses.kind} = 'non_returnable' and ${gatePasses.purpose} = 'condemn_sale'`,
  );
  return {
    assert: db.assert(
      "state",
      sql`not ${db.exists(gatePassLines, and(onPass(id), sql`not ${isSale}`)!)}`,
    ),
    explain: async () => refuseOnPass((await db.read(passesOf(db, id)))[0], other),
  };
}

/**
 * Ends what a condemned device had open: calls, schedules, due dates and contract lines.
 * @throws Response 409 while it is on a gate pass that is not over, naming it
 */
export function endings(
  db: CompanyDb,
  id: string,
  on: string,
  at: number,
  [calls, holders]: OpenThings,
) {
  refuseOnPass(holders);
  const lasting = (contract: SQL) =>
    db.exists(
      contracts,
      sql`${contracts.id} = ${contract} and ${contracts.endOn} >= ${on} and ${contracts.terminatedOn} is null`,
    );
  const closing = closingWithDevice(db, id, calls, at);
  const writes = [
    db.assert("state", sql`not ${db.exists(gatePassLines, onPass(id))}`),
    ...closing.writes,
    ...endSchedules(db, eq(schedules.assetId, id), on, "Asset condemned", at),
    ...cancellingOccurrences(db, openOfDevice(id), "Asset condemned", at),
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
  return {
    writes,
    also: closing.also,
    explain: async () => refuseOnPass((await db.read(passesOf(db, id)))[0]),
  };
}
