import { z } from "zod";
import { wallClock } from "#app/shared/company-time.ts";
import { parseMoney } from "#app/shared/money.ts";
import {
  dateRequired,
  doneByRequired,
  MAX_FILES,
  partRequired,
  qtyNotWhole,
  qtyRequired,
  ticketRequired,
  tooManyFiles,
  typeRequired,
} from "#app/shared/report-rules.ts";
import { isSignature } from "#app/shared/signature.ts";
import { ticketClock } from "#app/shared/ticket.ts";
import { conditions } from "#drizzle/words.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid } from "../../refusals.ts";
import { checked, isDay, isOneLine, optionalMoney } from "../entity/fields.ts";
import { checkRows } from "./check-rows.ts";
import { flagOf, type PartFields, readFields } from "./form-fields.ts";

const MOST_QTY = 1_000_000;
const DAY_MS = 86_400_000;

/** All that is wrong is answered together: these checks run whatever others have shown. */
const always = { when: () => true };
const required = (message: string) => z.string(message).trim().min(1, message);
const atMost = (max: number) => `This can have at most ${max} characters`;
const limited = (max: number) =>
  z
    .string()
    .trim()
    .max(max, atMost(max))
    .optional()
    .transform((text) => text || null);

const serviceCost = optionalMoney("Service Cost");
const personName = (text: z.ZodString, label: string) =>
  text.max(120, atMost(120)).refine(isOneLine, `${label} must be one line`);
const signature = z
  .string()
  .optional()
  .transform((path) => path?.trim() || null)
  .refine((path) => path === null || isSignature(path), "The signature is not readable");
/** What a create and an update both post, by its name on the wire. */
const fields = {
  date: required(dateRequired).refine((date) => !date || isDay(date), "Service Date is not a date"),
  service_type: required(typeRequired).pipe(
    z.enum(["pm", "other"], "Service Type must be PM or Other"),
  ),
  machine_type_id: limited(64),
  pm_checklist_id: limited(64),
  due_occurrence_id: z
    .string()
    .trim()
    .max(64, atMost(64))
    .optional()
    // What a client does not send stays as it is.
    .transform((id) => (id === undefined ? undefined : id || null)),
  complaint_by: personName(required(doneByRequired), "Done By"),
  done_by_signature: signature,
  received_by: personName(z.string().trim(), "Received by")
    .optional()
    .transform((name) => name || null),
  received_by_signature: signature,
  condition_after: z
    .enum(["", ...conditions], "Condition afterwards is not one of the choices")
    .optional()
    // What a client does not send stays as it is.
    .transform((condition) => (condition === undefined ? undefined : condition || null)),
  remark: limited(5000),
  action_taken: limited(5000),
  problem_description: limited(5000),
  service_cost: z
    .string()
    .optional()
    .transform((amount): z.input<typeof serviceCost> => amount?.trim())
    .pipe(serviceCost),
  total_cost: z
    .string()
    .optional()
    .transform((total) => (total?.trim() ? parseMoney(total) : null)),
  pm_lists: checkRows,
};
/** The company's wall clock when the form came, in ms as if it were UTC; not posted. */
const now = z.number();
const isInTime = ({ date, now }: { date: string; now: number }) =>
  !isDay(date) || Date.parse(date) <= now + DAY_MS;
const tooLate = { path: ["date"], error: "Service Date cannot be in the future", ...always };

const part = required(partRequired).max(64, partRequired);
const quantity = required(qtyRequired)
  .refine(
    (qty) => !qty || (/^\d{1,9}$/.test(qty) && Number(qty) >= 1 && Number(qty) <= MOST_QTY),
    qtyNotWhole,
  )
  .transform(Number);
const added = { part, qty: quantity, cost: required("Cost is required") };
/** The quantity a client saw; null where it does not say. */
const seenQuantity = z
  .string()
  .optional()
  .transform((qty) => (qty?.trim() && Number.isSafeInteger(Number(qty)) ? Number(qty) : null));

const newRow = z
  .custom<PartFields>()
  .transform((row): unknown => ({ ...row, part: row.id }))
  .pipe(z.object(added));
/** What the flags of a row mean. A line that was added and removed again is nothing. */
const editedRow = z
  .custom<PartFields>()
  .transform((row, ctx): unknown => {
    const isNew = flagOf(row.isNew);
    const isDeleted = flagOf(row.isDeleted);
    const isChanged = flagOf(row.isChangedQyt);
    if (isNew === null || isDeleted === null || isChanged === null) {
      ctx.addIssue({ code: "custom", path: ["part"], message: "Flags must be true or false" });
      return z.NEVER;
    }
    const onSaved = isDeleted ? "remove" : isChanged ? "change" : "keep";
    const kind = isNew ? (isDeleted ? "nothing" : "add") : onSaved;
    return { ...row, kind, part: row.id };
  })
  .pipe(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("nothing") }),
      z.object({ kind: z.literal("add"), ...added }),
      z.object({ kind: z.literal("change"), part, newQyt: quantity, qty: seenQuantity }),
      z.object({ kind: z.literal("remove"), part }),
      z.object({ kind: z.literal("keep"), part }),
    ]),
  );

