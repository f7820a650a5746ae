import { doors } from "./doors.ts";
import { input } from "./input.ts";
import { lists } from "./lists.ts";
import type { Mutant } from "./mutant.ts";
import { pageDoors } from "./page-doors.ts";
import { persons } from "./persons.ts";
import { register } from "./register.ts";
import { serve } from "./serve.ts";
import { work } from "./work.ts";

export type { Mutant };
export const mutants: Mutant[] = [
  ...register,
  ...persons,
  ...input,
  ...doors,
  ...work,
  ...lists,
  ...pageDoors,
  ...serve,
];
