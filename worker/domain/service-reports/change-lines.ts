import { and, eq, inArray, sql } from "drizzle-orm";
import { serviceReportParts } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { personOf } from "../../person-of.ts";

/** Lines of a report that go; they stay as removed. */
export const removeLines = (
  db: CompanyDb,
  reportId: string,
  ids: string[],
  at: number,
): Statement[] =>
  ids.length === 0
    ? []
    : [
        db.updating(
          serviceReportParts,
          and(
            eq(serviceReportParts.serviceReportId, reportId),
            inArray(serviceReportParts.id, among(ids)),
          )!,
          { removedAt: at, removedBy: personOf(db.stamp) },
        ),
      ];

/** A changed line keeps the cost it was added with. */
export const changeLines = (
  db: CompanyDb,
  reportId: string,
  changed: readonly { id: string; qty: number }[],
  at: number,
): Statement[] => {
  if (changed.length === 0) return [];
  const quantity = sql`(select cast(j.value ->> 'qty' as integer) from json_each(${JSON.stringify(changed)}) as j where j.value ->> 'id' = ${serviceReportParts.id})`;
  return [
    db.updating(
      serviceReportParts,
      and(
        eq(serviceReportParts.serviceReportId, reportId),
        inArray(serviceReportParts.id, among(changed.map(({ id }) => id))),
      )!,
      {
        updatedAt: at,
        qty: quantity,
        totalMinor: sql`${quantity} * ${serviceReportParts.costMinor}`,
      },
    ),
  ];
};
