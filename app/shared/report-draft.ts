import { parseMoney } from "./money.ts";
import {
  type Answer,
  type Check,
  type Opened,
  openForm,
  type Part,
  type ReportForm,
} from "./report-form.ts";
import { MAX_CHECKS, MAX_PARTS } from "./report-rules.ts";
import { step } from "./report-steps.ts";

/** Posted or kept texts of a report form, by field name. */
export type Posted = Record<string, unknown>;

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const yes = (value: unknown) => textOf(value) === "1";

/** The rows of a posted form by their number, in the order of the post. */
function postedRows(posted: Posted): Map<number, Record<string, string>> {
  const rows = new Map<number, Record<string, string>>();
  for (const [name, value] of Object.entries(posted)) {
    const [, number, field] = /^parts\[(\d{1,3})\]\[(\w+)\]$/.exec(name) ?? [];
    if (number === undefined || field === undefined || rows.size > MAX_PARTS) continue;
    const row = rows.get(Number(number)) ?? {};
    row[field] = textOf(value);
    rows.set(Number(number), row);
  }
  return rows;
}

const measured = ["unit", "low", "high", "value"] as const;

/** A checklist from its posted text; what is no checklist is nothing. */
export function readChecks(text: unknown): Answer[] | null {
  try {
    const rows: unknown = JSON.parse(textOf(text));
    if (!Array.isArray(rows)) return null;
    return rows.slice(0, MAX_CHECKS).map((row: Record<string, unknown>) => ({
      name: textOf(row?.name),
      status: row?.status === "yes" || row?.status === "no" ? row.status : "na",
      remark: textOf(row?.remark),
      ...Object.fromEntries(
        measured.filter((name) => textOf(row?.[name])).map((name) => [name, textOf(row[name])]),
      ),
    }));
  } catch {
    return null;
  }
}

/** The opened form with what was posted or kept put over it: changed and removed lines, new lines, the checklist, the cost. */
export function restored(opened: Opened, posted: Posted): ReportForm {
  const form = openForm(opened);
  if (posted.pm_lists === undefined) return form;
  const rows = postedRows(posted);
  const parts = form.parts.map((part) => overlaid(part, rows));
  let nextKey = Math.max(form.nextKey, ...[...rows.keys()].map((key) => key + 1));
  const taken = new Set(parts.map((part) => part.key));
  for (const [key, row] of rows) {
    if (
      row.isNew === "0" ||
      (row.id && parts.some((part) => part.itemId === row.id && !part.isDeleted))
    )
      continue;
    parts.push(newPart(taken.has(key) ? nextKey++ : key, row));
  }
  const lists = readChecks(posted.pm_lists);
  const checks: readonly Check[] = lists
    ? lists.map((check) => ({ ...check, key: nextKey++, isOwn: false }))
    : form.checks;
  const machineId = textOf(posted.pm_checklist_id);
  const machine = machineId
    ? form.machine?.id === machineId
      ? form.machine
      : { id: machineId, name: "" }
    : null;
  const typeId =
    posted.machine_type_id === undefined
      ? form.machineTypeId
      : textOf(posted.machine_type_id) || null;
  return {
    nextKey,
    parts,
    checks,
    machine,
    machineTypeId: typeId,
    serviceCost: posted.service_cost === undefined ? form.serviceCost : textOf(posted.service_cost),
  };
}

function overlaid(part: Part, rows: Map<number, Record<string, string>>): Part {
  const row = [...rows.values()].find((other) => other.id === part.itemId && other.isNew === "0");
  if (!row) return part;
  const isChanged = yes(row.isChangedQyt);
  return {
    ...part,
    isDeleted: yes(row.isDeleted),
    isChanged,
    qty: isChanged ? (row.newQyt ?? "") : part.qty,
  };
}

function newPart(key: number, row: Record<string, string>): Part {
  const blank = step({ ...openForm({}), nextKey: key }, { do: "add part" }).parts[0]!;
  return {
    ...blank,
    itemId: row.id ?? "",
    qty: row.qty ?? "1",
    costMinor: parseMoney(row.cost ?? "") ?? 0,
  };
}
