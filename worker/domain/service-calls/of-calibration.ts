/** The call that an in-house calibration raises for a device that did not pass. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { inhouseCalibrations as table } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { conflict, notFound } from "../../refusals.ts";

/** The calibration of a device that a call names, as a statement of a read. */
export const raisedByCalibration = (db: ReadingDb, assetId: string, id: string | null) =>
  db
    .select(pick(table, ["inhouseNo", "status", "outcome", "breakdownId"]))
    .from(table)
    .where(db.ofOwner(table, and(eq(table.id, id ?? ""), eq(table.assetId, assetId))!))
    .limit(1);
type Found = Awaited<ReturnType<typeof raisedByCalibration>>[number];

/** @throws Response 404 for one of another device; 409 for one that was passed */
export function refuseCalibration(calibration: Found | undefined): void {
  const { inhouseNo, status, outcome } = calibration ?? notFound("calibration");
  if (status !== "verified" && status !== "closed") conflict(`${inhouseNo} is not verified`);
  if (outcome !== "fail" && outcome !== "limited") conflict(`${inhouseNo} was passed`);
}

/** Notes the call on its calibration; the batch stops where it has raised another one meanwhile. */
export function callingFor(db: CompanyDb, id: string | null, breakdownId: string): Statement[] {
  if (id === null) return [];
  const free = and(
    eq(table.id, id),
    isNull(table.breakdownId),
    inArray(table.outcome, ["fail", "limited"]),
  )!;
  return [
    db.assert("state", db.exists(table, free)),
    db.updating(table, eq(table.id, id), { breakdownId }),
  ];
}
