import type { Session } from "../../session.ts";
import { findReport, type ReportView } from "../service-reports/index.ts";

const AT_ONCE = 6;

/** Reports whole, a few at a time. */
export async function reportsOf(session: Session, ids: readonly string[]): Promise<ReportView[]> {
  const reports: ReportView[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE)
    reports.push(
      ...(await Promise.all(ids.slice(from, from + AT_ONCE).map((id) => findReport(session, id)))),
    );
  return reports;
}
