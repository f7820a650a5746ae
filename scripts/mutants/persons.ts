import type { Mutant } from "./mutant.ts";

/** Guards of persons against colleagues, of sign-in and of sessions. */
export const persons: Mutant[] = [];
