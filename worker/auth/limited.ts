import type { ReadingDb } from "../db/company-db.ts";
import { CompanyDb } from "../db/company-db.ts";
import type { Visit } from "../env.ts";
import { stampOf } from "./realm.ts";

/** The company's database as a person sees it who is not signed in: limited to their Locations, and read only. */
export function readingAs(
  visit: Visit,
  companyId: string,
  reader: { userId: string; departments: readonly string[] },
): ReadingDb {
  const stamp = stampOf(
    visit,
    { actorKind: "public", actorId: null, actorName: "Calendar link" },
    "qr",
  );
  const { departments, userId } = reader;
  return new CompanyDb(
    visit.shard!,
    companyId,
    stamp,
    departments.length ? { departments, userId } : null,
  );
}
