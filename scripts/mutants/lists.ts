import type { Mutant } from "./mutant.ts";

/** Lists, search, files and forms. */
export const lists: Mutant[] = [];
