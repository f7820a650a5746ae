import { and, eq, isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { serviceReports } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import { type Asset, assetOf, assetQueries } from "./find.ts";
import { type HistoryRow, historyOf } from "./history-tab.ts";
import { reportsOf } from "./reports-tab.ts";

export const assetTabs = ["overview", "service-report", "history"] as const;
export type AssetTab = (typeof assetTabs)[number];
const MOST_COUNTED = 100;
const LATEST = 5;

export const tabOf = (name: string | null): AssetTab => assetTabs.find((tab) => tab === name) ?? "overview";

/** A device's page: the device, its true figures, and the one tab that is open. One round trip. */
export async function assetDetail(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-asset");
  const tab = tabOf(params.get("tab"));
  const history = tab === "history" ? historyOf(db, id, params) : historyOf(db, id, new URLSearchParams(), LATEST);
  const reports = reportsOf(db, id, params);
  const count = db
    .select({ n: sql<number>`count(*)`.as("n") })
    .from(
      sql`(select 1 from ${serviceReports} where ${db.mine(serviceReports, and(eq(serviceReports.assetId, id), isNull(serviceReports.cancelledAt)))} limit ${sql.raw(String(MOST_COUNTED + 1))})`,
    );
  const [rows, names, details, counts, open] = await db.read(
    ...assetQueries(db, id),
    count,
    tab === "service-report" ? reports.statement : history.statement,
  );
  const asset: Asset = assetOf(rows, names, details);
  const reportCount = counts[0]?.n ?? 0;
  const capped = reportCount > MOST_COUNTED;
  return {
    asset,
    today: dayIn(session.company.timeZone),
    now: Date.now(),
    reportCount: Math.min(reportCount, MOST_COUNTED),
    reportsCapped: capped,
    tab,
    latest: tab === "overview" ? (open as HistoryRow[]) : null,
    reports: tab === "service-report" ? reports.page(open, null, false) : null,
    history: tab === "history" ? history.page(open as HistoryRow[]) : null,
  };
}
export type AssetDetail = Awaited<ReturnType<typeof assetDetail>>;
