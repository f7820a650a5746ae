import type { Choice } from "#app/shared/list.ts";
import { ask } from "#app/ui/ask.ts";

/** Searches one of the lists that the staff's pickers know. */
export const searchPlatform = (list: "companies" | "staff") => (q: string) =>
  ask<Choice[]>("/super-admin/choices", { query: { list, q } });

/** The filter of a list by company. @param selected the company that the list is of */
export const companyFilter = (selected: Choice | null | undefined) => ({
  key: "company",
  label: "Company",
  load: searchPlatform("companies"),
  selected,
});
