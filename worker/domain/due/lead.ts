import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { snake } from "#drizzle/columns.ts";
import { assets, locations, schedules, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { rare } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import type { Asker } from "../lists/documents.ts";
import { standingUnder } from "../locations/paths.ts";
import type { Narrowing } from "./narrowing.ts";

/** So many devices are gone through for their planned services; where there are more, the days are. */
export const MOST_DEVICES = 250;

type Values = Readonly<Record<string, string>>;
type Range = { from: string; to: string };

/** Planned services that an index holds together, besides that of the days. */
export type Lead = {
  /** Selects the `id` of each device that is gone through and whether it `fits`, no more than one too many; null where none is. */
  devices: SQL | null;
  /** Selects the columns of `leadColumns` of each planned service, and nothing in their place for what was sought in vain. */
  rows: SQL;
  /** Its devices were told by all filters: nothing more is asked of them. */
  isOfDevices: boolean;
};

const allAssets = acrossLocations(assets, "it bounds how far a look goes");
const allSchedules = acrossLocations(schedules, "it bounds how far a look goes");
const all = acrossLocations(table, "it bounds how far a look goes");

/** What is told of each. */
export const leadColumns = sql.join(
  (
    [
      ...(["id", "scheduleId", "assetId", "kind", "status", "opensOn", "planOn"] as const),
      ...(["assignedUserId", "assignedTeamId"] as const),
    ] as const
  ).map((name) => sql`${table[name]} as ${sql.identifier(snake(name))}`),
  sql`, `,
);

const limited = (rows: SQL) =>
  sql`select * from (${rows} limit ${sql.raw(String(MOST_DEVICES + 1))})`;

/** The devices of a lead, by their own index; null where none keeps few of them. */
function devicesOf(db: ReadingDb, values: Values, ofDevice: SQL | undefined): SQL | null {
  const { asset, vendor, place, team, department } = values;
  const seen = db.scope
    ? sql`${assets.departmentId} in (select "value" from json_each(${JSON.stringify(db.scope.departments)}))`
    : undefined;
  const columns = sql`${assets.id} as "id", coalesce(${and(ofDevice, seen, sql`1`)}, 0) as "fits"`;
  const found = (where: SQL) =>
    limited(sql`select ${columns} from ${allAssets} where ${db.ofOwner(assets, where)}`);
  if (asset) return found(eq(assets.id, asset));
  if (vendor) {
    const visits = limited(
      sql`select ${columns} from ${allSchedules} as "visit" cross join ${allAssets}
        where "visit"."company_id" = ${db.companyId} and ${rare(sql`"visit"."vendor_id" = ${vendor}`)}
        and ${db.ofOwner(assets, sql`${assets.id} = "visit"."asset_id"`)}`,
    );
    return sql`${found(rare(eq(assets.vendorId, vendor)))} union all ${visits}`;
  }
  if (place)
    return limited(
      sql`select ${columns} from ${locations} indexed by "locations_by_path" left join ${allAssets} indexed by "assets_by_location"
        on ${db.ofOwner(assets, eq(assets.locationId, locations.id))} where ${db.ofOwner(locations, standingUnder(db, place))}`,
    );
  if (team) return found(rare(eq(assets.teamId, team)));
  const departments = department ? [department] : db.scope?.departments;
  if (!departments) return null;
  return limited(
    sql`select ${columns} from json_each(${JSON.stringify(departments)}) as "place" cross join ${allAssets} indexed by "assets_by_department"
      where ${db.ofOwner(assets, and(sql`${assets.departmentId} = "place"."value"`, isNull(assets.deletedAt)))}`,
  );
}

/** By which index the planned services of a range are gone through, where one holds few; null for none. */
export function leadOf(
  { db, session }: Pick<Asker, "db" | "session">,
  values: Values,
  { ofDevice }: Narrowing,
  { from, to }: Range,
): Lead | null {
  const { asset, person, vendor, team } = values;
  const planned = sql`${table.planOn} between ${from} and ${to}`;
  const by = (index: string, where: SQL) =>
    sql`select ${leadColumns} from ${all} indexed by ${sql.identifier(index)} where ${db.ofOwner(table, and(where, planned))}`;
  if (person && person !== "none" && !asset) {
    const id = person === "me" ? session.actor.userId : person;
    const rows = by("due_occurrences_by_person", eq(table.assignedUserId, id));
    return { devices: null, isOfDevices: false, rows };
  }
  const devices = devicesOf(db, values, ofDevice);
  if (!devices) return null;
  const isTeam = Boolean(team && !asset && !vendor && !values.place);
  const free = isTeam ? isNull(table.assignedTeamId) : undefined;
  const device = sql`"devices" cross join json_each(iif("devices"."looked" <= ${sql.raw(String(MOST_DEVICES))}, "devices"."ids", null)) as "device"`;
  const kind = values.kind ? sql`and "plan"."kind" = ${values.kind}` : sql``;
  // Each schedule is told, also where it has nothing planned, so that there is a bound to how many are gone through.
  const asDue = sql`select ${leadColumns} from ${device} cross join ${allSchedules} as "plan" indexed by "schedules_by_asset"
    left join ${all} indexed by "one_occurrence_per_date" on ${db.ofOwner(
      table,
      and(
        sql`${table.scheduleId} = "plan"."id" and ${table.dueOn} between ${from} and ${to}`,
        isNull(table.deferTo),
        free,
      ),
    )} where "plan"."company_id" = ${db.companyId} and "plan"."asset_id" = "device"."value" ${kind}`;
  const deferred = sql`select ${leadColumns} from ${device} cross join ${all} indexed by "due_occurrences_deferred"
    where ${db.ofOwner(table, and(sql`${table.assetId} = "device"."value" and ${table.deferTo} is not null`, planned, free))}`;
  const parts = [
    asDue,
    deferred,
    ...(isTeam ? [by("due_occurrences_by_team", eq(table.assignedTeamId, team!))] : []),
  ];
  return {
    devices,
    isOfDevices: !vendor && !team,
    rows: sql.join(parts, sql` union all `),
  };
}
