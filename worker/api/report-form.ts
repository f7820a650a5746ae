import { fileField, MAX_FILES } from "#app/shared/report-rules.ts";
import { LONGEST_SIGNATURE, SIGNATURE } from "#app/shared/signature.ts";
import { conditions } from "#drizzle/words.ts";
import { reportNames } from "../domain/service-reports/input.ts";
import { day, oneOf, type Schema, sampleId, text, thumbnailParts } from "./shapes.ts";

const money: Schema = { ...text, pattern: "^(\\d+(\\.\\d{1,2})?)?$", examples: ["12.50"] };
const flag = oneOf("0", "1", "true", "false", "on", "");
const long = { ...text, maxLength: 5000 };
const signature: Schema = {
  ...text,
  maxLength: LONGEST_SIGNATURE,
  description: `The d of an SVG path of moves and lines, ${SIGNATURE.width} wide and ${SIGNATURE.height} high: M10 20L30 40`,
};
const file: Schema = { type: "string", contentMediaType: "application/octet-stream" };

/** Fields of the form by their names. */
const shapes: Record<string, Schema> = {
  service_ticket: {
    ...text,
    pattern: "^PM-\\d{12}$",
    description: "PM- and yyMMddHHmmss; one that is taken gets the next free second",
  },
  date: { ...day, description: "Not later than tomorrow" },
  service_type: oneOf("pm", "other"),
  machine_type_id: { ...text, maxLength: 64 },
  pm_checklist_id: { ...text, maxLength: 64 },
  complaint_by: { ...text, minLength: 1, maxLength: 120, description: "Done By" },
  done_by_signature: signature,
  received_by: { ...text, maxLength: 120 },
  received_by_signature: signature,
  condition_after: {
    ...oneOf("", ...conditions),
    description: "What the work leaves of the asset; a later report that names a condition stands",
  },
  breakdown_id: {
    ...text,
    maxLength: 64,
    description: "The call of the asset that the report answers; it stays open",
  },
  due_occurrence_id: {
    ...text,
    maxLength: 64,
    description:
      "The planned service of the asset that the report fulfils; without it a PM fulfils the open one nearest to its date, within its window",
  },
  remove_files: {
    ...text,
    description: "Ids of files that are no longer shown, with commas between them",
  },
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
    description:
      'JSON: [{"name", "status": "yes" | "no" | "na", "remark"}], at most 500 rows; a check that measures also has "unit", "low", "high" and "value", numbers as texts',
  },
  version: {
    ...text,
    pattern: "^\\d*$",
    description: "The version that was read; 409 when the report has moved on",
  },
};
/** Fields of a used part; a form may have any number of parts. */
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

function formShape(
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
        ...file,
      },
      ...thumbnailParts("media"),
      ...Object.fromEntries(
        Array.from({ length: MAX_FILES }, (_, at) => [
          [fileField(at), { ...file, description: "A further file, as media" }],
          ...Object.entries(thumbnailParts(fileField(at))),
        ]).flat(),
      ),
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
  "parts[0][id]": sampleId,
  "parts[0][qty]": "2",
  "parts[0][cost]": "12.50",
  "parts[0][total_cost]": "25.00",
};

/** The form of a new service report, with an example. */
export const newReport = {
  shape: formShape(reportNames.create, ["service_ticket", ...required]),
  example: { service_ticket: "PM-260115093000", ...example },
};
/** The form that changes a service report, with an example. */
export const changedReport = {
  shape: formShape(reportNames.update, required),
  example: {
    ...example,
    "parts[0][isNew]": "0",
    "parts[0][isChangedQyt]": "1",
    "parts[0][newQyt]": "3",
    "parts[0][isDeleted]": "0",
  },
};
