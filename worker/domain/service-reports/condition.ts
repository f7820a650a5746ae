import { eq, isNotNull, sql } from "drizzle-orm";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { recountingConditions } from "../assets/effects.ts";
import { countedOf } from "./save.ts";

type Report = Pick<Row<typeof serviceReports>, "id" | "assetId" | "serviceOn" | "conditionAfter">;

/**
 * What a report that names a condition leaves on its device: that condition, unless a later report names one. A device that a
 * call holds down stays "not working" until the call is resolved.
 */
export function conditionFollows(
  db: CompanyDb,
  { id, assetId, serviceOn, conditionAfter }: Report,
): Statement[] {
  if (conditionAfter === null) return [];
  const later = countedOf(
    db,
    assetId,
  )(
    sql`${isNotNull(serviceReports.conditionAfter)} and (${serviceReports.serviceOn}, ${serviceReports.id}) > (${serviceOn}, ${id})`,
  );
  const condition = sql`case when exists (select 1 from ${serviceReports} where ${later}) then ${assets.condition}
    when ${assets.isDown} then 'not_working' else ${conditionAfter} end`;
  return recountingConditions(
    db,
    [assetId],
    db.run(
      sql`update ${assets} set "condition" = ${condition}, "updated_at" = cast(${Date.now()} as integer) where ${db.ofOwner(assets, eq(assets.id, assetId))}`,
    ),
  );
}
