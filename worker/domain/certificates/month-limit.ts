import { sql } from "drizzle-orm";
import { numberText } from "#app/shared/numbers.ts";
import { plural } from "#app/shared/plural.ts";
import { counters } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { conflict } from "../../refusals.ts";
import { bump, counted } from "../entity/counters.ts";
import { issuedInMonth } from "./counts.ts";

/**
 * Counts a certificate in the month of its day of issue, and stops the batch where the plan allows no further one. A revision is the
 * same certificate: it is neither counted nor stopped.
 * @param limit of the plan; undefined without one
 * @returns the statements, and what says why they have stopped the batch: a refusal of 409
 */
export function countedInMonth(db: CompanyDb, today: string, limit: number | undefined) {
  const month = issuedInMonth(today);
  const issued = sql`coalesce((select ${counters.value} from ${counters} where ${db.ofOwner(counters, sql`${counters.id} = ${month}`)}), 0)`;
  const room =
    limit === undefined ? [] : [db.assert("state", sql`${issued} < cast(${limit} as integer)`)];
  return {
    writes: [...room, bump(db, month, 1)] as Statement[],
    async explain(): Promise<void> {
      if (limit === undefined) return;
      const [[now]] = await db.read(counted(db, month));
      if ((now?.value ?? 0) >= limit)
        conflict(
          plural(
            limit,
            "Your plan allows 1 certificate a month, and this month has had it",
            "Your plan allows {n} certificates a month, and this month has had them",
            numberText(limit, "en"),
          ),
        );
    },
  };
}
