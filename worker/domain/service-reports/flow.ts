import { and, eq, isNull, ne } from "drizzle-orm";
import { reportRules } from "#app/shared/flows/service-reports.ts";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { conflict } from "../../refusals.ts";
import { explainLater, releasing, tidying } from "../due/release.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";
import { moveStock, type StockMove } from "../stock/move.ts";
import { removeLines } from "./change-lines.ts";
import { linesOf } from "./read.ts";
import { refreshAsset } from "./save.ts";

/** Reports are about devices that are neither deleted nor disposed of. */
const reportable = and(isNull(assets.deletedAt), ne(assets.lifecycle, "disposed"))!;
/** The device of a report, where it is still one that reports are about. */
const deviceOf = (db: CompanyDb, reportId: string) =>
  db
    .select({ id: assets.id })
    .from(assets)
    .innerJoin(serviceReports, pointsTo(serviceReports.assetId, assets))
    .where(
      and(
        db.ofOwner(assets, reportable),
        db.ofOwner(serviceReports, eq(serviceReports.id, reportId)),
      ),
    )
    .limit(1);

/** Its parts go back to stock and it counts in no sum, but it stays readable and its ticket stays used. */
const cancel = workOn<typeof serviceReports>()({
  stamp: "cancelled",
  reads: (db, id) => [linesOf(db, id), deviceOf(db, id)],
  run({ db, before, values: { reason }, read: [lines, [device]], at }) {
    const { id, assetId, version, serviceCostMinor, dueOccurrenceId } = before;
    if (!device) conflict("This asset is disposed");
    const moves = lines.map(
      (line): StockMove => ({
        stockItemId: line.storeItemId,
        kind: "return_service",
        qty: line.qty,
        serviceReportPartId: line.id,
        reason,
      }),
    );
    const lineIds = lines.map((line) => line.id);
    return {
      set: {
        ...{ cancelReason: reason, partsCostMinor: 0, totalCostMinor: serviceCostMinor },
        dueOccurrenceId: null,
      },
      writes: [
        db.assert("state", db.exists(assets, and(eq(assets.id, assetId), reportable)!)),
        ...removeLines(db, id, lineIds, at),
        ...moveStock(db, moves),
        ...releasing(db, before, "Its report was cancelled", at),
        ...tidying(db, dueOccurrenceId, at),
        ...refreshAsset(db, assetId, id, before),
      ],
      changes: lines.map(({ name, qty }) => ({ field: `part ${name}`, from: qty, to: null })),
      data: { asset_id: assetId, version: version + 1 },
      explain: () => explainLater(db, dueOccurrenceId),
    };
  },
  message: "Service report cancelled",
  summary: "Cancel a service/PM report: its parts go back to stock, and it counts in no sum",
  example: { reason: "Entered on the wrong asset" },
});

/** A service report: its states are derived, its one move is cancelling. */
export const reportFlow = flow({
  name: "service_report",
  label: "Service report",
  noun: "report",
  table: serviceReports,
  column: null,
  rules: reportRules,
  title: ({ serviceTicket }) => serviceTicket,
  assetOf: ({ assetId }) => assetId,
  moves: { cancel },
});
