import { and, eq, sql } from "drizzle-orm";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { newId } from "#drizzle/columns.ts";
import { assets, media, serviceReports, stockItems } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { hidingFiles } from "../../files/store.ts";
import { conflict, invalid, isRefusal, refuseStale, stale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Charged, chargedColumns, chargedWarning } from "../contracts/charged.ts";
import { assertChosen, explainChosen, fulfilling, occurrenceFor } from "../due/fulfil.ts";
import { explainLater, releasing, tidying } from "../due/release.ts";
import { changesBetween } from "../entity/changes.ts";
import { explainShortage, moveStock, type StockMove } from "../stock/move.ts";
import { tellSaved } from "../webhooks/told.ts";
import { changeLines, removeLines } from "./change-lines.ts";
import { fileChanges, hiddenFiles, signedOrNot } from "./changed-files.ts";
import { conditionFollows } from "./condition.ts";
import { type PartEdit, updateInput } from "./input.ts";
import { nextPmAfter, withNextPm } from "./next-pm.ts";
import { type ReportLine, reportOf, reportQueries } from "./read.ts";
import {
  assertIssuable,
  checklistColumns,
  checklistOf,
  fileRows,
  filesOf,
  insertLines,
  type Line,
  type Ports,
  partsCost,
  priceWarning,
  refreshAsset,
  reportColumnsOf,
} from "./save.ts";
import { servedAnew } from "./served.ts";

export type Updated = {
  id: string;
  asset_id: string;
  version: number;
  /** The device's Next PM after a PM report. */
  next_pm_on: string | null;
  /** More checks are answered No than before: a service call may be raised for them. */
  offers_call: boolean;
};

const TRIES = 8;
const CHANGED = "This part was changed by someone else";

/**
 * Saves a changed report. Part rows are read as a set: removals, then changes, then additions; stock moves by the differences.
 * A client that sends no version is carried out on the newest one, as long as the quantities it saw are still there.
 * @throws Response 403, 404, 409 stale, locked, shortage or a part changed by someone else, 422 with every message
 */
export async function updateReport(
  session: Session,
  ports: Ports,
  reportId: string,
  form: FormData,
): Promise<Answer<Updated>> {
  const db = session.authorize("edit-asset");
  const input = updateInput(form, session.company.timeZone);
  const added = input.edits.filter((edit) => edit.kind === "add").map((edit) => edit.stockItemId);
  let before = await read(db, reportId, added);
  const checklist = await checklistColumns(session, input, before.checklist);
  const { stored, warnings } = await filesOf(ports, session, input);

  for (let attempt = 1; ; attempt++) {
    const { report, total: totalCostMinor } = before;
    refuseStale(report, input.version ?? undefined);
    if (report.lockedAt || report.cancelledAt)
      conflict(report.cancelledAt ? "This report is cancelled" : "This report is locked");
    const plan = planOf(input.edits, report.lines);
    const hidden = hiddenFiles(report, input.removedFiles, stored);
    const at = Date.now();
    const { conditionAfter = report.conditionAfter } = input;
    const columns = reportColumnsOf({ ...input, conditionAfter });
    // The rows of the checklist tell more than how many were answered so.
    const { checksYes: _yes, checksNo: _no, checksNa: _na, ...logged } = columns;
    const parts = partsCost(db, reportId);
    const { served, isServedAnew } = servedAnew(report, input);
    const old = { ...report, ...before.checklist, assetId: report.asset.id };
    try {
      const answer = await db.commit<Updated & Partial<Charged>>({
        writes: [
          db.assertUnchanged(serviceReports, report),
          ...assertIssuable(db, plan.issued),
          ...removeLines(db, reportId, plan.removed, at),
          ...changeLines(db, reportId, plan.changed, at),
          ...insertLines(db, reportId, plan.added, at),
          ...moveStock(db, plan.moves),
          ...(isServedAnew
            ? [...releasing(db, report, "Its report was changed", at), ...assertChosen(db, served)]
            : []),
          db.updating(serviceReports, eq(serviceReports.id, reportId), {
            ...(isServedAnew ? { dueOccurrenceId: occurrenceFor(db, served) } : {}),
            ...checklist,
            ...columns,
            serviceCostMinor: input.serviceCostMinor,
            partsCostMinor: parts,
            totalCostMinor: sql`${parts} + cast(${input.serviceCostMinor} as integer)`,
          }),
          ...hidden.map(({ id }) =>
            hidingFiles(db, and(eq(media.serviceReportId, reportId), eq(media.id, id))!),
          ),
          ...fileRows(db, reportId, stored),
          ...refreshAsset(db, report.asset.id, reportId, { ...report, totalCostMinor }),
          ...(isServedAnew ? fulfilling(db, reportId, served, session.company, at) : []),
          ...(isServedAnew ? tidying(db, report.dueOccurrenceId, at) : []),
          ...(columns.conditionAfter === report.conditionAfter
            ? []
            : conditionFollows(db, { id: reportId, assetId: report.asset.id, ...columns })),
          tellSaved(db, session.origin, reportId, false, at),
        ],
        activity: {
          action: "update.service_report",
          kind: "service_report",
          id: reportId,
          label: report.serviceTicket,
          assetId: report.asset.id,
          changes: [
            ...changesBetween(signedOrNot(old), {
              ...signedOrNot(logged),
              ...checklist,
              serviceCostMinor: input.serviceCostMinor,
            }),
            ...plan.log,
            ...fileChanges(hidden, stored),
          ],
        },
        answer: {
          status: 200,
          message: "Service report updated successfully",
          warnings,
          data: {
            ...{ id: reportId, asset_id: report.asset.id, version: report.version + 1 },
            next_pm_on: null,
            offers_call: columns.checksNo > report.checksNo && !report.raisedCallNumber,
          },
        },
        assigned: () =>
          db
            .select({ next_pm_on: nextPmAfter, ...chargedColumns(db) })
            .from(serviceReports)
            .innerJoin(assets, pointsTo(serviceReports.assetId, assets))
            .where(db.ofOwner(serviceReports, eq(serviceReports.id, reportId)))
            .limit(1),
      });
      const booked = input.serviceCostMinor + partsAfter(plan, report.lines, before.rates);
      const {
        asset_code: _code,
        service_minor: _service,
        parts_minor: _parts,
        report_cover: _cover,
        ...data
      } = answer.data;
      return {
        ...answer,
        message: withNextPm(session, answer.message, data.next_pm_on),
        data: {
          ...data,
          offers_call: session.can("create-breakdown") && data.offers_call,
        },
        warnings: [
          ...(answer.warnings ?? []),
          ...priceWarning(input.postedTotalMinor, booked),
          ...chargedWarning(session, answer.data),
        ],
      };
    } catch (refusal) {
      if (!isRefusal(refusal, 409)) throw refusal;
      const newer = await read(db, reportId, added);
      if (newer.report.version !== report.version) {
        if (input.version !== null || attempt === TRIES) stale(newer.report);
        before = newer;
        continue;
      }
      if (isServedAnew) {
        await explainLater(db, report.dueOccurrenceId);
        await explainChosen(db, served, reportId);
      }
      await explainShortage(db, plan.moves);
      throw refusal;
    }
  }
}

