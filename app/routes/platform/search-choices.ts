import type { Choice } from "#app/shared/list.ts";
import { ask } from "#app/ui/ask.ts";

/** Searches one of the lists that the staff's pickers know. */
export const searchPlatform = (list: "companies" | "staff") => (q: string) =>
  ask<Choice[]>("/super-admin/choices", { query: { list, q } });
