import { searchChoices } from "#app/routes/masters/choices.ts";
import { ageBands, bandText } from "#app/shared/asset-ages.ts";
import { addMonths } from "#app/shared/company-time.ts";
import { monthText } from "#app/shared/dates.ts";
import type { Choice } from "#app/shared/list.ts";
import { numberText } from "#app/shared/numbers.ts";
import type { Filter } from "#app/ui/list-filter.tsx";
import { conditionChoices, criticalityChoices, lifecycleChoices } from "./words.tsx";

const MONTHS = 12;
const due = [
  { value: "overdue", label: "Overdue" },
  { value: "month", label: "Due this month" },
  { value: "due", label: "Due in 30 days" },
  { value: "planned", label: "Has a date" },
  { value: "missing", label: "Not planned" },
];
const covers = [
  { value: "warranty", label: "Warranty" },
  { value: "amc", label: "AMC" },
  { value: "cmc", label: "CMC" },
  { value: "rental", label: "Rental" },
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
function prices(locale: string): Choice[] {
  const format = (n: number) => numberText(n, locale);
  return digits.map((count) => {
    const [from, to] = [10 ** (count - 1), 10 ** count];
    const between =
      count === 9 ? `${format(from)} and more` : `${format(from)} to ${format(to - 1)}`;
    return { value: String(count), label: count === 3 ? `Under ${format(to)}` : between };
  });
}
const ages: Choice[] = [
  ...ageBands.map((from) => ({ value: String(from), label: bandText(from) })),
  { value: "unknown", label: "Not known" },
];
const years = (today: string): Choice[] =>
  Array.from({ length: YEARS }, (_, back) => {
    const year = String(Number(today.slice(0, 4)) - back);
    return { value: year, label: year };
  });

const required = [{ value: "required", label: "Required" }];
const inDate = { value: "in", label: "In date" };
const planned = { value: "active", label: "With an active plan" };
/** The months in which cover ends soonest. */
const monthsFrom = (today: string) =>
  Array.from({ length: MONTHS }, (_, at) => {
    const value = addMonths(`${today.slice(0, 7)}-01`, at).slice(0, 7);
    return { value, label: monthText(value) };
  });

/**
 * What the list of devices can be narrowed to.
 * @param chosen the records that the address names, by the filter
 */
export function assetFilters(
  chosen: Record<string, Choice>,
  today: string,
  locale: string,
): Filter[] {
  const picked = (key: string, label: string, list: Parameters<typeof searchChoices>[0]) => ({
    key,
    label,
    load: searchChoices(list),
    selected: chosen[key] ?? null,
  });
  const rare: Filter[] = [
    {
      key: "lifecycle",
      label: "Lifecycle",
      options: [{ value: "live", label: "In use or in store" }, ...lifecycleChoices],
    },
    picked("place", "Place", "places"),
    picked("sub", "Sub-category", "sub-categories"),
    { key: "criticality", label: "Criticality", options: criticalityChoices },
    { key: "cal", label: "Calibration", options: [...due, ...required, inDate] },
    { key: "cover", label: "Cover", options: covers },
    { key: "ends", label: "Cover ends in", options: monthsFrom(today) },
    picked("team", "Team", "teams"),
    picked("vendor", "Vendor", "vendors"),
    { key: "failed", label: "Failed checks", options: yes },
    { key: "call", label: "Open service call", options: yes },
    { key: "lost", label: "Not located", options: yes },
    { key: "year", label: "Purchase year", options: years(today) },
    { key: "age", label: "Age", options: ages },
    { key: "price", label: "Purchase cost", options: prices(locale) },
    { key: "priced", label: "In use, with a price", options: yes },
    { key: "missing", label: "Missing", options: gaps },
  ];
  return [
    picked("department", "Location", "locations"),
    picked("category", "Category", "categories"),
    { key: "condition", label: "Condition", options: conditionChoices },
    { key: "pm", label: "PM", options: [...due, ...required, planned] },
    ...rare.map((filter) => ({ ...filter, rare: true })),
  ];
}
