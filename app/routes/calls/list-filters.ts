import { searchChoices } from "#app/routes/masters/choices.ts";
import { callPriorities, callSources, causes, holdReasons } from "#app/shared/call-words.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import type { Choice } from "#app/shared/list.ts";
import type { Filter } from "#app/ui/list-filter.tsx";

const yesNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/**
 * What the list of calls can be narrowed to.
 * @param chosen the records that the address names, by the filter
 */
export const callFilters = (chosen: Readonly<Record<string, Choice>>): Filter[] => [
  {
    key: "state",
    label: "State",
    options: Object.entries(callRules.states).map(([value, label]) => ({ value, label })),
    rare: true,
  },
  { key: "priority", label: "Priority", options: [...callPriorities] },
  { key: "down", label: "Equipment down", options: yesNo },
  {
    key: "location",
    label: "Location",
    load: searchChoices("locations"),
    selected: chosen.location ?? null,
  },
  { key: "late", label: "Late", options: yesNo },
  { key: "unassigned", label: "Not assigned", options: [yesNo[0]!], rare: true },
  {
    key: "vendor",
    label: "Vendor",
    load: searchChoices("vendors"),
    selected: chosen.vendor ?? null,
    rare: true,
  },
  { key: "hold", label: "Hold reason", options: [...holdReasons], rare: true },
  { key: "source", label: "Source", options: [...callSources], rare: true },
  { key: "cause", label: "Cause", options: [...causes], rare: true },
  { key: "repeat", label: "Repeat", options: yesNo, rare: true },
  { key: "from", label: "Reported from", isDate: true, rare: true },
  { key: "to", label: "Reported until", isDate: true, rare: true },
];
