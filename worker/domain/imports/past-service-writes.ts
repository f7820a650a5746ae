import { inArray, sql } from "drizzle-orm";
import { ticketsFrom } from "#app/shared/ticket.ts";
import { assets, media, serviceReportParts, serviceReports } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { reportCosts } from "../assets/cost-years.ts";
import { addToAsset, countedOf } from "../service-reports/save.ts";
import type { Accepted, Writing } from "./kind.ts";
import type { Undo } from "./standing.ts";

/** Work that was done on a device before it was looked after here. */
export type PastService = {
  assetId: string;
  serviceOn: string;
  serviceType: "pm" | "other";
  doneBy: string;
  problemDescription: string | null;
  actionTaken: string | null;
  remark: string | null;
  serviceCostMinor: number | null;
};

const DAY_SECONDS = 86_400;
const two = (part: number) => String(part).padStart(2, "0");
/** Tickets of the day on which a service was, from a second that its id tells. */
function ticketsOf({ serviceOn }: PastService, id: string): string[] {
  const second = Number.parseInt(id.slice(-6), 16) % (DAY_SECONDS - 600);
  const clock = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
  return ticketsFrom(`PM-${serviceOn.slice(2).replaceAll("-", "")}${clock.map(two).join("")}`);
}

/**
 * Service reports of the past: with their costs and dates on their device. They fulfil nothing that is planned here, and leave its
 * condition as it is.
 */
export function writePastServices(db: CompanyDb, rows: readonly Accepted[]): Writing {
  const services = rows as readonly Accepted<PastService>[];
  const writes = services.flatMap(({ id, values }): Statement[] => {
    const tickets = JSON.stringify(ticketsOf(values, id));
    const free = sql<string>`(select j.value from json_each(${tickets}) as j
      where not exists (select 1 from ${serviceReports} where ${db.ofOwner(serviceReports, sql`${serviceReports.serviceTicket} = j.value`)}) limit 1)`;
    const cost = values.serviceCostMinor ?? 0;
    const report = { ...values, serviceCostMinor: cost, totalCostMinor: cost, serviceTicket: free };
    return [
      db.inserting(serviceReports, { id, ...report }),
      ...addToAsset(db, values.assetId, id, { ...unsigned, ...values }),
    ];
  });
  const activity = services.map(({ id, values: { assetId, serviceOn, serviceType, doneBy } }) => ({
    action: "create.service_report",
    kind: "service_report",
    id,
    label: serviceOn,
    assetId,
    changes: Object.entries({ serviceOn, serviceType, doneBy }).map(([field, to]) => ({
      ...{ field, from: null, to },
    })),
  }));
  return { writes, activity };
}

/** What a report of the past does not have. */
const unsigned = {
  conditionAfter: null,
  doneBySignature: null,
  receivedBy: null,
  receivedBySignature: null,
  ...{ pmLists: [], checksYes: 0, checksNo: 0, checksNa: 0 },
};

/** What devices know of their reports, as those that are left say it. */
function asLeft(db: CompanyDb, assetId: string): Statement {
  const ofAsset = countedOf(db, assetId);
  const latest = (
    isPm: boolean,
  ) => sql`(select max(${serviceReports.serviceOn}) from ${serviceReports}
    where ${ofAsset(isPm ? sql`${serviceReports.serviceType} = 'pm'` : undefined)})`;
  return db.run(sql`update ${assets} set
      "last_service_on" = ${latest(false)}, "last_pm_on" = ${latest(true)},
      "service_cost_minor" = (select coalesce(sum(${serviceReports.totalCostMinor}), 0) from ${serviceReports} where ${ofAsset()}),
      "cost_years" = (select json_group_object("year", json_array("pm", "other", "parts")) from (${reportCosts(db, assetId)}))
    where ${db.ofOwner(assets, sql`${assets.id} = ${assetId}`)}`);
}

/** How reports of the past are taken back: they were never made here, so that they go. */
export const pastServiceUndo: Undo = {
  table: serviceReports,
  uses: () => [
    { table: media, column: media.serviceReportId, things: "files" },
    { table: serviceReportParts, column: serviceReportParts.serviceReportId, things: "parts" },
  ],
  write(db, now, gone) {
    const reports = gone.map((id) => now.get(id)!);
    const devices = [...new Set(reports.map(({ assetId }) => String(assetId)))];
    return {
      writes: [
        db.removing(serviceReports, inArray(serviceReports.id, among(gone))),
        ...devices.map((assetId) => asLeft(db, assetId)),
      ],
      activity: reports.map(({ id, assetId, serviceTicket }) => ({
        action: "delete.service_report",
        kind: "service_report",
        id,
        assetId: String(assetId),
        label: String(serviceTicket),
      })),
    };
  },
};
