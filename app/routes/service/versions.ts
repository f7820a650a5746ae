import { conditionWords } from "#app/shared/asset-words.ts";
import { readingText } from "#app/shared/check-limits.ts";
import { type Answer, effectiveQty, type ReportForm } from "#app/shared/report-form.ts";
import type { Difference } from "#app/ui/versions-dialog.tsx";
import type { ReportView } from "#worker/domain/service-reports/index.ts";
import { openedFrom } from "./opened.ts";
import type { Base } from "./use-report.ts";

type Values = Record<string, FormDataEntryValue>;

const labels = {
  date: "Date",
  service_type: "Type",
  problem_description: "Problem Reported",
  action_taken: "Action Taken",
  remark: "Remarks",
  condition_after: "Condition afterwards",
  complaint_by: "Done By",
  received_by: "Received By",
  service_cost: "Service Cost",
};
const words: Record<string, string> = {
  ...{ pm: "PM", other: "Other", yes: "Yes", no: "No", na: "N/A" },
  ...conditionWords,
};
const shown = (name: string, value: string, date: (on: string) => string) =>
  name === "date" ? date(value) : isWord.has(name) ? (words[value] ?? value) : value;
const isWord = new Set(["service_type", "condition_after"]);
const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

const partsText = (parts: { name: string; qty: number }[]) =>
  [...parts]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, qty }) => `${qty} × ${name}`)
    .join(", ");
const checkText = ({ name, status, remark, ...read }: Answer) =>
  `${name.trim()}: ${[words[status], readingText(read), remark.trim()].filter(Boolean).join(", ")}`;

/** Where the form and the newer report say different things. */
export function differences(
  form: ReportForm,
  typed: Values,
  newer: ReportView,
  { opened, values }: Pick<Base, "opened" | "values">,
  /** A date as the company writes it. */
  date: (on: string) => string,
): Difference[] {
  const theirs = openedFrom(newer).values;
  const rows: Difference[] = Object.entries(labels)
    .filter(([name]) => name in typed && textOf(typed[name]) !== textOf(theirs[name]))
    .map(([name, label]) => ({
      name,
      label,
      yours: shown(name, textOf(typed[name]), date),
      their: shown(name, textOf(theirs[name]), date),
      isOurs: textOf(typed[name]) !== textOf(values[name]),
    }));
  const parts = {
    yours: partsText(
      form.parts
        .filter((part) => !part.isDeleted)
        .map((part) => ({ name: part.name, qty: effectiveQty(part) })),
    ),
    their: partsText(newer.lines),
    isOurs: form.parts.some((part) => part.isNew || part.isChanged || part.isDeleted),
  };
  if (parts.yours !== parts.their)
    rows.push({ name: "parts", label: "Used Part & Accessories", ...parts });
  const [ours, others] = [form.checks.map(checkText), newer.pmLists.map(checkText)];
  const isOtherMachine = (form.machine?.id ?? null) !== newer.pmChecklistId;
  if (ours.join("\n") !== others.join("\n") || isOtherMachine) {
    const list = (machine: string | null | undefined, all: string[], not: string[]) =>
      [
        ...(isOtherMachine ? [machine || "No PM machine"] : []),
        ...all.filter((text) => !not.includes(text)),
      ].join("; ") || `${all.length} checks`;
    const before = (opened.checks ?? []).map(checkText).join("\n");
    rows.push({
      name: "checks",
      label: "Check list of Machine",
      yours: list(form.machine?.name, ours, others),
      their: list(newer.pmChecklistName, others, ours),
      isOurs:
        ours.join("\n") !== before || (form.machine?.id ?? null) !== (opened.machine?.id ?? null),
    });
  }
  return rows;
}

/** The newer report with the chosen parts of the form over it, as a draft to open. */
export function merged(typed: Values, newer: ReportView, theirs: ReadonlySet<string>) {
  const next: Omit<Base, "round"> = openedFrom(newer);
  const draft: Record<string, string> = { pm_lists: JSON.stringify(newer.pmLists) };
  draft.pm_checklist_id = theirs.has("checks") ? (newer.pmChecklistId ?? "") : "";
  draft.machine_type_id = newer.machineTypeId ?? "";
  for (const [name, value] of Object.entries(typed)) {
    if (typeof value !== "string" || name === "version" || name === "idempotency_key") continue;
    const topic = name.startsWith("parts[")
      ? "parts"
      : /^(pm_lists|pm_checklist_id|machine_type_id)$/.test(name)
        ? "checks"
        : name;
    if (!theirs.has(topic)) draft[name] = value;
  }
  for (const name of theirs) if (name in next.values) draft[name] = next.values[name]!;
  return { ...next, draft: { ...draft, version: String(newer.version) } };
}
