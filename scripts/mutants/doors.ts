import type { Mutant } from "./mutant.ts";

/** The guard on SQL and the doors that step past it. */
export const doors: Mutant[] = [];
