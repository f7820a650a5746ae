import type { Choice } from "./list.ts";

/** Words by their keys as the choices of a field or a filter, in their order. */
export const choicesOf = (words: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
