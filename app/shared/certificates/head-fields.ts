/** The fields of a document's head by name: what a form's conditions compare, and what its texts put in for `{{item.serial_no}}`. */
import { conditionOf, type FieldValue, holds } from "../metrology/condition.ts";
import { ExpressionError } from "../metrology/expression.ts";
import type { PaperDocument } from "./document.ts";
import { answerValue, ownName } from "./own-fields.ts";

export type HeadFields = Readonly<Record<string, FieldValue>>;

/** The fields of a part under its name; each is there, also where the part is not. */
function named<P extends object, K extends keyof P & string>(
  name: string,
  part: P | null,
  keys: readonly K[],
): [string, FieldValue][] {
  return keys.map((key) => [`${name}.${key}`, (part?.[key] as FieldValue | undefined) ?? null]);
}

const party = ["name", "country", "phone", "email"] as const;
const heads = [
  ...(["kind", "title", "received_on", "performed_from", "performed_to"] as const),
  ...(["performed_at", "performed_address", "condition_on_receipt", "job_no"] as const),
  ...(["request_no", "po_no", "scheme_no", "acclimatised_minutes", "adjustment"] as const),
  ...(["as_found_missing", "conformity", "as_found_conformity", "deviations"] as const),
  ...(["opinion", "opinion_by", "next_due_on"] as const),
];
const item = [
  ...(["machine_no", "name", "manufacturer", "model", "serial_no", "customer_tag"] as const),
  ...(["device_code", "firmware", "accessories", "year_of_make", "location"] as const),
  ...(["electrical_class", "applied_part"] as const),
];
const issued = [
  ...(["certificate_no", "revision_no", "amendment_reason", "issued_on"] as const),
  "verify_url",
] as const;

const customer = [...party, "consumer_no", "site"] as const;
const procedure = ["code", "title", "version_no", "method_reference"] as const;
const safety = ["standard", "edition", "method"] as const;
const accreditation = ["body", "number"] as const;
const parts = { lab: party, accreditation, customer, item, procedure, safety, issue: issued };

/** The names of all fields of a head. */
export const headFieldNames: readonly string[] = [
  ...heads,
  ...Object.entries(parts).flatMap(([part, keys]) => keys.map((key) => `${part}.${key}`)),
];

/** What the fields of a document's head are; null where it has none. */
export function headFields({ content, issue }: PaperDocument): HeadFields {
  return Object.fromEntries([
    ...heads.map((key): [string, FieldValue] => [key, content[key]]),
    ...named("lab", content.lab, parts.lab),
    ...named("accreditation", content.lab.accreditation, parts.accreditation),
    ...named("customer", content.customer, parts.customer),
    ...named("item", content.item, parts.item),
    ...named("procedure", content.procedure, parts.procedure),
    ...named("safety", content.safety, parts.safety),
    ...named("issue", issue, parts.issue),
    ...(content.own_fields ?? []).map((one): [string, FieldValue] => [
      ownName(one.key),
      answerValue(one),
    ]),
  ]);
}

/** Whether a part of a form is shown. A condition that cannot be read hides nothing. */
export function isShown(when: string | null, fields: HeadFields): boolean {
  if (when === null || when.trim() === "") return true;
  try {
    return holds(conditionOf(when, Object.keys(fields)), fields);
  } catch (cause) {
    if (cause instanceof ExpressionError) return true;
    throw cause;
  }
}

/** Why a condition of a form cannot be read; null where it can, or where there is none. @param names of fields that it may compare */
export function conditionProblem(when: string | null, names: readonly string[]): string | null {
  if (when === null || when.trim() === "") return null;
  try {
    conditionOf(when, names);
    return null;
  } catch (cause) {
    if (cause instanceof ExpressionError) return cause.message;
    throw cause;
  }
}
