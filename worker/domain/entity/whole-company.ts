import type { CompanyDb } from "../../db/company-db.ts";
import { forbidden } from "../../refusals.ts";

/** For what moves assets of every Location: someone limited to some may not. @throws Response 403 */
export const wholeCompany = (db: CompanyDb): void => {
  if (db.scope)
    forbidden("This moves assets of Locations you do not see. Ask someone who sees them all.");
};
