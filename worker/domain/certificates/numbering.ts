import { sql } from "drizzle-orm";
import type { NumberFormat } from "#app/shared/number-format.ts";
import { newId } from "#drizzle/columns.ts";
import { numberSequences } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { Company } from "../../session.ts";
import { type NextNumber, numberingOf, sequenceNumber } from "../entity/numbers.ts";

/** The number that is taken next. It is known before the batch, since the document says it. */
export function nextNumber(
  company: Company,
  format: NumberFormat | undefined,
  sequences: Parameters<typeof sequenceNumber>[1],
  at: number,
): NextNumber {
  return sequenceNumber(numberingOf("certificate", company, format, at), sequences);
}

/** Takes a number: the batch stops where another certificate has taken it meanwhile. */
export function takingNumber(db: CompanyDb, { period, value }: NextNumber): Statement[] {
  const isIt = sql`${numberSequences.key} = 'certificate' and ${numberSequences.period} = ${period}`;
  const at = sql`cast(${Date.now()} as integer)`;
  const stands = sql`coalesce((select "next_value" from ${numberSequences} where ${db.ofOwner(numberSequences, isIt)}), 1)`;
  return [
    db.assert("state", sql`${stands} = ${value}`),
    db.run(sql`insert into ${numberSequences} ("company_id", "id", "created_at", "updated_at", "version", "key", "period", "next_value")
      values (${db.companyId}, ${newId()}, ${at}, ${at}, 1, 'certificate', ${period}, ${value + 1})
      on conflict ("company_id", "key", "period") do update set "next_value" = excluded."next_value", "version" = "version" + 1, "updated_at" = excluded."updated_at"`),
  ];
}
