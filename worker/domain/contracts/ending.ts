import { and, sql } from "drizzle-orm";
import { kindWord } from "#app/shared/contracts.ts";
import { dateText } from "#app/shared/dates.ts";
import { plural } from "#app/shared/plural.ts";
import { contracts, vendors } from "#drizzle/tenant/index.ts";
import { namedBy } from "../lists/more-columns.ts";
import { ending } from "../notifications/endings.ts";

/** Contracts that end and that nothing renews. */
export const contractEndings = ending({
  kind: "contract.ending",
  name: "contracts",
  many: {
    title: (n, when) => plural(n, `1 contract ends ${when}`, `{n} contracts end ${when}`),
    link: (day) => `/vendors?tab=contracts&ends=${day}`,
  },
  ends: (db, { after, until, from, most }) =>
    db
      .select({
        id: contracts.id,
        number: contracts.number,
        kind: contracts.kind,
        endOn: contracts.endOn,
        vendor: namedBy(vendors, vendors.name, contracts.vendorId),
      })
      .from(contracts)
      .where(
        db.ofOwner(
          contracts,
          and(
            sql`${contracts.endOn} > ${after} and ${contracts.endOn} <= ${until} and ${contracts.terminatedOn} is null`,
            sql`(${contracts.endOn}, ${contracts.id}) > (${from.on}, ${from.id})`,
            sql`not exists (select 1 from ${contracts} as "next" where "next"."company_id" = ${db.companyId}
              and "next"."renewed_from_id" = ${contracts.id} and "next"."terminated_on" is null)`,
          ),
        ),
      )
      .orderBy(contracts.endOn, contracts.id)
      .limit(most),
  notice: ({ id, number, kind, endOn, vendor }, when, dateFormat) => ({
    title: `Contract ends ${when}: ${kindWord(kind)} ${number}`,
    body: `${kindWord(kind)} ${number} of ${vendor} ends on ${dateText(endOn, dateFormat)}. Nothing renews it yet.`,
    link: `/contract/${id}`,
    entityKind: "contract",
  }),
});
