import type { Reading } from "./check-limits.ts";
import { formatMinor, parseMoney, totalOf } from "./money.ts";

/** What the form of a service report holds, and its totals. Costs are minor units. */

export type Item = {
  id: string;
  name: string;
  rateMinor: number;
  quantity: number;
  unit?: string;
  store?: string;
  /** It belongs to this device: by its machine type, or because it was used on it before. */
  fits?: boolean;
};
export type SavedLine = {
  storeItemId: string;
  name: string;
  unit?: string;
  qty: number;
  costMinor: number;
  available: number;
  isActive: boolean;
};
export type Status = "yes" | "no" | "na";
/** The answer to one check; one that measures has limits, and what was read. */
export type Answer = { name: string; status: Status; remark: string } & Partial<Reading>;
export type Check = Answer & { key: number; isOwn: boolean };
export type Machine = { id: string; name: string; lists: readonly string[] };

export type Part = {
  /** Its place in the post, the same for the life of the form, so that errors find their row. */
  key: number;
  itemId: string;
  name: string;
  unit: string;
  /** As typed. */
  qty: string;
  costMinor: number;
  /** What may be taken at most, the quantity already taken included. */
  max: number;
  isNew: boolean;
  savedQty: number;
  isChanged: boolean;
  isDeleted: boolean;
  isActive: boolean;
};

export type ReportForm = {
  nextKey: number;
  parts: readonly Part[];
  checks: readonly Check[];
  machineTypeId: string | null;
  machine: { id: string; name: string } | null;
  /** As typed. */
  serviceCost: string;
};

export type Opened = {
  lines?: readonly SavedLine[];
  checks?: readonly Answer[];
  machineTypeId?: string | null;
  machine?: { id: string; name: string } | null;
  serviceCostMinor?: number;
};

/** A new line that names no part yet. */
export const emptyPart = (key: number): Part => ({
  key,
  itemId: "",
  name: "",
  unit: "",
  qty: "1",
  costMinor: 0,
  max: 0,
  isNew: true,
  savedQty: 0,
  isChanged: false,
  isDeleted: false,
  isActive: true,
});

const savedPart = (line: SavedLine, key: number): Part => ({
  ...emptyPart(key),
  itemId: line.storeItemId,
  name: line.name,
  unit: line.unit ?? "",
  qty: String(line.qty),
  costMinor: line.costMinor,
  // More of an inactive item cannot be taken, less can.
  max: line.qty + (line.isActive ? Math.max(0, line.available) : 0),
  isNew: false,
  savedQty: line.qty,
  isActive: line.isActive,
});

export function openForm({
  lines = [],
  checks = [],
  machineTypeId = null,
  machine = null,
  serviceCostMinor = 0,
}: Opened): ReportForm {
  return {
    nextKey: lines.length + checks.length,
    parts: lines.map(savedPart),
    checks: checks.map((check, at) => ({ ...check, key: lines.length + at, isOwn: false })),
    machineTypeId,
    machine,
    serviceCost: formatMinor(serviceCostMinor),
  };
}

/** A whole number of 1 or more. @returns null for anything else */
export const qtyOf = (text: string): number | null =>
  /^\d{1,9}$/.test(text.trim()) && Number(text) >= 1 ? Number(text) : null;

export const effectiveQty = (part: Part): number =>
  part.isNew || part.isChanged ? (qtyOf(part.qty) ?? 0) : part.savedQty;
export const lineTotal = (part: Part): number => part.costMinor * effectiveQty(part);
const priced = (parts: readonly Part[]) =>
  parts.map((part) => ({ ...part, qty: effectiveQty(part) }));
export const partsTotal = (form: ReportForm): number => totalOf(priced(form.parts), 0);
export const serviceCostOf = (form: ReportForm): number =>
  Math.max(0, parseMoney(form.serviceCost.replace(/[\s,]/g, "") || "0") ?? 0);
export const grandTotal = (form: ReportForm): number =>
  totalOf(priced(form.parts), serviceCostOf(form));

/** What a row may still choose: not what another row holds. */
export function offered(form: ReportForm, items: readonly Item[], key: number): Item[] {
  const taken = new Set(
    form.parts.filter((part) => part.key !== key && !part.isDeleted).map((part) => part.itemId),
  );
  return items.filter((item) => item.quantity >= 1 && !taken.has(item.id));
}

export const canUndo = (form: ReportForm, part: Part) =>
  !form.parts.some((other) => other !== part && !other.isDeleted && other.itemId === part.itemId);

export const hasAnswers = (form: ReportForm) =>
  form.checks.some(
    (check) =>
      check.status !== "na" ||
      check.remark.trim() !== "" ||
      Boolean(check.value) ||
      (check.isOwn && check.name.trim() !== ""),
  );

export const canAddCheck = (form: ReportForm) =>
  form.checks.length === 0 || form.checks.at(-1)!.name.trim() !== "";
