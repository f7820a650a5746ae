import { formatMinor } from "#app/shared/money.ts";
import { machineTypes } from "#drizzle/control/index.ts";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import { listReports, type ReportRow } from "../domain/assets/reports-tab.ts";
import { changesOf, toldColumns } from "../domain/changes/changed-since.ts";
import { byReport } from "../domain/due/fulfil.ts";
import {
  createReport,
  findReport,
  type ReportView,
  reportFlow,
  updateReport,
} from "../domain/service-reports/index.ts";
import { offeredItems } from "../domain/stock/choices.ts";
import { portsOf } from "../files/ports.ts";
import { reportFormOf } from "../forms.ts";
import type { Session } from "../session.ts";
import { originOf } from "../tenancy/hosts.ts";
import { data, dataWith, done, page } from "./answers.ts";
import { type Call, companyCalls, type Form } from "./call.ts";
import { moveCall } from "./flows.ts";
import { changedReport, newReport } from "./report-form.ts";
import {
  amount,
  columnsShape,
  day,
  id,
  list,
  listQuery,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  truth,
  whole,
} from "./shapes.ts";
import { toWire } from "./wire.ts";

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
    done_by_signature: report.doneBySignature,
    received_by: report.receivedBy,
    received_by_signature: report.receivedBySignature,
    condition_after: report.conditionAfter,
    due_occurrence: report.dueOccurrenceId && {
      id: report.dueOccurrenceId,
      title: report.dueTitle,
      kind: report.dueKind,
      due_on: report.dueOn,
      on_time: Boolean(report.dueOnTime),
    },
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
    files: report.files.map(({ id, fileName }) => ({ id, file_name: fileName })),
    version: report.version,
  };
}

/** A row of the list, with the names the single report has. */
const wireRow = ({ serviceOn, doneBy, mediaId, ...row }: ReportRow) => ({
  ...toWire(row),
  date: serviceOn,
  complaint_by: doneBy,
  media: mediaId,
});

const line = object({
  store_item_id: id,
  store_item: object({ name: text, quantity: whole }),
  qty: whole,
  cost: amount,
  total: amount,
});
/** Fields of a report whose wire name is not that of their column. */
const renamed = { date: day, complaint_by: text, media: orNull(id), media_name: orNull(text) };
const ofRecord =
  "conditionAfter doneBySignature receivedBy receivedBySignature id assetId serviceTicket serviceType problemDescription remark actionTaken serviceCostMinor totalCostMinor version";
const report = columnsShape(serviceReports, ofRecord, {
  ...renamed,
  pm_checklist: orNull(object({ id, machine_name: orNull(text), machine_type_id: orNull(id) })),
  pm_lists: {
    ...text,
    description:
      "JSON text of the checklist's rows; a check that measures also has unit, low, high and value",
  },
  files: {
    ...list(object({ id, file_name: text })),
    description: "Files beside media, at base_path + id",
  },
  inhouse_items: list(line),
  due_occurrence: {
    ...orNull(object({ id, title: text, kind: oneOf(...byReport), due_on: day, on_time: truth })),
    description: "The planned service that it fulfils; a PM without one is unscheduled",
  },
});
const nextPm = {
  next_pm_on: { ...orNull(day), description: "Next PM of the asset after a PM report" },
};
const offersCall = {
  offers_call: {
    ...truth,
    description: "Checks are answered No: a service call may be begun with raised_by_report_id",
  },
};
const created = object({
  ...{ id, asset_id: id, service_ticket: text },
  ...nextPm,
  open_call_id: { ...orNull(id), description: "The call it answers, while it is not resolved" },
  ...offersCall,
});
const changedFields = { id, asset_id: id, version: whole };
const changed = object(changedFields);
const ofList =
  "id assetId breakdownId serviceTicket serviceType conditionAfter checksYes checksNo checksNa partsCostMinor serviceCostMinor totalCostMinor verifiedAt lockedAt cancelledAt";
