import { limitsIn, proposed, readingOf } from "./check-limits.ts";
import {
  type Check,
  canAddCheck,
  canUndo,
  emptyPart,
  type Item,
  type Machine,
  offered,
  type Part,
  type ReportForm,
  type Status,
} from "./report-form.ts";
import { MAX_CHECKS, MAX_PARTS } from "./report-rules.ts";

/** Characters of a quantity as it is typed; what is none is told, not changed. */
const LONGEST_QTY = 12;

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
  | { do: "read check"; key: number; value: string }
  | { do: "take limits"; key: number }
  | { do: "remove check"; key: number }
  | { do: "all yes" }
  | { do: "set service cost"; text: string };

const withPart = (form: ReportForm, key: number, change: (part: Part) => Part): ReportForm => ({
  ...form,
  parts: form.parts.map((part) => (part.key === key ? change(part) : part)),
});

const withCheck = (form: ReportForm, key: number, change: (check: Check) => Check): ReportForm => ({
  ...form,
  checks: form.checks.map((check) => (check.key === key ? change(check) : check)),
});

/** A reading proposes the answer; one that is taken away takes its proposal with it. A person may answer otherwise after it. */
function readCheck(check: Check, typed: string): Check {
  const value = readingOf(typed);
  const before = proposed(check);
  const now = proposed({ ...check, value });
  const status = now ?? (before === check.status ? "na" : check.status);
  return { ...check, value, status };
}

/** The next state of a report's form; a step that is not allowed changes nothing. */
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
        part.isNew || part.isChanged ? { ...part, qty: action.qty.slice(0, LONGEST_QTY) } : part,
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
      return withCheck(form, key, (check) => ({ ...check, ...change }));
    }
    case "read check":
      return withCheck(form, action.key, (check) => readCheck(check, action.value));
    case "take limits":
      return withCheck(form, action.key, (check) => ({ ...check, ...limitsIn(check.name) }));
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

/** Stock of an item, with what a line that is being removed gives back. */
const stockFor = (form: ReportForm, item: Item) =>
  item.quantity +
  form.parts.reduce(
    (sum, part) => (part.isDeleted && part.itemId === item.id ? sum + part.savedQty : sum),
    0,
  );

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

/**
 * A row that was put back from a draft learns its item's name, price and stock once the list is
 * there.
 */
function known(form: ReportForm, part: Part, items: readonly Item[]): Part {
  const item =
    part.isNew && part.itemId ? items.find((item) => item.id === part.itemId) : undefined;
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
    ...{ key: form.nextKey + at, name, status: "na" as const, remark: "", isOwn: false },
    ...limitsIn(name),
  }));
  return {
    ...form,
    nextKey: form.nextKey + checks.length,
    machine: { id: machine.id, name: machine.name },
    checks,
  };
}
