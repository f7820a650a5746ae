import { isReading } from "./check-limits.ts";
import { formatMinor, parseMoney } from "./money.ts";
import { type Check, lineTotal, type Part, qtyOf, type ReportForm } from "./report-form.ts";
import {
  checkUnnamed,
  dateRequired,
  doneByRequired,
  partRequired,
  qtyNotWhole,
  qtyRequired,
  readingNoNumber,
  ticketRequired,
  typeRequired,
} from "./report-rules.ts";

type Errors = Record<string, string[]>;
export const partField = (part: Pick<Part, "key">, field: string) => `parts[${part.key}][${field}]`;
export const qtyField = (part: Part) =>
  partField(part, !part.isNew && part.isChanged ? "newQyt" : "qty");
export const checkField = (check: Pick<Check, "key">) => `checks[${check.key}][name]`;

/** What is wrong with a row's quantity; null when it can be sent. */
export function qtyProblem(part: Part): string | null {
  if (part.isDeleted || !part.itemId || (!part.isNew && !part.isChanged)) return null;
  if (part.qty.trim() === "") return qtyRequired;
  const qty = qtyOf(part.qty);
  if (qty === null) return qtyNotWhole;
  // A row put back from a draft has no name until the list of items has come; the server knows its stock.
  return part.name && qty > part.max ? `Only ${part.max} of ${part.name} in stock` : null;
}

/** Everything that would be refused anyway, by the names of the posted fields. */
export function problemsOf(form: ReportForm, fields: Record<string, string>): Errors {
  const errors: Errors = {};
  const need = (name: string, message: string) => {
    if (!fields[name]?.trim()) errors[name] = [message];
  };
  need("service_ticket", ticketRequired);
  need("date", dateRequired);
  need("service_type", typeRequired);
  for (const part of form.parts) {
    if (part.isDeleted) continue;
    if (!part.itemId) errors[partField(part, "id")] = [partRequired];
    const wrong = qtyProblem(part);
    if (wrong) errors[qtyField(part)] = [wrong];
  }
  for (const check of form.checks) {
    if (!check.name.trim()) errors[checkField(check)] = [checkUnnamed];
    else if (check.value && !isReading(check.value)) errors[checkField(check)] = [readingNoNumber];
  }
  need("complaint_by", doneByRequired);
  const cost = form.serviceCost.replace(/[\s,]/g, "");
  if (cost && (parseMoney(cost) ?? -1) < 0)
    errors.service_cost = ["Service Cost must be an amount of 0 or more with at most two decimals"];
  return errors;
}

/** The server's names of row fields, "parts.3.qty", as the names the rows are posted under. */
export function atRows(form: ReportForm, errors: Errors): Errors {
  return Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => {
      const [, key, field] = /^parts\.(\d+)\.(\w+)$/.exec(name) ?? [];
      const part = form.parts.find((part) => part.key === Number(key ?? -1));
      if (part)
        return [
          field === "part" || field === "id" ? partField(part, "id") : qtyField(part),
          messages,
        ];
      const check = form.checks[Number(/^pm_lists\.(\d+)/.exec(name)?.[1] ?? -1)];
      return [check ? checkField(check) : name, messages];
    }),
  );
}

/** The form as it is posted: names and texts of the specification. On create the flags of the edit form are left out. */
export function postedParts(form: ReportForm, isEdit: boolean): [name: string, value: string][] {
  return form.parts.flatMap((part) => {
    const row: [string, string][] = [
      ["id", part.itemId],
      ["qty", part.isNew ? part.qty : String(part.savedQty)],
      ["cost", formatMinor(part.costMinor)],
      ["total_cost", formatMinor(lineTotal(part))],
    ];
    if (isEdit)
      row.push(
        ["isChangedQyt", part.isChanged ? "1" : "0"],
        ["newQyt", part.isChanged ? part.qty : ""],
        ["isNew", part.isNew ? "1" : "0"],
        ["isDeleted", part.isDeleted ? "1" : "0"],
      );
    return row.map(([field, value]): [string, string] => [partField(part, field), value]);
  });
}

export const postedChecks = (form: ReportForm) =>
  JSON.stringify(
    form.checks.map(({ name, status, remark, unit, low, high, value }) => ({
      ...{ name: name.trim(), status, remark: remark.trim() },
      ...(unit || low || high || value ? { unit, low, high, value } : {}),
    })),
  );

/** What a save answers that a question follows: the open call the report answers, or that one may be raised. */
type Asking = { id: string; open_call_id?: string | null; offers_call: boolean };

/** Where a device's reports are seen; after a save, whether to resolve their call or to raise one is asked there. */
export function reportsOf(assetId: string, saved?: Asking): string {
  const question = saved?.open_call_id
    ? `&do=resolve&on=${saved.open_call_id}`
    : saved?.offers_call
      ? `&do=raise-call&on=${saved.id}`
      : "";
  return `/asset/detail/${assetId}?tab=service-report${question}`;
}
