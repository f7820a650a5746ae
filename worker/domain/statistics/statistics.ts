import type { Chart } from "#app/shared/statistics.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import { assetCharts, coverChart, coverEndsChart } from "./charts-assets.ts";
import { answeredChart, causesChart, heatChart, openedChart, repairChart } from "./charts-calls.ts";
import { calibrationChart, uptimeChart } from "./charts-care.ts";
import { costChart, ratioChart, unitCostChart, valueChart } from "./charts-money.ts";
import { pmChart, pmMonthsChart } from "./charts-pm.ts";
import { backlogChart, failureRateChart, qualityChart } from "./charts-quality.ts";
import { rankChart } from "./charts-ranks.ts";
import { stockChart } from "./charts-stock.ts";
import { vendorsChart } from "./charts-vendors.ts";
import { periodOf } from "./period.ts";
import { isTooWide, narrowedBy, readStatistics } from "./read.ts";
import { readout } from "./readout.ts";
import { linksOf, type Source } from "./source.ts";

type Of = {
  needs: readonly Permission[];
  charts: (source: Source, can: Session["can"]) => readonly Chart[];
};
const assets = ["view-asset"] as const;
const calls = ["view-breakdown", "view-asset"] as const;

/** The charts in their order, and what a person must be allowed to see of each. */
const parts: readonly Of[] = [
  { needs: calls, charts: (source) => [openedChart(source)] },
  { needs: assets, charts: (source) => [pmChart(source)] },
  { needs: calls, charts: (source) => [causesChart(source), answeredChart(source)] },
  { needs: calls, charts: (source) => [uptimeChart(source), repairChart(source)] },
  { needs: assets, charts: (source) => [costChart(source), ratioChart(source)] },
  { needs: calls, charts: (source) => [unitCostChart(source)] },
  { needs: assets, charts: (source) => [pmMonthsChart(source), calibrationChart(source)] },
  { needs: calls, charts: (source) => [rankChart(source, 0), rankChart(source, 1)] },
  { needs: assets, charts: (source) => [rankChart(source, 2)] },
  { needs: calls, charts: (source) => [heatChart(source)] },
  { needs: calls, charts: (source) => [backlogChart(source), failureRateChart(source)] },
  { needs: assets, charts: (source, can) => [qualityChart(source, can)] },
  { needs: ["view-vendor", "view-breakdown"], charts: (source) => [vendorsChart(source)] },
  { needs: assets, charts: assetCharts },
  {
    needs: assets,
    charts: (source) => [valueChart(source), coverChart(source), coverEndsChart(source)],
  },
  { needs: ["view-stock"], charts: (source) => [stockChart(source)] },
];

/**
 * What statistics say of a period: figures and charts with their sentences, formulas and tables. One round trip.
 * A chart that the person may not see is left out. @throws Response 403
 */
export async function statisticsOf(session: Session, params: URLSearchParams) {
  const db = session.authorize("view-asset");
  const now = Date.now();
  const { company, can } = session;
  const period = periodOf(params, company, now);
  const narrowed = narrowedBy(params);
  // Of too many Locations nothing is told rather than a part of them.
  const tooMany = isTooWide(db, period, narrowed) ? (db.scope?.departments.length ?? 0) : null;
  if (tooMany !== null)
    return { period, narrowed, tooMany, countedAt: null, chosen: {}, figures: [], charts: [] };
  const read = await readStatistics(session, db, period, narrowed);
  const links = linksOf(narrowed, (permission) => session.can(permission));
  const source: Source = { ...read, period, narrowed, company, links, now };
  const { countedAt } = read.sums;
  const isCounted = countedAt !== null;
  return {
    period,
    narrowed,
    tooMany,
    countedAt,
    chosen: read.chosen,
    figures: isCounted ? readout(source, can) : [],
    charts: isCounted
      ? parts.flatMap(({ needs, charts }) => (needs.every(can) ? charts(source, can) : []))
      : [],
  };
}
export type Statistics = Awaited<ReturnType<typeof statisticsOf>>;