const listed = columnsShape(serviceReports, ofList, {
  ...renamed,
  action_taken: orNull({ ...text, maxLength: 200 }),
  file_count: { ...whole, description: "Files, that of media among them" },
  photo_count: { ...whole, description: "Pictures among them" },
  raised_call_number: orNull({ ...text, description: "The service call its failed checks began" }),
});

/** What programs that copy reports are told of each: all but the signatures that were drawn. */
const copied = toldColumns(serviceReports).filter((name) => !name.endsWith("Signature"));

const tag = "Service report";
const call = companyCalls({ tag, needs: "edit-asset", of: serviceReports });
const reading = companyCalls({ tag, needs: ["edit-asset", "view-asset"], of: serviceReports });

/** The form of a report; without an idempotency key, person, ticket and content identify it. */
const reportForm = (schema: Schema): Form<Session, FormData> => ({
  schema,
  read: (request, visit, session) => reportFormOf(request, visit, session.actor.userId),
});

const { size, after, before } = listQuery([], {});
const readings = [
  ["/service-report/:reportId", "Read a service/PM report"],
  ["/service-reports/:reportId", "The same, beside its list"],
] as const;

/** Calls of service reports and of what their screens offer, with the specification's paths. */
export const reportCalls: Call[] = [
  call({
    post: "/service-report/create/:assetId",
    of: assets,
    says: "Create a service/PM report of an asset",
    form: reportForm(newReport.shape),
    example: newReport.example,
    status: 201,
    answer: done(created),
    run: ({ session, visit, assetId, form }) =>
      createReport(session, portsOf(visit), assetId, form),
  }),
  call({
    post: "/service-report/update/:reportId",
    says: "Change a service/PM report",
    form: reportForm(changedReport.shape),
    example: changedReport.example,
    answer: done(object({ ...changedFields, ...nextPm, ...offersCall })),
    run: ({ session, visit, reportId, form }) =>
      updateReport(session, portsOf(visit), reportId, form),
  }),
  moveCall(reportFlow, "cancel", "/service-report/cancel/:reportId", done(changed)),
  ...readings.map(([path, says]) =>
    reading({
      get: path,
      says,
      answer: dataWith(report, {
        base_path: { ...text, description: "Address of a file for a browser: base_path + media" },
      }),
      run: async ({ session, visit, reportId }) => ({
        data: wireReport(await findReport(session, reportId)),
        base_path: `${originOf(visit.env, visit.place.hostname)}/media/`,
      }),
    }),
  ),
  reading({
    get: "/service-reports",
    says: "Reports of the company, newest saved first; of one asset, newest served first",
    query: { asset: id, size: size!, after: after!, before: before! },
    answer: page(listed),
    changes: { ...changesOf(serviceReports), columns: copied },
    run: async ({ session, query }) => {
      const { rows, page } = await listReports(session, query);
      return { rows: rows.map(wireRow), page };
    },
  }),
  call({
    get: "/store-item/get",
    needs: ["edit-asset", "view-stock"],
    says: "Store items that can be parts of a report",
    query: {
      active: { ...oneOf("true"), description: "Only active items with a quantity of at least 1" },
      asset: { ...id, description: "Items that belong to this asset come first, and say so" },
    },
    answer: data(
      list(
        object({
          ...{ id, name: text, rate: amount, quantity: whole, unit: text, is_active: truth },
          ...{ store: text, fits: truth },
        }),
      ),
    ),
    run: ({ session, query }) =>
      offeredItems(session, query.get("active") === "true", query.get("asset") ?? ""),
  }),
  reading({
    get: "/machine_types/get",
    says: "Machine types",
    answer: data(list(object({ id, name: text }))),
    run: ({ session }) => {
      session.authorizeAny("edit-asset", "view-asset");
      return session.catalogue.machineTypes();
    },
  }),
  reading({
    get: "/pm_list/:machineTypeId",
    of: machineTypes,
    says: "PM machines of a machine type, with the names of their checks",
    answer: data(list(object({ id, machine_name: text, lists: list(text) }))),
    run: ({ session, machineTypeId }) => {
      session.authorizeAny("edit-asset", "view-asset");
      return session.catalogue.checklistsOf(machineTypeId);
    },
  }),
];
