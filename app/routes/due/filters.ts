import { assetChoices, searchChoices } from "#app/routes/masters/choices.ts";
import { criticalityWords } from "#app/shared/asset-words.ts";
import { dueSources } from "#app/shared/due-sources.ts";
import { dueKinds, standings } from "#app/shared/due-standing.ts";
import type { Choice } from "#app/shared/list.ts";
import type { Filter } from "#app/ui/list-filter.tsx";

const choices = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const statusChoices = Object.entries(standings).flatMap(([value, { word }]) =>
  value === "cancelled" ? [] : [{ value, label: word }],
);
const people: Choice[] = [
  { value: "me", label: "Me" },
  { value: "none", label: "Nobody" },
];

/**
 * What the calendar and its agenda can be narrowed to.
 * @param chosen the records that the address names, by the filter
 * @param person the value of the filter of people
 */
export function dueFilterList(
  chosen: Readonly<Record<string, Choice>>,
  { isAgenda, person }: { isAgenda: boolean; person: string | undefined },
): Filter[] {
  const picked = (key: string, label: string, list: Parameters<typeof searchChoices>[0]) => ({
    ...{ key, label, load: searchChoices(list) },
    selected: chosen[key] ?? null,
  });
  return [
    { key: "kind", label: "Kind", options: choices({ ...dueKinds, ...dueSources }) },
    picked("department", "Location", "locations"),
    { key: "criticality", label: "Criticality", options: choices(criticalityWords) },
    { key: "status", label: "Status", options: statusChoices },
    { ...picked("team", "Team", "teams"), rare: true },
    {
      key: "person",
      label: "Person",
      load: async (q) => [
        ...people.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())),
        ...(await searchChoices("colleagues")(q)),
      ],
      selected: people.find(({ value }) => value === person) ?? chosen.person ?? null,
      rare: true,
    },
    { ...picked("vendor", "Vendor", "vendors"), rare: true },
    { ...picked("place", "Place", "places"), rare: true },
    {
      key: "asset",
      label: "Asset",
      load: assetChoices,
      selected: chosen.asset ?? null,
      rare: true,
    },
    ...(isAgenda
      ? ([
          { key: "from", label: "From", isDate: true, rare: true },
          { key: "to", label: "Until", isDate: true, rare: true },
        ] as const)
      : []),
  ];
}
