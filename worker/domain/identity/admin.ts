import { z } from "zod";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import { forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { ownPassword, provePassword } from "../account/prove-password.ts";

/** The company's database for an Admin who sets how people sign in. @throws Response 403 for anybody else; 402 while the company is suspended */
export function adminDb(session: Session): CompanyDb {
  const db = session.authorize("edit-settings");
  // Staff inside hold an Admin's permissions, but do not say who comes in.
  return session.type === "Admin" && session.isMember ? db : forbidden();
}

/** The same to read by, also while the company is suspended. @throws Response 403 for anybody but an Admin */
export function readingAsAdmin(session: Session): ReadingDb {
  const db = session.authorize("view-settings");
  return session.type === "Admin" ? db : forbidden();
}

/** What a command on how people sign in asks of the Admin where it takes nothing else. */
export const proofInput = z.strictObject({ password: ownPassword });

/** Asks an Admin who changes how people sign in who they are once more. @throws Response 422, 429 */
export const proveAdmin = (session: Session, password: string) =>
  provePassword(session, password, "password");
