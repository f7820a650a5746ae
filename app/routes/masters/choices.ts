import type { Choice } from "#app/shared/list.ts";
import { ask } from "#app/ui/ask.ts";

/** Searches one of the lists pickers know: "vendors", "locations". */
export const searchChoices =
  (
    list:
      | "categories"
      | "sub-categories"
      | "machine-types"
      | "locations"
      | "destinations"
      | "places"
      | "vendors"
      | "contracts"
      | "stores"
      | "spares"
      | "keepers"
      | "custodians"
      | "calibrators"
      | "people"
      | "colleagues"
      | "members"
      | "teams"
      | "assignees"
      | "call-teams"
      | "machine-models"
      | "machines"
      | "consumers"
      | "consumer-sites"
      | "procedures"
      | "inhouse-procedures"
      | "report-forms"
      | "report-presets"
      | "devices"
      | "device-templates"
      | "decision-rules"
      | "report-people"
      | "signatories"
      | "technicians",
    of = "",
  ) =>
  (q: string) =>
    ask<Choice[]>("/choices", { query: { list, q, ...(of ? { of } : {}) } });

/** Assets to choose from, by what is typed. */
export const assetChoices = (q: string) => ask<Choice[]>("/asset/choices", { query: { q } });

/** The choice a record has made, for a picker's first value. */
export const chosenAs = (
  id: string | null | undefined,
  name: string | null | undefined,
): Choice | null => (id ? { value: id, label: name ?? id } : null);
