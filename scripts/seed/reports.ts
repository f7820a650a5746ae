import { type Limits, limitsIn } from "#app/shared/check-limits.ts";
import { serviceReportParts, serviceReports } from "#drizzle/tenant/index.ts";
import type { CheckRow } from "#drizzle/tenant/maintenance.ts";
import type { Seeded } from "./assets.ts";
import { ticketOf } from "./calendar.ts";
import { type Actor, type Filling, newRow } from "./context.ts";
import { faultsOf, mainsFaults, partsIn } from "./faults.ts";
import { insert } from "./insert.ts";
import {
  agents,
  anyAgent,
  failRemarks,
  pmActions,
  pmParts,
  waitingActions,
  waitingRemarks,
} from "./phrases.ts";
import type { Random } from "./random.ts";
import type { Job } from "./report-plan.ts";
import type { Item, Use } from "./stock.ts";

export type Report = typeof serviceReports.$inferInsert & {
  id: string;
  at: number;
  author: Actor;
  checksNo: number;
  totalCostMinor: number;
};
type Part = typeof serviceReportParts.$inferInsert & { id: string; totalMinor: number };
type Written = { reports: Report[]; parts: Part[]; uses: Use[] };

/** The answers to a checklist: most pass, now and then one or two fail. */
function answers(random: Random, checks: readonly string[]): CheckRow[] {
  const failing = random.chance(0.16) ? random.int(1, 2) : 0;
  const failed = new Set(random.shuffled(checks).slice(0, failing));
  return checks.map((name): CheckRow => {
    const isFailed = failed.has(name);
    const status = isFailed ? "no" : random.chance(0.04) ? "na" : "yes";
    const remark = isFailed ? random.pick(failRemarks) : "";
    const limits = limitsIn(name);
    const value = limits && status !== "na" ? reading(random, limits, isFailed) : "";
    return { name, status, remark, ...(limits && { ...limits, value }) };
  });
}

/** A reading well within the one limit of a check, or beyond it. */
function reading(random: Random, { low, high }: Limits, isOut: boolean): string {
  const share = 0.1 + random.next() * 0.6;
  const factor = (low !== "") === isOut ? 1 - share : 1 + share;
  return String(Number((Number(low || high) * factor).toPrecision(2)));
}

/** The texts, parts and cost of a job. */
function textsOf(random: Random, { kind, seeded }: Job) {
  const { type, checklist } = seeded;
  if (kind === "pm") {
    const parts = random.chance(0.45) ? (pmParts[type.checklist ?? ""] ?? "") : "";
    return {
      problem: "Scheduled preventive maintenance",
      action: random.pick(pmActions),
      parts: partsIn(parts),
      cost: 0,
      byAgent: !checklist,
    };
  }
  const typical = faultsOf(type.checklist ?? type.category);
  const isOfMains = (type.watts > 0 && random.chance(0.12)) || !typical.length;
  const { cost, ...fault } = random.pick(isOfMains ? mainsFaults : typical);
  return {
    ...fault,
    cost: cost ? Math.round(cost * (0.8 + random.next() * 0.5) * 10) * 100_00 : 0,
    byAgent: cost > 0,
  };
}

/** Turns the planned jobs into reports with part lines, and the uses of stock that follow from them. */
export function writeReports(
  filling: Filling,
  jobs: readonly Job[],
  items: readonly Item[],
  engineers: readonly Actor[],
): Written {
  const { random } = filling;
  const byPartNo = new Map(items.map((item) => [item.partNo, item]));
  const written: Written = { reports: [], parts: [], uses: [] };
  for (const job of jobs) {
    const { at, day, kind, seeded, conditionAfter } = job;
    const { problem, action, byAgent, ...texts } = textsOf(random, job);
    const author = random.pick(engineers);
    const authored = () => ({ ...newRow(filling, at), createdBy: author.id });
    const report = authored();
    const waits = conditionAfter !== null && conditionAfter !== "working";
    const { cost, parts } = waits ? { cost: 0, parts: [] } : texts;
    const taken = parts.flatMap(({ partNo, qty }): Part[] => {
      const item = byPartNo.get(partNo);
      if (!item) return [];
      const { id: stockItemId, name, unit, rateMinor: costMinor } = item;
      const line = { stockItemId, name, unit, qty, costMinor, totalMinor: qty * costMinor };
      return [{ ...authored(), serviceReportId: report.id, ...line }];
    });
    const partsCostMinor = taken.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
    const { checklist } = seeded;
    const pmLists = kind === "pm" && checklist ? answers(random, checklist.checks) : [];
    const count = (status: CheckRow["status"]) =>
      pmLists.filter((row) => row.status === status).length;
    const catalogue =
      kind === "pm" && checklist
        ? {
            machineTypeId: checklist.machineTypeId,
            pmChecklistId: checklist.id,
            pmChecklistName: checklist.name,
            pmChecklistRevision: 1,
          }
        : {};
    written.reports.push({
      ...report,
      at,
      author,
      assetId: seeded.asset.id,
      serviceTicket: ticketOf(at),
      serviceOn: day,
      serviceType: kind,
      ...catalogue,
      problemDescription: problem,
      actionTaken: waits ? random.pick(waitingActions) : action,
      remark: waits ? random.pick(waitingRemarks) : null,
      doneBy: byAgent && !waits ? (agents[seeded.type.category] ?? anyAgent) : author.name,
      doneByUserId: byAgent && !waits ? null : author.id,
      serviceCostMinor: cost,
      partsCostMinor,
      totalCostMinor: partsCostMinor + cost,
      pmLists,
      checksYes: count("yes"),
      checksNo: count("no"),
      checksNa: count("na"),
      billedTo: kind === "pm" && byAgent ? "contract" : "internal",
      conditionAfter,
    });
    written.parts.push(...taken);
    written.uses.push(
      ...taken.map(({ id, stockItemId, qty }) => ({ partId: id, stockItemId, qty, at, author })),
    );
  }
  return written;
}

/** Sets what lists show of each device: last service, last PM, cost, failed checks. */
export function applyToAssets(seeded: readonly Seeded[], reports: readonly Report[]): void {
  const byId = new Map(seeded.map(({ asset }) => [asset.id, asset]));
  for (const report of reports) {
    const asset = byId.get(report.assetId)!;
    asset.lastServiceOn = report.serviceOn;
    if (report.serviceType === "pm") asset.lastPmOn = report.serviceOn;
    const { serviceCostMinor = 0, partsCostMinor = 0 } = report;
    asset.serviceCostMinor = (asset.serviceCostMinor ?? 0) + serviceCostMinor + partsCostMinor;
    const year = report.serviceOn.slice(0, 4);
    const costs = asset.costYears?.[year] ?? [0, 0, 0];
    costs[report.serviceType === "pm" ? 0 : 1] += serviceCostMinor;
    costs[2] += partsCostMinor;
    asset.costYears = { ...asset.costYears, [year]: costs };
    if (report.pmLists?.length) asset.failedChecks = report.checksNo;
  }
}

export async function saveReports(db: D1Database, { reports, parts }: Written): Promise<void> {
  await insert(db, serviceReports, reports);
  await insert(db, serviceReportParts, parts);
}
