import { reportFlow } from "../../domain/service-reports/index.ts";
import { reportNames } from "../../domain/service-reports/input.ts";
import { answer, type Described, listQuery, page } from "./call.ts";
import { moveCall } from "./flows.ts";
import {
  amount,
  id,
  instant,
  list,
  object,
  oneOf,
  orNull,
  type Schema,
  text,
  truth,
  whole,
} from "./shapes.ts";

const tag = "Service report";
const money: Schema = { ...text, pattern: "^(\\d+(\\.\\d{1,2})?)?$", examples: ["12.50"] };
const flag = oneOf("0", "1", "true", "false", "on", "");
const long = { ...text, maxLength: 5000 };

const shapes: Record<string, Schema> = {
  service_ticket: {
    ...text,
    pattern: "^PM-\\d{12}$",
    description: "PM- and yyMMddHHmmss; one that is taken gets the next free second",
  },
  date: { ...text, format: "date", description: "Not later than tomorrow" },
  service_type: oneOf("pm", "other"),
  machine_type_id: { ...text, maxLength: 64 },
  pm_checklist_id: { ...text, maxLength: 64 },
  complaint_by: { ...text, minLength: 1, maxLength: 120, description: "Done By" },
  remark: long,
  action_taken: long,
  problem_description: long,
  service_cost: money,
  total_cost: {
    ...money,
    description: "What the client shows; the server computes its own and warns when they differ",
  },
  pm_lists: {
    ...text,
    description: 'JSON: [{"name", "status": "yes" | "no" | "na", "remark"}], at most 500 rows',
  },
  version: {
    ...text,
    pattern: "^\\d*$",
    description: "The version that was read; 409 when the report has moved on",
  },
};
const partShapes: Record<string, Schema> = {
  id: { ...text, minLength: 1, maxLength: 64, description: "Id of a store item" },
  qty: {
    ...text,
    pattern: "^\\d{1,7}$",
    description: "On a line that is saved: the quantity that was read",
  },
  cost: { ...text, description: "Required on a new line; the server charges the rate of the item" },
  total_cost: text,
  isChangedQyt: flag,
  newQyt: { ...text, pattern: "^\\d{0,7}$" },
  isNew: flag,
  isDeleted: flag,
};

function form(
  { plain, part }: { plain: readonly string[]; part: readonly string[] },
  required: string[],
): Schema {
  const parts = part.map((name) => [
    `^parts\\[\\d{1,3}\\]\\[${name}\\]$`,
    partShapes[name] ?? text,
  ]);
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(plain.map((name) => [name, shapes[name] ?? text])),
      media: {
        description:
          "One file of at most 25 MB: jpg, jpeg, png, pdf, doc, docx, mp4, mov, avi, mkv, webm, wmv",
        type: "string",
        contentMediaType: "application/octet-stream",
      },
      idempotency_key: { ...text, maxLength: 80, description: "As the header Idempotency-Key" },
    },
    patternProperties: Object.fromEntries(parts),
    required,
    additionalProperties: false,
  };
}

const required = ["date", "service_type", "complaint_by"];
const example = {
  date: "2026-01-15",
  service_type: "pm",
  complaint_by: "R. Krishnan",
  service_cost: "100.00",
  total_cost: "125.00",
  pm_lists: '[{"name":"Battery","status":"yes","remark":""}]',
  "parts[0][id]": "0198c7a2-5f3e-7c11-9a60-3f6f0e8d2b41",
  "parts[0][qty]": "2",
  "parts[0][cost]": "12.50",
  "parts[0][total_cost]": "25.00",
};