/** Rows of one kind name each part once; a new line may name the part of a line that is saved. */
function refuseDoubles(rows: Map<number, object>, ctx: z.RefinementCtx) {
  const seen = new Set<string>();
  for (const [index, row] of rows) {
    const { part: id, kind } = row as { part?: string; kind?: string };
    if (!id) continue;
    const key = `${kind === "add" ? "new" : "saved"} ${id}`;
    if (seen.has(key))
      ctx.addIssue({ code: "custom", path: [index, "part"], message: "Part already added" });
    seen.add(key);
  }
}

const newReport = z
  .object({
    now,
    service_ticket: required(ticketRequired).refine(
      (ticket) => !ticket || ticketClock(ticket) !== null,
      "Service Ticket ID is not valid",
    ),
    breakdown_id: limited(64),
    parts: z.map(z.number(), newRow).superRefine(refuseDoubles, always),
    ...fields,
  })
  .refine(isInTime, tooLate)
  .refine(({ service_ticket, now }) => (ticketClock(service_ticket) ?? 0) <= now + DAY_MS, {
    path: ["service_ticket"],
    error: "Service Ticket ID is not valid",
    ...always,
  });
const changedReport = z
  .object({
    now,
    version: z
      .string()
      .optional()
      .transform((version) => (version ? Number(version) : null))
      .refine(
        (version) => version === null || Number.isSafeInteger(version),
        "The version is not a number",
      ),
    service_ticket: z.string().optional(),
    remove_files: z
      .string()
      .optional()
      .transform((ids) => (ids ?? "").split(",").filter(Boolean))
      .refine((ids) => ids.length <= MAX_FILES, tooManyFiles),
    parts: z.map(z.number(), editedRow).superRefine(refuseDoubles, always),
    ...fields,
  })
  .refine(isInTime, tooLate);

const common = Object.keys(fields);
const newPart = ["id", "qty", "cost", "total_cost"];
/** The names a client may post, with those of a part line. */
export const reportNames = {
  create: { plain: ["service_ticket", "breakdown_id", ...common], part: newPart },
  update: {
    plain: [...common, "service_ticket", "version", "remove_files"],
    part: [...newPart, "isChangedQyt", "newQyt", "isNew", "isDeleted"],
  },
};

/** @throws Response 422 with all messages together */
function read<S extends z.ZodType>(
  schema: S,
  { plain, part }: (typeof reportNames)["create"],
  form: FormData,
  timeZone: string,
): { values: z.output<S>; uploads: Uploads } {
  const { media, files, errors, ...sent } = readFields(form, plain, part);
  if (Object.keys(errors).length) invalid(errors);
  const values = { ...sent.plain, parts: sent.parts, now: wallClock(timeZone) };
  return { values: checked(schema, values), uploads: { media, files } };
}

/** The one file of the specification, and more of them. */
type Uploads = { media: Upload | null; files: Upload[] };
type Posted = z.output<z.ZodObject<typeof fields>>;
const reportOf = (values: Posted, uploads: Uploads) => ({
  serviceOn: values.date,
  serviceType: values.service_type,
  machineTypeId: values.machine_type_id,
  pmChecklistId: values.pm_checklist_id,
  dueOccurrenceId: values.due_occurrence_id,
  doneBy: values.complaint_by,
  remark: values.remark,
  actionTaken: values.action_taken,
  problemDescription: values.problem_description,
  serviceCostMinor: values.service_cost ?? 0,
  pmLists: values.pm_lists,
  postedTotalMinor: values.total_cost,
  doneBySignature: values.done_by_signature,
  receivedBy: values.received_by,
  receivedBySignature: values.received_by_signature,
  conditionAfter: values.condition_after,
  ...uploads,
});
/** The fields of a report that a person fills in, checked. */
export type ReportInput = ReturnType<typeof reportOf>;

/** Everything a create posts. @throws Response 422 with all messages together */
export function createInput(form: FormData, timeZone: string) {
  const { values, uploads } = read(newReport, reportNames.create, form, timeZone);
  return {
    ...reportOf(values, uploads),
    breakdownId: values.breakdown_id,
    serviceTicket: values.service_ticket,
    parts: [...values.parts].map(([index, { part: stockItemId, qty }]) => ({
      index,
      stockItemId,
      qty,
    })),
  };
}

type Line = { index: number; stockItemId: string };
export type PartEdit = Line &
  (
    | { kind: "add"; qty: number }
    | { kind: "change"; qty: number; seenQty: number | null }
    | { kind: "remove" }
    | { kind: "keep" }
  );

/** Everything an update posts. `version` is null when the client sent none. */
export function updateInput(form: FormData, timeZone: string) {
  const { values, uploads } = read(changedReport, reportNames.update, form, timeZone);
  const edits = [...values.parts].flatMap(([index, row]): PartEdit[] => {
    if (row.kind === "nothing") return [];
    const line = { index, stockItemId: row.part };
    if (row.kind === "add") return [{ ...line, kind: row.kind, qty: row.qty }];
    if (row.kind === "change")
      return [{ ...line, kind: row.kind, qty: row.newQyt, seenQty: row.qty }];
    return [{ ...line, kind: row.kind }];
  });
  return {
    ...reportOf(values, uploads),
    version: values.version,
    removedFiles: values.remove_files,
    edits,
  };
}
