import { type Context, Hono } from "hono";
import { formatMinor } from "#app/shared/money.ts";
import { listReports, type ReportRow } from "../domain/assets/reports-tab.ts";
import {
  createReport,
  findReport,
  type ReportView,
  reportFlow,
  updateReport,
} from "../domain/service-reports/index.ts";
import { portsOf } from "../files/ports.ts";
import { serveMedia } from "../files/serve.ts";
import { reportFormOf } from "../forms.ts";
import { originOf } from "../tenancy/hosts.ts";
import { type Api, answered, bodyOf, member } from "./door.ts";
import { fromWire, toWire } from "./wire.ts";

/** A report as the wire shows it for editing. */
function wireReport(report: ReportView) {
  return {
    id: report.id,
    asset_id: report.asset.id,
    service_ticket: report.serviceTicket,
    date: report.serviceOn,
    service_type: report.serviceType,
    pm_checklist: report.pmChecklistId
      ? {
          id: report.pmChecklistId,
          machine_name: report.pmChecklistName,
          machine_type_id: report.machineTypeId,
        }
      : null,
    problem_description: report.problemDescription,
    remark: report.remark,
    action_taken: report.actionTaken,
    complaint_by: report.doneBy,
    service_cost: formatMinor(report.serviceCostMinor),
    total_cost: formatMinor(report.totalCostMinor),
    pm_lists: JSON.stringify(report.pmLists),
    inhouse_items: report.lines.map((line) => ({
      store_item_id: line.storeItemId,
      store_item: { name: line.name, quantity: line.available },
      qty: line.qty,
      cost: formatMinor(line.costMinor),
      total: formatMinor(line.totalMinor),
    })),
    media: report.media?.id ?? null,
    media_name: report.media?.fileName ?? null,
    version: report.version,
  };
}

/** A report of a list, under the names it has by itself. */
const wireRow = ({ serviceOn, doneBy, mediaId, ...row }: ReportRow) => ({
  ...toWire(row),
  date: serviceOn,
  complaint_by: doneBy,
  media: mediaId,
});

async function shown(c: Context<Api>, id: string) {
  const report = await findReport(member(c), id);
  const { env, place } = c.var.visit;
  return {
    success: true,
    message: "",
    data: wireReport(report),
    base_path: `${originOf(env, place.hostname)}/media/`,
  };
}

export const reportCalls = new Hono<Api>()
  .post("/service-report/create/:assetId", async (c) => {
    const session = member(c);
    const { visit } = c.var;
    return answered(
      c,
      await createReport(
        session,
        portsOf(visit),
        c.req.param("assetId"),
        await reportFormOf(c.req.raw, visit, session.actor.userId),
      ),
    );
  })
  .post("/service-report/update/:reportId", async (c) => {
    const session = member(c);
    const { visit } = c.var;
    return answered(
      c,
      await updateReport(
        session,
        portsOf(visit),
        c.req.param("reportId"),
        await reportFormOf(c.req.raw, visit, session.actor.userId),
      ),
    );
  })
  .post("/service-report/cancel/:reportId", async (c) => {
    const session = member(c);
    const sent = fromWire(await bodyOf(c), reportFlow.inputs.cancel);
    return answered(c, await reportFlow.move(session, c.req.param("reportId"), "cancel", sent));
  })
  .get("/service-report/:reportId", async (c) => c.json(await shown(c, c.req.param("reportId"))))
  .get("/service-reports", async (c) => {
    const { rows, page } = await listReports(member(c), new URL(c.req.url).searchParams);
    return c.json({ success: true, message: "", data: rows.map(wireRow), next: page.next });
  })
  .get("/service-reports/:reportId", async (c) => c.json(await shown(c, c.req.param("reportId"))))
  .get("/media/:id", (c) => serveMedia(member(c), c.env.MEDIA, c.req.param("id"), c.req.raw));
