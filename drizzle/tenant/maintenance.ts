import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  changedLater,
  day,
  filled,
  inCompany,
  json,
  minor,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { conditions } from "../words.ts";
import { assets } from "./assets.ts";
import { breakdowns } from "./breakdowns.ts";
import { dueOccurrences } from "./due.ts";
import { users } from "./people.ts";
import { stockItems } from "./stores.ts";

/** What a check measures: decimal texts, either limit may be missing. */
export type Measured = { unit: string; low: string; high: string; value: string };
/** One answer of a checklist, as it is stored in pm_lists; a check that measures also has its limits and its reading. */
export type CheckRow = {
  name: string;
  status: "yes" | "no" | "na";
  remark: string;
} & Partial<Measured>;

/** Work done on a device: Service/PM report. */
export const serviceReports = sqliteTable(
  "service_reports",
  {
    ...owned,
    assetId: text().notNull(),
    serviceTicket: nocase().notNull(),
    serviceOn: day().notNull(),
    serviceType: text({ enum: ["pm", "other"] })
      .notNull()
      .default("pm"),
    breakdownId: text(),
    dueOccurrenceId: text(),
    machineTypeId: text(),
    pmChecklistId: text(),
    pmChecklistName: text(),
    pmChecklistRevision: integer(),
    problemDescription: text(),
    actionTaken: text(),
    remark: text(),
    doneBy: text().notNull(),
    doneByUserId: text(),
    /** Drawn with a finger or a pen: the `d` of an SVG path, 300 units wide and 100 high. */
    doneBySignature: text(),
    receivedBy: text(),
    receivedBySignature: text(),
    serviceCostMinor: minor().notNull().default(0),
    partsCostMinor: minor().notNull().default(0),
    totalCostMinor: minor().notNull().default(0),
    pmLists: json<CheckRow[]>().notNull().default([]),
    checksYes: integer().notNull().default(0),
    checksNo: integer().notNull().default(0),
    checksNa: integer().notNull().default(0),
    billedTo: text({ enum: ["internal", "vendor", "contract"] })
      .notNull()
      .default("internal"),
    conditionAfter: text({ enum: conditions }),
    verifiedBy: text(),
    verifiedAt: integer(),
    lockedAt: integer(),
    amendedCount: integer().notNull().default(0),
    cancelledBy: text(),
    cancelledAt: integer(),
    cancelReason: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.breakdownId, () => breakdowns),
    inCompany(t, t.dueOccurrenceId, (): OwnedTarget => dueOccurrences),
    inCompany(t, t.doneByUserId, (): OwnedTarget => users),
    inCompany(t, t.verifiedBy, (): OwnedTarget => users),
    inCompany(t, t.cancelledBy, (): OwnedTarget => users),
    uniqueIndex("service_reports_ticket").on(t.companyId, t.serviceTicket),
    index("service_reports_by_asset").on(t.companyId, t.assetId, t.serviceOn, t.id),
    uniqueIndex("one_report_per_occurrence")
      .on(t.companyId, t.dueOccurrenceId)
      .where(filled(t.dueOccurrenceId)),
    changedLater("service_reports", t),
    index("service_reports_by_breakdown")
      .on(t.companyId, t.breakdownId)
      .where(filled(t.breakdownId)),
    oneOf("service_reports_service_type_known", t.serviceType, ["pm", "other"]),
    oneOf("service_reports_billed_to_known", t.billedTo, ["internal", "vendor", "contract"]),
    oneOf("service_reports_condition_known", t.conditionAfter, conditions),
    check(
      "report_total_adds_up",
      sql`${t.totalCostMinor} = ${t.partsCostMinor} + ${t.serviceCostMinor}`,
    ),
    check(
      "service_reports_money_not_negative",
      sql`${t.partsCostMinor} >= 0 and ${t.serviceCostMinor} >= 0`,
    ),
    check("service_reports_pm_lists_json", sql`json_valid(${t.pmLists})`),
    ...whole(
      "service_reports",
      t.version,
      t.serviceCostMinor,
      t.partsCostMinor,
      t.totalCostMinor,
      t.checksNo,
    ),
  ],
);

export const serviceReportParts = sqliteTable(
  "service_report_parts",
  {
    ...owned,
    serviceReportId: text().notNull(),
    stockItemId: uncounted(
      text().notNull(),
      "the movement of the part is asked, which has an index",
    ),
    name: text().notNull(),
    unit: text().notNull(),
    qty: integer().notNull(),
    costMinor: minor().notNull(),
    totalMinor: minor().notNull(),
    removedAt: integer(),
    removedBy: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.serviceReportId, () => serviceReports),
    inCompany(t, t.stockItemId, (): OwnedTarget => stockItems),
    inCompany(t, t.removedBy, (): OwnedTarget => users),
    uniqueIndex("one_live_line_per_part")
      .on(t.companyId, t.serviceReportId, t.stockItemId)
      .where(sql`removed_at is null`),
    index("removed_parts_by_report").on(t.companyId, t.serviceReportId).where(filled(t.removedAt)),
    check("part_qty_positive", sql`${t.qty} >= 1`),
    check("part_total_adds_up", sql`${t.totalMinor} = ${t.qty} * ${t.costMinor}`),
    ...whole("service_report_parts", t.version, t.qty, t.costMinor, t.totalMinor),
  ],
);
