import { dayIn } from "#app/shared/company-time.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Permission } from "../../permissions.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import type { Asker } from "../lists/documents.ts";
import { entryOf } from "../lists/list-query.ts";
import type { Report } from "./declaration.ts";
import {
  assetValues,
  calibrationStatus,
  condemnedList,
  coverList,
  equipmentRegister,
  replacementList,
} from "./of-devices.ts";
import { downtime, frozenPm, serviceCost, workDone } from "./of-figures.ts";
import { gatePassRegister, transferRegister } from "./of-movement.ts";
import { licences, userList, vendorScoreList } from "./of-others.ts";
import { breakdownLog, pmPlan } from "./of-service.ts";
import { stockLedger, stockValuation } from "./of-stock.ts";

/** Every report by its name in addresses, in the order in which they are offered. */
export const reports: Readonly<Record<string, Report>> = {
  "equipment-register": equipmentRegister,
  "pm-plan": pmPlan,
  "pm-frozen": frozenPm,
  "calibration-status": calibrationStatus,
  "breakdown-log": breakdownLog,
  downtime,
  "service-cost": serviceCost,
  "work-done": workDone,
  "asset-values": assetValues,
  "condemned-list": condemnedList,
  "replacement-list": replacementList,
  "cover-list": coverList,
  "gate-passes": gatePassRegister,
  transfers: transferRegister,
  "stock-valuation": stockValuation,
  "stock-ledger": stockLedger,
  "vendor-scores": vendorScoreList,
  licences,
  users: userList,
};

type Viewing = Extract<Permission, `view-${string}`>;
type Exporting = Extract<Permission, `export-${string}`>;
export const viewOf = ({ subject }: Report) => `view-${subject}` as Viewing;
export const exportOf = ({ subject }: Report) => `export-${subject}` as Exporting;

/** Whether a person may see a report: its subject, and a service type that has it. */
export const mayRead = (session: Session, report: Report): boolean =>
  report.services.includes(session.serviceType) &&
  session.can(viewOf(report)) &&
  session.can(exportOf(report));

/** The report that an address names by `of`; the first that the person may see where it names none. */
export const reportIn = (session: Session, params: URLSearchParams): string =>
  params.get("of") ??
  Object.keys(reports).find((name) => mayRead(session, reports[name]!)) ??
  "equipment-register";

/** Whether an address names no report, and there is none for the person. */
export const hasNone = (session: Session, params: URLSearchParams): boolean =>
  !params.has("of") && !Object.values(reports).some((report) => mayRead(session, report));

/** The address of a report. */
export const reportPath = (name: string, filters: Readonly<Record<string, string>> = {}) =>
  `/report?${new URLSearchParams({ of: name, ...filters })}`;

/** The report of a name. @throws Response 404 for one that is not there or not the person's service type's, 403 without the permissions */
export function reportNamed(session: Session, name: string): Report {
  const report = entryOf(reports, name);
  if (!report?.services.includes(session.serviceType)) return notFound("report");
  session.authorize(exportOf(report));
  return report;
}

/** Who asks for a report, with the handle it is read by. */
export const askerOfReport = (session: Session, db: ReadingDb, now = Date.now()): Asker => ({
  session,
  db,
  today: dayIn(session.company.timeZone, now),
  now,
});
