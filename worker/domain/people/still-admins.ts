import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { noEmergencyAdmin } from "../identity/emergency.ts";
import type { PersonRow } from "./columns.ts";
import { anotherAdmin } from "./rules.ts";

/**
 * Goes before a change that takes an Admin away: another one is active, and it is not the one for emergencies of sign-in. Nothing for others.
 * @throws Response 409 for the one for emergencies
 */
export async function stillAdmins(
  db: CompanyDb,
  { id, type, status }: Pick<PersonRow, "id" | "type" | "status">,
): Promise<Statement[]> {
  if (type !== "admin" || status !== "active") return [];
  return [anotherAdmin(db, id), await noEmergencyAdmin(db, id)];
}
