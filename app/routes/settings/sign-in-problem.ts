import type { Refused } from "#app/ui/form.tsx";

/** The refusal of one of the page's forms, and of one record where several have it. */
export const problemOf = (problem: Refused | undefined, intent: string, id?: string) =>
  problem?.values?.intent === intent && (id === undefined || problem.values.id === id)
    ? problem
    : undefined;
