import type { CompanyDb } from "../../db/company-db.ts";
import { forbidden } from "../../refusals.ts";

/** Refuses people limited to some Locations, for commands that move assets of every Location. @throws Response 403 */
export const wholeCompany = (db: CompanyDb): void => {
  if (db.scope)
    forbidden("This moves assets of Locations you do not see. Ask someone who sees them all.");
};
