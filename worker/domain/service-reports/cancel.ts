import { and, eq, isNull, ne } from "drizzle-orm";
import { z } from "zod";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { conflict, notFound, stale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, multiline } from "../entity/fields.ts";
import { moveStock, type StockMove } from "../stock/move.ts";
import { readReport } from "./read.ts";
import { refreshAsset } from "./save.ts";
import { removeLines, type Updated } from "./update.ts";

export const cancelInput = z.strictObject({ reason: multiline("Reason", 500) });

/**
 * Cancels a report: its parts go back to stock and it counts in no sum, but it stays readable and its ticket stays used.
 * @param assetId the device it must belong to, where the caller names one
 * @throws Response 403, 404, 409 stale, cancelled, locked or of a disposed device, 422 without a reason
 */
export async function cancelReport(
  session: Session,
  reportId: string,
  { version, ...sent }: Record<string, unknown>,
  assetId?: string,
): Promise<Answer<Updated>> {
  const db = session.authorize("delete-asset");
  const report = await readReport(db, reportId);
  if (assetId !== undefined && report.asset.id !== assetId) notFound("report");
  const { reason } = checked(cancelInput, sent);
  if (report.cancelledAt) conflict("This report is cancelled");
  if (report.lockedAt) conflict("This report is locked");
  if (version !== undefined && version !== "" && Number(version) !== report.version) stale(report);
  const at = Date.now();
  const same = and(
    eq(serviceReports.id, reportId),
    eq(serviceReports.version, report.version),
    isNull(serviceReports.cancelledAt),
  )!;
  const isKept = and(
    eq(assets.id, report.asset.id),
    isNull(assets.deletedAt),
    ne(assets.lifecycle, "disposed"),
  )!;
  const moves = report.lines.map(
    ({ id, storeItemId, qty }): StockMove => ({
      stockItemId: storeItemId,
      kind: "return_service",
      qty,
      serviceReportPartId: id,
      reason,
    }),
  );
  const lineIds = report.lines.map(({ id }) => id);
  try {
    return await db.commit<Updated>({
      writes: [
        db.assert("state", db.exists(serviceReports, same)),
        db.assert("state", db.exists(assets, isKept)),
        ...removeLines(db, reportId, lineIds, at),
        ...moveStock(db, moves),
        db.updating(serviceReports, eq(serviceReports.id, reportId), {
          cancelledAt: at,
          cancelledBy: db.stamp.actorId,
          cancelReason: reason,
          partsCostMinor: 0,
          totalCostMinor: report.serviceCostMinor,
        }),
        ...refreshAsset(db, report.asset.id, reportId, report.totalCostMinor),
      ],
      activity: {
        action: "cancel.service_report",
        kind: "service_report",
        id: reportId,
        label: report.serviceTicket,
        assetId: report.asset.id,
        reason,
        changes: report.lines.map(({ name, qty }) => ({
          field: `part ${name}`,
          from: qty,
          to: null,
        })),
      },
      answer: {
        status: 200,
        message: "Service report cancelled",
        data: { id: reportId, asset_id: report.asset.id, version: report.version + 1 },
      },
    });
  } catch (refusal) {
    if (!(refusal instanceof Response) || refusal.status !== 409) throw refusal;
    const newer = await readReport(db, reportId);
    if (newer.cancelledAt) conflict("This report is cancelled");
    if (newer.version !== report.version) stale(newer);
    if ((await db.find(assets, report.asset.id))?.lifecycle === "disposed")
      conflict("This asset is disposed");
    throw refusal;
  }
}
