import { type SQL, sql } from "drizzle-orm";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { indexed, unindexing } from "../search/search.ts";
import { withoutSeparators } from "../search/terms.ts";

/** The kind of a machine's search rows. */
export const MACHINE = "machine";

type Words = {
  machineNo: unknown;
  name: string;
  serialNo: string | null;
  customerTag: string | null;
};

const squeezed = (code: string | null) =>
  code && /[^\p{L}\p{N}]/u.test(code) ? withoutSeparators(code) : null;

/** Rewrites the search row of a machine, whose number may be assigned in the same batch. */
export function machineWords(db: CompanyDb, id: string, values: Words): Statement[] {
  const { machineNo, name, serialNo, customerTag } = values;
  const typed = typeof machineNo === "string" ? machineNo : null;
  const words = [
    typed,
    name,
    serialNo,
    customerTag,
    ...[typed, serialNo, customerTag].map(squeezed),
  ]
    .filter(Boolean)
    .join(" ");
  const number = machineNo as SQL;
  const all = typed
    ? sql`${words}`
    : sql`${number} || ' ' || replace(replace(${number}, '-', ''), '/', '') || ' ' || ${words}`;
  return [unindexing(db, id), db.run(indexed(db, MACHINE, id, all))];
}
