import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { assets, serviceReports, statistics } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { fieldsOf } from "../../db/fields-of.ts";
import { asRows } from "../../db/predicates.ts";
import { acrossLocations, type Scope } from "../../db/scope.ts";
import { everywhere, inSight } from "../assets/reach.ts";
import { LATEST, morningRow } from "./morning.ts";

/** The company's newest are looked at for what a limited person sees. */
const MOST_RECENT = 6;
/** Of a limited person's Locations together so many are looked up, as the morning found them. */
const MOST_OF_MORNING = 8;
const everyReport = acrossLocations(serviceReports, "each row is shown or not by its own Location");
const everyMorning = acrossLocations(statistics, "each row is shown or not by its own Location");
const living = isNull(serviceReports.cancelledAt);

/** The company's newest reports, those of other Locations among them. */
const newest = (db: ReadingDb, most: number): SQL =>
  sql`select * from (select * from ${everyReport} where ${db.ofOwner(serviceReports)}
    order by ${desc(serviceReports.id)} limit ${sql.raw(String(most))}) as ${serviceReports} where ${living}`;

/** The latest of each Location as the morning found them; none for a person of more Locations than are looked up. */
function ofMorning(db: ReadingDb, { departments }: Scope): SQL {
  const share = Math.min(LATEST, Math.floor(MOST_OF_MORNING / departments.length));
  // A list of one would be a row more for each Location.
  const isOne = share === 1;
  const nths = isOne
    ? sql``
    : sql`cross join json_each(${JSON.stringify(Array.from({ length: share }, (_, nth) => nth))}) as "nth"`;
  return sql`select ${serviceReports}.* from ${asRows(share ? departments : [])} as "place" cross join ${everyMorning}
      ${nths} cross join ${everyReport}
    where ${db.ofOwner(statistics, sql`${statistics.id} = ${morningRow("")} || "place"."value"`)}
      and ${db.ofOwner(serviceReports, and(sql`${serviceReports.id} = ${statistics.figures} ->> ('$.latest[' || ${isOne ? "0" : sql`"nth"."value"`} || ']')`, living))}`;
}

/** The reports saved last, as a statement; hand its rows to `latestOf`. */
export const latestReports = (db: ReadingDb) =>
  db
    .select({
      id: sql<string>`${serviceReports.id}`.as("report_id"),
      ticket: sql<string>`${serviceReports.serviceTicket}`.as("ticket"),
      ...fieldsOf(pick(serviceReports, ["serviceOn", "serviceType", "doneBy"])),
      assetId: sql<string>`${assets.id}`.as("asset_id"),
      assetName: sql<string>`${assets.name}`.as("asset_name"),
    })
    .from(
      db.scope
        ? sql`(${newest(db, MOST_RECENT)} union all ${ofMorning(db, db.scope)}) as ${serviceReports}`
        : sql`(select * from ${serviceReports} where ${db.ofOwner(serviceReports, living)}
            order by ${desc(serviceReports.id)} limit ${sql.raw(String(LATEST))}) as ${serviceReports}`,
    )
    .crossJoin(sql`${everywhere}`)
    .where(
      db.ofOwner(
        assets,
        and(eq(assets.id, serviceReports.assetId), inSight(db, assets.departmentId)),
      ),
    );

/** The latest reports, each once. */
export const latestOf = <R extends { id: string }>(rows: readonly R[]): R[] =>
  [...new Map(rows.map((row) => [row.id, row])).values()]
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, LATEST);
