import { formatMinor, parseMoney, totalOf } from "./money.ts";

/** What the parts table, the checklist and the totals of a service report do, without a screen. Costs are minor units. */

export const MAX_PARTS = 100;
export const MAX_CHECKS = 500;
export const lastRowUnnamed = "Please fill in the name for the last row before adding a new one";

export type Item = { id: string; name: string; rateMinor: number; quantity: number; unit?: string };
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
export type Check = { key: number; name: string; status: Status; remark: string; isOwn: boolean };
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
  checks?: readonly { name: string; status: Status; remark: string }[];
  machineTypeId?: string | null;
  machine?: { id: string; name: string } | null;
  serviceCostMinor?: number;
};

const emptyPart = (key: number): Part => ({
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

/** Stock of an item, with what a line that is being removed gives back. */
const stockFor = (form: ReportForm, item: Item) =>
  item.quantity +
  form.parts.reduce(
    (sum, part) => (part.isDeleted && part.itemId === item.id ? sum + part.savedQty : sum),
    0,
  );

export const canUndo = (form: ReportForm, part: Part) =>
  !form.parts.some((other) => other !== part && !other.isDeleted && other.itemId === part.itemId);

export const hasAnswers = (form: ReportForm) =>
  form.checks.some(
    (check) =>
      check.status !== "na" ||
      check.remark.trim() !== "" ||
      (check.isOwn && check.name.trim() !== ""),
  );

export const canAddCheck = (form: ReportForm) =>
  form.checks.length === 0 || form.checks.at(-1)!.name.trim() !== "";

export type Step =
  | { do: "open"; form: ReportForm }
  | { do: "add part" }
  | { do: "choose part"; key: number; item: Item | null }
  | { do: "set qty"; key: number; qty: string }
  | { do: "change qty"; key: number; on: boolean }
  | { do: "remove part"; key: number }
  | { do: "undo remove"; key: number }
  | { do: "shortage"; itemId: string; available: number }
  | { do: "items came"; items: readonly Item[] }
  | { do: "pick type"; id: string | null }
  | { do: "pick machine"; machine: Machine | null }
  | { do: "add check" }
  | { do: "set check"; key: number; name?: string; status?: Status; remark?: string }
  | { do: "remove check"; key: number }
  | { do: "all yes" }
  | { do: "set service cost"; text: string };

const withPart = (form: ReportForm, key: number, change: (part: Part) => Part): ReportForm => ({
  ...form,
  parts: form.parts.map((part) => (part.key === key ? change(part) : part)),
});

/** The next state of the form; a step that is not allowed changes nothing. */
export function step(form: ReportForm, action: Step): ReportForm {
  switch (action.do) {
    case "open":
      return action.form;
    case "add part":
      if (form.parts.length >= MAX_PARTS) return form;
      return {
        ...form,
        nextKey: form.nextKey + 1,
        parts: [...form.parts, emptyPart(form.nextKey)],
      };
    case "choose part":
      return choosePart(form, action.key, action.item);
    case "set qty":
      return withPart(form, action.key, (part) =>
        part.isNew || part.isChanged
          ? { ...part, qty: action.qty.replace(/\D/g, "").slice(0, 9) }
          : part,
      );
    case "change qty":
      return withPart(form, action.key, (part) =>
        part.isNew
          ? part
          : { ...part, isChanged: action.on, qty: action.on ? part.qty : String(part.savedQty) },
      );
    case "remove part":
      return {
        ...form,
        parts: form.parts.flatMap((part) =>
          part.key !== action.key ? [part] : part.isNew ? [] : [{ ...part, isDeleted: true }],
        ),
      };
    case "undo remove":
      return withPart(form, action.key, (part) =>
        canUndo(form, part) ? { ...part, isDeleted: false } : part,
      );
    case "shortage":
      return {
        ...form,
        parts: form.parts.map((part) =>
          part.itemId === action.itemId && !part.isDeleted
            ? { ...part, max: part.savedQty + Math.max(0, action.available) }
            : part,
        ),
      };
    case "items came":
      return { ...form, parts: form.parts.map((part) => known(form, part, action.items)) };
    case "pick type":
      return {
        ...form,
        machineTypeId: action.id === form.machineTypeId ? null : action.id,
        machine: null,
        checks: [],
      };
    case "pick machine":
      return pickMachine(form, action.machine);
    case "add check":
      if (!canAddCheck(form) || form.checks.length >= MAX_CHECKS) return form;
      return {
        ...form,
        nextKey: form.nextKey + 1,
        checks: [
          ...form.checks,
          { key: form.nextKey, name: "", status: "na", remark: "", isOwn: true },
        ],
      };
    case "set check": {
      const { do: _, key, ...change } = action;
      return {
        ...form,
        checks: form.checks.map((check) => (check.key === key ? { ...check, ...change } : check)),
      };
    }
    case "remove check":
      return { ...form, checks: form.checks.filter((check) => check.key !== action.key) };
    case "all yes":
      return {
        ...form,
        checks: form.checks.map((check) =>
          check.status === "na" ? { ...check, status: "yes" } : check,
        ),
      };
    case "set service cost":
      return { ...form, serviceCost: action.text };
  }
}

function choosePart(form: ReportForm, key: number, item: Item | null): ReportForm {
  if (item && !offered(form, [item], key).length) return form;
  return withPart(form, key, (part) => {
    if (!part.isNew) return part;
    if (!item) return emptyPart(key);
    return {
      ...emptyPart(key),
      itemId: item.id,
      name: item.name,
      unit: item.unit ?? "",
      costMinor: item.rateMinor,
      max: stockFor(form, item),
    };
  });
}

/** A row that was put back from a draft learns its item's name, price and stock once the list is there. */
function known(form: ReportForm, part: Part, items: readonly Item[]): Part {
  const item = part.isNew && part.itemId ? items.find((one) => one.id === part.itemId) : undefined;
  return item
    ? {
        ...part,
        name: item.name,
        unit: item.unit ?? "",
        costMinor: item.rateMinor,
        max: stockFor(form, item),
      }
    : part;
}

/** Clearing and picking the same machine again both empty the checklist. */
function pickMachine(form: ReportForm, machine: Machine | null): ReportForm {
  if (!machine || machine.id === form.machine?.id) return { ...form, machine: null, checks: [] };
  const checks = machine.lists.slice(0, MAX_CHECKS).map((name, at) => ({
    key: form.nextKey + at,
    name,
    status: "na" as const,
    remark: "",
    isOwn: false,
  }));
  return {
    ...form,
    nextKey: form.nextKey + checks.length,
    machine: { id: machine.id, name: machine.name },
    checks,
  };
}
