import { calls } from "./calls.ts";
import { coverAndRecalls } from "./cover-and-recalls.ts";
import { doors } from "./doors.ts";
import { due } from "./due.ts";
import { engine } from "./engine.ts";
import { enteringMutants } from "./entering.ts";
import { entityMutants } from "./entities.ts";
import { factorMutants } from "./factors.ts";
import { flows } from "./flows.ts";
import { hosts } from "./hosts.ts";
import { identityMutants } from "./identity.ts";
import { input } from "./input.ts";
import { leaving } from "./leaving.ts";
import { libraries } from "./libraries.ts";
import { lists } from "./lists.ts";
import { money } from "./money.ts";
import { movement } from "./movement.ts";
import type { Mutant } from "./mutant.ts";
import { outside } from "./outside.ts";
import { pageDoors } from "./page-doors.ts";
import { papers } from "./papers.ts";
import { passwordMutants } from "./passwords.ts";
import { persons } from "./persons.ts";
import { programMutants } from "./programs.ts";
import { register } from "./register.ts";
import { reports } from "./reports.ts";
import { serve } from "./serve.ts";
import { serviceCalls } from "./service-calls.ts";
import { sizes } from "./sizes.ts";
import { support } from "./support.ts";
import { thumbnails } from "./thumbnails.ts";
import { work } from "./work.ts";

export const mutants: Mutant[] = [
  ...register,
  ...papers,
  ...persons,
  ...input,
  ...identityMutants,
  ...doors,
  ...entityMutants,
  ...factorMutants,
  ...passwordMutants,
  ...work,
  ...flows,
  ...lists,
  ...libraries,
  ...pageDoors,
  ...serve,
  ...calls,
  ...sizes,
  ...thumbnails,
  ...reports,
  ...serviceCalls,
  ...movement,
  ...coverAndRecalls,
  ...due,
  ...engine,
  ...enteringMutants,
  ...money,
  ...leaving,
  ...hosts,
  ...support,
  ...outside,
  ...programMutants,
];
