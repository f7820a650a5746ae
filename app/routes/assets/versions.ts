import { dateText } from "#app/shared/dates.ts";
import { formatMinor } from "#app/shared/money.ts";
import { fieldId } from "#app/ui/form-context.ts";
import type { Difference } from "#app/ui/versions-dialog.tsx";
import type { FormChoices } from "#worker/domain/assets/choices.ts";
import { wordOf } from "./words.tsx";

/** A device as its form was opened with, or as someone else saved it meanwhile. */
export type Version = Record<string, unknown> & {
  version: number;
  specJson?: Record<string, unknown>;
};

const SPEC = "spec.";
const beside = new Set(["version", "idempotency_key", "intent"]);

/** A value as its field posts it. */
function posted(version: Version, name: string): string {
  const value = name.startsWith(SPEC) ? version.specJson?.[name.slice(SPEC.length)] : version[name];
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return name.startsWith(SPEC) ? String(value) : value ? "1" : "0";
  if (typeof value !== "number") return String(value);
  return name.endsWith("Minor")
    ? formatMinor(value)
    : name === "depRateBp"
      ? String(value / 100)
      : String(value);
}

const nameKeys: Record<string, string> = {
  machineTypeId: "machineTypeName",
  categoryId: "categoryName",
  subCategoryId: "subCategoryName",
  vendorId: "vendorName",
  teamId: "teamName",
  custodianUserId: "custodianName",
};
const choiceKeys: Record<string, keyof FormChoices> = {
  categoryId: "category",
  subCategoryId: "subCategory",
  vendorId: "vendor",
  teamId: "team",
  custodianUserId: "custodian",
};

/** The fields in which a form and the version that someone else saved differ. */
export function differences(
  form: HTMLFormElement,
  opened: Version,
  newer: Version,
  choices: FormChoices,
  dateFormat: string,
): Difference[] {
  const labelOf = (name: string) =>
    form
      .querySelector(`label[for="${CSS.escape(fieldId(form.id, name))}"]`)
      ?.textContent?.replace(/\s*\*$/, "") ??
    document.getElementById(fieldId(form.id, name))?.closest("label")?.textContent ??
    name;
  const nameOf = (name: string, id: string): string => {
    const key = choiceKeys[name];
    const offered = key && choices[key].find(({ value }) => value === id)?.label;
    const known = [opened, newer].find((version) => version[name] === id)?.[nameKeys[name]!];
    const typed = document.getElementById(fieldId(form.id, name));
    return (
      offered ??
      (typeof known === "string" ? known : typed instanceof HTMLInputElement ? typed.value : id)
    );
  };
  const shown = (name: string, text: string): string => {
    if (text === "") return "";
    if (name in nameKeys) return nameOf(name, text);
    const box = document.getElementById(fieldId(form.id, name));
    if (box instanceof HTMLInputElement && box.type === "checkbox")
      return text === "1" ? "Yes" : "No";
    if (box instanceof HTMLInputElement && box.type === "date") return dateText(text, dateFormat);
    if (box instanceof HTMLSelectElement)
      return [...box.options].find((option) => option.value === text)?.text ?? text;
    return wordOf(text) ?? text;
  };
  return Object.entries(typedIn(form)).flatMap(([name, typed]) => {
    const [yours, their] = [typed.trim(), posted(newer, name)];
    if (beside.has(name) || yours === their) return [];
    return {
      name,
      label: labelOf(name),
      yours: shown(name, yours),
      their: shown(name, their),
      isOurs: yours !== posted(opened, name),
    };
  });
}

const typedIn = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );

/** The typed values, with those of `theirs` taken from the newer version: a draft to open over it. */
export function merged(
  form: HTMLFormElement,
  newer: Version,
  theirs: ReadonlySet<string>,
): Record<string, string> {
  const entries = Object.entries(typedIn(form)).filter(([name]) => !beside.has(name));
  return Object.fromEntries(
    entries.map(([name, text]) => [name, theirs.has(name) ? posted(newer, name) : text]),
  );
}
