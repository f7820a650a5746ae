import { searchChoices } from "#app/routes/masters/choices.ts";
import { criticalityWords } from "#app/shared/asset-words.ts";
import { callPriorities, callSources, causes, holdReasons } from "#app/shared/call-words.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import type { Choice } from "#app/shared/list.ts";
import type { Filter } from "#app/ui/list-filter.tsx";

const yesNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** What statistics count; offered where an address of theirs sets it. */
const countedFilters = (chosen: Readonly<Record<string, Choice>>): Filter[] => {
  const picked = (key: string, label: string, list: Parameters<typeof searchChoices>[0]) => ({
    ...{ key, label, load: searchChoices(list), selected: chosen[key] ?? null, rare: true },
  });
  return [
    { key: "counted", label: "Counted in statistics", options: [yesNo[0]!], rare: true },
    { key: "failure", label: "Failure", options: [yesNo[0]!], rare: true },
    { key: "over", label: "Restored", options: [yesNo[0]!], rare: true },
    {
      key: "answered",
      label: "Promised answer",
      options: [
        { value: "any", label: "Given or over" },
        { value: "late", label: "Late" },
      ],
      rare: true,
    },
    { key: "responded", label: "Responded to", options: [yesNo[0]!], rare: true },
    { key: "closed_from", label: "Closed from", isDate: true, rare: true },
    { key: "closed_to", label: "Closed until", isDate: true, rare: true },
    { key: "open_on", label: "Open at the end of", isDate: true, rare: true },
    picked("department", "Asset's Location", "locations"),
    picked("category", "Category", "categories"),
    {
      key: "criticality",
      label: "Criticality",
      options: Object.entries(criticalityWords).map(([value, label]) => ({ value, label })),
      rare: true,
    },
    picked("place", "Place", "places"),
    picked("asset_vendor", "Asset's vendor", "vendors"),
    picked("asset_team", "Asset's team", "teams"),
  ];
};

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
  ...countedFilters(chosen),
];
