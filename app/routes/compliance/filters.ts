import { searchChoices } from "#app/routes/masters/choices.ts";
import { criticalityWords } from "#app/shared/asset-words.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import type { Choice } from "#app/shared/list.ts";
import type { Filter } from "#app/ui/list-filter.tsx";
import { monthText } from "#app/ui/time.tsx";

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** What PM compliance can be narrowed to. @param chosen the records that the address names @param months oldest first */
export const complianceFilters = (
  chosen: Readonly<Record<string, Choice>>,
  months: readonly string[],
): Filter[] => [
  {
    key: "month",
    label: "Month",
    options: months.toReversed().map((value) => ({ value, label: monthText(value) })),
  },
  { key: "kind", label: "Kind", options: optionsOf(dueKinds) },
  { key: "criticality", label: "Criticality", options: optionsOf(criticalityWords) },
  {
    key: "location",
    label: "Location",
    load: searchChoices("locations"),
    selected: chosen.location ?? null,
  },
  {
    key: "category",
    label: "Category",
    load: searchChoices("categories"),
    selected: chosen.category ?? null,
    rare: true,
  },
  {
    key: "team",
    label: "Team",
    load: searchChoices("teams"),
    selected: chosen.team ?? null,
    rare: true,
  },
];
