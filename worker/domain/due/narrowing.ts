import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { assets, locations, schedules, dueOccurrences as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";
import { keptBy } from "../assets/filters.ts";
import type { Asker } from "../lists/documents.ts";
import { standingUnder } from "../locations/paths.ts";
import { keptDue } from "./due-filters.ts";

type Values = Readonly<Record<string, string>>;

/** What the filters of an address keep, as predicates of which each costs a known number of rows. */
export type Narrowing = {
  /** On a row of `assets`. */
  ofDevice: SQL | undefined;
  /** On a row of `due_occurrences` alone. */
  own: SQL | undefined;
  /** On a row of `due_occurrences`, its device and its schedule: all that the filters and the person's Locations ask. */
  whole: SQL | undefined;
  /** Rows of other tables that `whole` looks up at most. */
  lookups: number;
};

const isUnder = (db: ReadingDb, place: string) =>
  sql`exists (select 1 from ${locations} where ${db.ofOwner(
    locations,
    and(eq(locations.id, assets.locationId), standingUnder(db, place)),
  )})`;

/** The schedule is one of a vendor; it is looked at only beside its device, which the person sees. */
const isVisitOf = (db: ReadingDb, vendor: string) =>
  sql`exists (select 1 from ${acrossLocations(schedules, "it bounds how far a look goes")} where ${db.ofOwner(
    schedules,
    and(eq(schedules.id, table.scheduleId), eq(schedules.vendorId, vendor)),
  )})`;

/** What filters keep, with the device looked up once for all of them. */
export function narrowingOf(asker: Asker, values: Values): Narrowing {
  const { db, today } = asker;
  const { department = "", place, criticality = "", vendor, team, ...others } = values;
  const kept = keptBy({ department, criticality }, { companyId: db.companyId, today });
  const isOfDevice = [
    department ? kept.department?.where : undefined,
    kept.criticality?.where,
    place ? isUnder(db, place) : undefined,
  ];
  const ofDevice = and(...isOfDevice);
  const isOfVendor = vendor ? or(eq(assets.vendorId, vendor), isVisitOf(db, vendor)) : undefined;
  const given = team ? eq(table.assignedTeamId, team) : undefined;
  const isOfTeam = team ? or(given, eq(assets.teamId, team)) : undefined;
  const own = and(
    keptDue(asker, others),
    // Of what no team was given, the team of the device.
    given && or(given, isNull(table.assignedTeamId)),
  );
  const device = and(ofDevice, isOfVendor, isOfTeam);
  const isLookedUp = device !== undefined || db.scope !== null;
  return {
    ...{ ofDevice, own },
    whole: and(
      own,
      isLookedUp
        ? sql`exists (select 1 from ${assets} where ${db.ofOwner(assets, and(eq(assets.id, table.assetId), device))})`
        : undefined,
    ),
    lookups: [isLookedUp, place, vendor].filter(Boolean).length,
  };
}
