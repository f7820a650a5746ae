import type { Mutant } from "./mutant.ts";

/** Bounds of what an input may cost. */
export const input: Mutant[] = [];
