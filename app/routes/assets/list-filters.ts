import { searchChoices } from "#app/routes/masters/choices.ts";
import type { Choice } from "#app/shared/list.ts";
import type { Filter } from "#app/ui/list-filter.tsx";
import { conditionChoices, criticalityChoices, lifecycleChoices } from "./words.tsx";

const due = [
  { value: "overdue", label: "Overdue" },
  { value: "due", label: "Due in 30 days" },
  { value: "planned", label: "Has a date" },
  { value: "missing", label: "Not planned" },
];
const covers = [
  { value: "warranty", label: "Warranty" },
  { value: "amc", label: "AMC" },
  { value: "cmc", label: "CMC" },
  { value: "none", label: "None" },
  { value: "30", label: "Ends in 30 days" },
  { value: "60", label: "Ends in 60 days" },
  { value: "90", label: "Ends in 90 days" },
];
const gaps = [
  { value: "cost", label: "Purchase cost" },
  { value: "bought", label: "Purchase date" },
  { value: "serial", label: "Serial no" },
  { value: "model", label: "Model" },
  { value: "place", label: "Place" },
  { value: "vendor", label: "Vendor" },
  { value: "team", label: "Team" },
  { value: "photo", label: "Photo" },
];
const yes = [{ value: "1", label: "Yes" }];
const digits = [3, 4, 5, 6, 7, 8, 9];
const YEARS = 25;

/** Bands of the purchase cost, each ten times the one before. */
const prices = (locale: string): Choice[] =>
  digits.map((count) => {
    const number = (n: number) => new Intl.NumberFormat(locale).format(n);
    const [from, to] = [10 ** (count - 1), 10 ** count];
    const label =
      count === 3
        ? `Under ${number(to)}`
        : count === 9
          ? `${number(from)} and more`
          : `${number(from)} to ${number(to - 1)}`;
    return { value: String(count), label };
  });
const years = (today: string): Choice[] =>
  Array.from({ length: YEARS }, (_, back) => String(Number(today.slice(0, 4)) - back)).map(
    (year) => ({ value: year, label: year }),
  );

/** What the list of devices can be narrowed to; `chosen` names the records its address points to. */
export function assetFilters(
  chosen: Record<string, Choice>,
  today: string,
  locale: string,
): Filter[] {
  const picked = (key: string) => chosen[key] ?? null;
  return [
    {
      key: "department",
      label: "Location",
      load: searchChoices("locations"),
      selected: picked("department"),
    },
    {
      key: "category",
      label: "Category",
      load: searchChoices("categories"),
      selected: picked("category"),
    },
    { key: "condition", label: "Condition", options: conditionChoices },
    { key: "pm", label: "PM", options: due },
    {
      key: "lifecycle",
      label: "Lifecycle",
      options: [{ value: "live", label: "In use or in store" }, ...lifecycleChoices],
      rare: true,
    },
    {
      key: "place",
      label: "Place",
      load: searchChoices("places"),
      selected: picked("place"),
      rare: true,
    },
    {
      key: "sub",
      label: "Sub-category",
      load: searchChoices("sub-categories"),
      selected: picked("sub"),
      rare: true,
    },
    { key: "criticality", label: "Criticality", options: criticalityChoices, rare: true },
    { key: "cal", label: "Calibration", options: due, rare: true },
    { key: "cover", label: "Cover", options: covers, rare: true },
    {
      key: "team",
      label: "Team",
      load: searchChoices("teams"),
      selected: picked("team"),
      rare: true,
    },
    {
      key: "vendor",
      label: "Vendor",
      load: searchChoices("vendors"),
      selected: picked("vendor"),
      rare: true,
    },
    { key: "failed", label: "Failed checks", options: yes, rare: true },
    { key: "lost", label: "Not located", options: yes, rare: true },
    { key: "year", label: "Purchase year", options: years(today), rare: true },
    { key: "price", label: "Purchase cost", options: prices(locale), rare: true },
    { key: "missing", label: "Missing", options: gaps, rare: true },
  ];
}