const line = object({
  store_item_id: id,
  store_item: object({ name: text, quantity: whole }),
  qty: whole,
  cost: amount,
  total: amount,
});
const report = object({
  id,
  asset_id: id,
  service_ticket: text,
  date: { ...text, format: "date" },
  service_type: oneOf("pm", "other"),
  pm_checklist: orNull(object({ id, machine_name: orNull(text), machine_type_id: orNull(id) })),
  problem_description: orNull(text),
  remark: orNull(text),
  action_taken: orNull(text),
  complaint_by: text,
  service_cost: amount,
  total_cost: amount,
  pm_lists: { ...text, description: "JSON text of the checklist's rows" },
  inhouse_items: list(line),
  media: orNull(id),
  media_name: orNull(text),
  version: whole,
});
const created = answer(object({ id, asset_id: id, service_ticket: text }));
const changed = answer(object({ id, asset_id: id, version: whole }));
const edit = { tag, host: "company", needs: "edit-asset" } as const;
const view = { tag, host: "company", needs: "edit-asset or view-asset" } as const;

const oneReport = answer(report, {
  base_path: { ...text, description: "Address of a file for a browser: base_path + media" },
});
const { size, after, before } = listQuery([], {});
const listed = object({
  id,
  asset_id: id,
  service_ticket: text,
  date: { ...text, format: "date" },
  service_type: oneOf("pm", "other"),
  complaint_by: text,
  action_taken: orNull({ ...text, maxLength: 200 }),
  checks_yes: whole,
  checks_no: whole,
  checks_na: whole,
  parts_cost: amount,
  service_cost: amount,
  total_cost: amount,
  verified_at: orNull(instant),
  locked_at: orNull(instant),
  cancelled_at: orNull(instant),
  media: orNull(id),
  media_name: orNull(text),
});

export const reportDescriptions = (): Described[] => [
  {
    ...edit,
    method: "POST",
    path: "/service-report/create/:assetId",
    summary: "Create a service/PM report of an asset",
    form: form(reportNames.create, ["service_ticket", ...required]),
    example: { service_ticket: "PM-260115093000", ...example },
    status: 201,
    answer: created,
    refusals: [409, 503],
  },
  {
    ...edit,
    method: "POST",
    path: "/service-report/update/:reportId",
    summary: "Change a service/PM report",
    form: form(reportNames.update, required),
    example: {
      ...example,
      "parts[0][isNew]": "0",
      "parts[0][isChangedQyt]": "1",
      "parts[0][newQyt]": "3",
      "parts[0][isDeleted]": "0",
    },
    answer: changed,
    refusals: [409],
  },
  moveCall(reportFlow, "cancel", "/service-report/cancel/:reportId", changed),
  {
    ...view,
    method: "GET",
    path: "/service-report/:reportId",
    summary: "Read a service/PM report",
    answer: oneReport,
  },
  {
    ...view,
    method: "GET",
    path: "/service-reports/:reportId",
    summary: "The same, beside its list",
    answer: oneReport,
  },
  {
    ...view,
    method: "GET",
    path: "/service-reports",
    summary: "Reports of the company, newest saved first; of one asset, newest served first",
    query: { asset: id, size: size!, after: after!, before: before! },
    answer: page(listed),
  },
  {
    ...view,
    method: "GET",
    path: "/media/:id",
    summary: "A file, whole or by one byte range",
    needs: "to view what the file belongs to",
    answer: "file",
  },
  {
    ...edit,
    method: "GET",
    path: "/store-item/get",
    summary: "Store items that can be parts of a report",
    needs: "edit-asset or view-stock",
    query: {
      active: { ...oneOf("true"), description: "Only active items with a quantity of at least 1" },
    },
    answer: answer(
      list(object({ id, name: text, rate: amount, quantity: whole, unit: text, is_active: truth })),
    ),
  },
  {
    ...view,
    method: "GET",
    path: "/machine_types/get",
    summary: "Machine types",
    answer: answer(list(object({ id, name: text }))),
  },
  {
    ...view,
    method: "GET",
    path: "/pm_list/:machineTypeId",
    summary: "PM machines of a machine type, with the names of their checks",
    answer: answer(list(object({ id, machine_name: text, lists: list(text) }))),
  },
];
