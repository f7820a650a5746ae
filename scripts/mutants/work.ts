import type { Mutant } from "./mutant.ts";

/** Jobs, mail and what runs at night. */
export const work: Mutant[] = [];
