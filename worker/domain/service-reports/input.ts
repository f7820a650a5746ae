import { addDays, dayIn, wallClock } from "#app/shared/company-time.ts";
import { parseMoney } from "#app/shared/money.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { ticketClock } from "#app/shared/ticket.ts";
import type { CheckRow } from "#drizzle/tenant/maintenance.ts";
import { invalid } from "../../refusals.ts";
import { isDay, isOneLine } from "../entity/fields.ts";
import { flagOf, type PartFields, type ReportFields, readFields } from "./form-fields.ts";

const MOST_CHECKS = 500;
/** Room for every check with its remark. */
const LONGEST_CHECKS = 1_500_000;
const MOST_QTY = 1_000_000;
const DAY_MS = 86_400_000;
const BLANK_CHECK = "Please fill in the name for the last row before adding a new one";

const common = [
  "date",
  "service_type",
  "machine_type_id",
  "pm_checklist_id",
  "complaint_by",
  "remark",
  "action_taken",
  "problem_description",
  "service_cost",
  "total_cost",
  "pm_lists",
];
const createNames = ["service_ticket", ...common];
const updateNames = [...common, "service_ticket", "version"];
const createPart = ["id", "qty", "cost", "total_cost"];
const updatePart = [...createPart, "isChangedQyt", "newQyt", "isNew", "isDeleted"];
/** The names a client may post, with those of a part line. */
export const reportNames = {
  create: { plain: createNames, part: createPart },
  update: { plain: updateNames, part: updatePart },
};

type NewPart = { index: number; stockItemId: string; qty: number };
export type PartEdit =
  | { kind: "add"; index: number; stockItemId: string; qty: number }
  | { kind: "change"; index: number; stockItemId: string; qty: number; seenQty: number | null }
  | { kind: "remove"; index: number; stockItemId: string }
  | { kind: "keep"; index: number; stockItemId: string };

/** The fields of a report that a person fills in, checked. */
export type ReportInput = {
  serviceOn: string;
  serviceType: "pm" | "other";
  machineTypeId: string | null;
  pmChecklistId: string | null;
  doneBy: string;
  remark: string | null;
  actionTaken: string | null;
  problemDescription: string | null;
  serviceCostMinor: number;
  pmLists: CheckRow[];
  postedTotalMinor: number | null;
  media: ReportFields["media"];
};

type Errors = FieldErrors;
const add = (errors: Errors, field: string, message: string) => {
  errors[field] ??= [];
  errors[field].push(message);
};

/** Everything a create posts. @throws Response 422 with all messages together */
export function createInput(
  form: FormData,
  timeZone: string,
): ReportInput & { serviceTicket: string; parts: NewPart[] } {
  const fields = readFields(form, createNames, createPart);
  const { errors, plain } = fields;
  const serviceTicket = (plain.service_ticket ?? "").trim();
  const clock = ticketClock(serviceTicket);
  if (!serviceTicket) add(errors, "service_ticket", "Service Ticket ID is required");
  else if (clock === null || clock > wallClock(timeZone) + DAY_MS)
    add(errors, "service_ticket", "Service Ticket ID is not valid");
  const parts: NewPart[] = [];
  for (const [index, row] of fields.parts) {
    const stockItemId = partOf(row, index, errors);
    const qty = qtyOf(row.qty, `parts.${index}.qty`, errors);
    if (!row.cost?.trim()) add(errors, `parts.${index}.cost`, "Cost is required");
    parts.push({ index, stockItemId, qty });
  }
  refuseDoubles(parts, errors);
  return { ...commonInput(fields, timeZone), serviceTicket, parts };
}

/** Everything an update posts. `version` is null when the client sent none. */
export function updateInput(
  form: FormData,
  timeZone: string,
): ReportInput & { version: number | null; edits: PartEdit[] } {
  const fields = readFields(form, updateNames, updatePart);
  const { errors, plain } = fields;
  const version = plain.version ? Number(plain.version) : null;
  if (version !== null && !Number.isSafeInteger(version))
    add(errors, "version", "The version is not a number");
  const edits = [...fields.parts].flatMap(([index, row]): PartEdit[] => {
    const flags = {
      isNew: flagOf(row.isNew),
      isDeleted: flagOf(row.isDeleted),
      isChanged: flagOf(row.isChangedQyt),
    };
    if (flags.isNew === null || flags.isDeleted === null || flags.isChanged === null)
      add(errors, `parts.${index}.part`, "Flags must be true or false");
    if (flags.isNew && flags.isDeleted) return [];
    const stockItemId = partOf(row, index, errors);
    if (flags.isNew) {
      if (!row.cost?.trim()) add(errors, `parts.${index}.cost`, "Cost is required");
      return [
        { kind: "add", index, stockItemId, qty: qtyOf(row.qty, `parts.${index}.qty`, errors) },
      ];
    }
    if (flags.isDeleted) return [{ kind: "remove", index, stockItemId }];
    if (!flags.isChanged) return [{ kind: "keep", index, stockItemId }];
    const seen = Number(row.qty);
    const seenQty = row.qty?.trim() && Number.isSafeInteger(seen) ? seen : null;
    return [
      {
        kind: "change",
        index,
        stockItemId,
        qty: qtyOf(row.newQyt, `parts.${index}.newQyt`, errors),
        seenQty,
      },
    ];
  });
  refuseDoubles(
    edits.filter((edit) => edit.kind === "add"),
    errors,
  );
  refuseDoubles(
    edits.filter((edit) => edit.kind !== "add"),
    errors,
  );
  return { ...commonInput(fields, timeZone), version, edits };
}

