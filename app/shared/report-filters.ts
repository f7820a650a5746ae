import { coverWords, criticalityWords } from "./asset-words.ts";
import { callPriorities } from "./call-words.ts";
import { complianceStandings, risks } from "./compliance.ts";

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Kinds of what service costs. */
export const costWords = {
  labour: "Labour",
  vendor: "Vendor bills",
  parts: "Parts",
  contract: "Contracts",
} as const;
export type CostKind = keyof typeof costWords;

/** What reports can be narrowed by, in the order in which it is offered. A list is searched; the others are chosen or are days. */
export const reportFilters = {
  from: { label: "From", isDate: true },
  to: { label: "To", isDate: true },
  department: { label: "Location", list: "locations" },
  category: { label: "Category", list: "categories" },
  vendor: { label: "Vendor", list: "vendors" },
  team: { label: "Team", list: "teams" },
  place: { label: "Place", list: "places" },
  asset: { label: "Asset", list: "devices" },
  store: { label: "Store", list: "stores" },
  criticality: { label: "Criticality", options: choices(criticalityWords) },
  priority: { label: "Priority", options: [...callPriorities] },
  cover: { label: "Cover", options: choices(coverWords) },
  live: { label: "Condemned and disposed", options: [{ value: "yes", label: "left out" }] },
  beyond: {
    label: "Charts",
    options: [
      { value: "department", label: "Locations beyond those named" },
      { value: "category", label: "Categories beyond those named" },
    ],
  },
  stock: {
    label: "Stock",
    options: [
      { value: "kept", label: "Not archived" },
      { value: "out", label: "Out of stock" },
      { value: "still", label: "No movement in 365 days" },
    ],
  },
  put_off: {
    label: "PM put off",
    options: [
      { value: "excepted", label: "With an exception" },
      { value: "deferred", label: "Deferred" },
    ],
  },
  risk: {
    label: "Risk",
    options: Object.entries(risks).map(([value, { label }]) => ({ value, label })),
  },
  standing: {
    label: "Standing",
    options: [
      { value: "due", label: "Due" },
      ...Object.entries(complianceStandings).map(([value, { label }]) => ({ value, label })),
    ],
  },
  counted: { label: "Figures", options: [{ value: "yes", label: "as last counted" }] },
  down: { label: "Kind", options: choices({ planned: "Planned", unplanned: "Unplanned" }) },
  spent: { label: "Cost", options: choices(costWords) },
  priced: { label: "Price", options: [{ value: "yes", label: "In use, with a price" }] },
  unpriced: { label: "Purchase cost", options: [{ value: "yes", label: "Not known" }] },
  estimated: { label: "Estimated", options: [{ value: "yes", label: "Estimated price" }] },
  work: { label: "Type", options: choices({ pm: "PM", other: "Other" }) },
  failed: { label: "Checks", options: [{ value: "yes", label: "One failed" }] },
  grade: {
    label: "Grade",
    options: [
      { value: "strong", label: "Strong" },
      { value: "flagged", label: "Flagged" },
    ],
  },
} as const;
export type ReportFilterKey = keyof typeof reportFilters;