/** The report, and today's rates of the items that are to be added. */
async function read(db: CompanyDb, id: string, added: string[]) {
  const [reports, lines, files, rates] = await db.read(
    ...reportQueries(db, id),
    db.rows<{
      id: string;
      rate_minor: number;
    }>(sql`select ${stockItems.id}, ${stockItems.rateMinor} from json_each(${JSON.stringify(added)}) as j
      cross join ${stockItems} where ${db.ofOwner(stockItems, sql`${stockItems.id} = j.value`)}`),
  );
  const report = reportOf([reports, lines, files]);
  return {
    report,
    total: report.totalCostMinor,
    checklist: checklistOf(report),
    rates: new Map(rates.map((row) => [row.id, row.rate_minor])),
  };
}

/** What the parts cost once the plan is carried out: old lines at their cost, new ones at today's rate. */
function partsAfter(
  { removed, changed, added }: Plan,
  lines: ReportLine[],
  rates: ReadonlyMap<string, number>,
): number {
  const newQty = new Map(changed.map(({ id, qty }) => [id, qty]));
  const old = lines
    .filter(({ id }) => !removed.includes(id))
    .map(({ id, qty, costMinor }) => (newQty.get(id) ?? qty) * costMinor);
  const fresh = added.map(({ stockItemId, qty }) => qty * (rates.get(stockItemId) ?? 0));
  return [...old, ...fresh].reduce((sum, cost) => sum + cost, 0);
}

type Plan = {
  removed: string[];
  changed: { id: string; qty: number }[];
  added: Line[];
  moves: StockMove[];
  /** Items of which more is issued: they must be active. */
  issued: string[];
  log: { field: string; from: unknown; to: unknown }[];
};

/** The order in which the rows of a form are carried out. */
const order = { keep: 0, remove: 1, change: 2, add: 3 };

/** What the posted rows mean for the stored lines. */
function planOf(edits: PartEdit[], lines: ReportLine[]): Plan {
  const live = new Map(lines.map((line) => [line.storeItemId, line]));
  const plan: Plan = { removed: [], changed: [], added: [], moves: [], issued: [], log: [] };
  const errors: FieldErrors = {};
  for (const edit of edits.toSorted((a, b) => order[a.kind] - order[b.kind])) {
    const { stockItemId } = edit;
    const line = live.get(stockItemId);
    if (edit.kind === "add") {
      const { qty } = edit;
      if (line && !plan.removed.includes(line.id)) {
        errors[`parts.${edit.index}.part`] = ["Part already added"];
        continue;
      }
      const id = newId();
      plan.added.push({ id, stockItemId, qty });
      plan.moves.push({ stockItemId, kind: "issue_service", qty, serviceReportPartId: id });
      plan.issued.push(stockItemId);
      plan.log.push({ field: "part added", from: null, to: { stockItemId, qty } });
      continue;
    }
    if (!line) return conflict(CHANGED, { stock_item_id: stockItemId });
    const { id, qty: before } = line;
    const log = { field: `part ${line.name}`, from: before };
    if (edit.kind === "remove") {
      plan.removed.push(id);
      plan.moves.push({
        stockItemId,
        kind: "return_service",
        qty: before,
        serviceReportPartId: id,
      });
      plan.log.push({ ...log, to: null });
    }
    if (edit.kind !== "change") continue;
    const { qty, seenQty } = edit;
    if (seenQty !== null && seenQty !== before) conflict(CHANGED, { stock_item_id: stockItemId });
    if (qty === before) continue;
    plan.changed.push({ id, qty });
    plan.moves.push({
      stockItemId,
      kind: qty > before ? "issue_service" : "return_service",
      qty: Math.abs(qty - before),
      serviceReportPartId: id,
      unitCostMinor: line.costMinor,
    });
    if (qty > before) plan.issued.push(stockItemId);
    plan.log.push({ ...log, to: qty });
  }
  if (Object.keys(errors).length > 0) invalid(errors);
  return plan;
}