function partOf(row: PartFields, index: number, errors: Errors): string {
  const id = row.id?.trim() ?? "";
  if (!id || id.length > 64) add(errors, `parts.${index}.part`, "Part is required");
  return id;
}

function qtyOf(text: string | undefined, field: string, errors: Errors): number {
  const trimmed = text?.trim() ?? "";
  if (!trimmed) add(errors, field, "Quantity is required");
  else if (!/^\d{1,9}$/.test(trimmed) || Number(trimmed) < 1 || Number(trimmed) > MOST_QTY)
    add(errors, field, "Quantity must be a whole number of at least 1");
  return Number(trimmed);
}

function refuseDoubles(parts: { stockItemId: string; index: number }[], errors: Errors) {
  const seen = new Set<string>();
  for (const { stockItemId, index } of parts) {
    if (stockItemId && seen.has(stockItemId))
      add(errors, `parts.${index}.part`, "Part already added");
    seen.add(stockItemId);
  }
}

function commonInput({ plain, media, errors }: ReportFields, timeZone: string): ReportInput {
  const text = (name: string, most: number) => {
    const value = (plain[name] ?? "").trim();
    if (value.length > most) add(errors, name, `This can have at most ${most} characters`);
    return value || null;
  };
  const serviceOn = (plain.date ?? "").trim();
  if (!serviceOn) add(errors, "date", "Service Date is required");
  else if (!isDay(serviceOn)) add(errors, "date", "Service Date is not a date");
  else if (serviceOn > addDays(dayIn(timeZone), 1))
    add(errors, "date", "Service Date cannot be in the future");
  const serviceType = (plain.service_type ?? "").trim();
  if (!serviceType) add(errors, "service_type", "Service Type is required");
  else if (serviceType !== "pm" && serviceType !== "other")
    add(errors, "service_type", "Service Type must be PM or Other");
  const doneBy = text("complaint_by", 120);
  if (!doneBy) add(errors, "complaint_by", "Done By is required");
  else if (!isOneLine(doneBy)) add(errors, "complaint_by", "Done By must be one line");
  const serviceCost = plain.service_cost?.trim() ? parseMoney(plain.service_cost) : 0;
  if (serviceCost === null || serviceCost < 0)
    add(
      errors,
      "service_cost",
      "Service Cost must be an amount of 0 or more with at most two decimals",
    );
  const input: ReportInput = {
    serviceOn,
    serviceType: serviceType === "other" ? "other" : "pm",
    machineTypeId: text("machine_type_id", 64),
    pmChecklistId: text("pm_checklist_id", 64),
    doneBy: doneBy ?? "",
    remark: text("remark", 5000),
    actionTaken: text("action_taken", 5000),
    problemDescription: text("problem_description", 5000),
    serviceCostMinor: serviceCost ?? 0,
    pmLists: checksOf(plain.pm_lists, errors),
    postedTotalMinor: plain.total_cost?.trim() ? parseMoney(plain.total_cost) : null,
    media,
  };
  if (Object.keys(errors).length > 0) invalid(errors);
  return input;
}

/** A list or an object is no word. */
const wordOf = (value: unknown) =>
  value === null || value === undefined || typeof value === "object" ? "" : String(value);

function checksOf(json: string | undefined, errors: Errors): CheckRow[] {
  if (!json?.trim()) return [];
  let rows: unknown;
  try {
    rows = json.length > LONGEST_CHECKS ? null : JSON.parse(json);
  } catch {
    rows = null;
  }
  if (!Array.isArray(rows)) {
    add(errors, "pm_lists", "The checklist is not readable");
    return [];
  }
  if (rows.length > MOST_CHECKS) {
    add(errors, "pm_lists", `A checklist can have at most ${MOST_CHECKS} rows`);
    return [];
  }
  return rows.map((row: unknown, at): CheckRow => {
    const { name, status, remark, ...more } = (row && typeof row === "object" ? row : {}) as Record<
      string,
      unknown
    >;
    const check = {
      name: wordOf(name).trim(),
      status: wordOf(status) || "na",
      remark: wordOf(remark).trim(),
    };
    if (!check.name) add(errors, `pm_lists.${at}.name`, BLANK_CHECK);
    if (check.name.length > 200)
      add(errors, `pm_lists.${at}.name`, "A check can have at most 200 characters");
    if (check.remark.length > 1000)
      add(errors, `pm_lists.${at}.remark`, "A remark can have at most 1000 characters");
    if (!["yes", "no", "na"].includes(check.status))
      add(errors, `pm_lists.${at}.status`, "Status must be yes, no or na");
    for (const key of Object.keys(more))
      add(errors, `pm_lists.${at}`, `${key.slice(0, 30)} is not a field of a check`);
    return check as CheckRow;
  });
}
