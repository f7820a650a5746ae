import { and, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { addDays, startOfDay } from "#app/shared/company-time.ts";
import { assets, breakdowns, locations } from "#drizzle/tenant/index.ts";
import { isDay } from "../entity/fields.ts";
import type { Asker } from "../lists/documents.ts";
import { standingUnder } from "../locations/paths.ts";

const counts = sql`${breakdowns.status} not in ('cancelled', 'closed_duplicate')`;
const yes = (where: SQL) => (value: string) => (value === "yes" ? where : undefined);
/** Calls about devices that something is so of. */
const about = (where: (value: string, asker: Asker) => SQL) => (value: string, asker: Asker) =>
  sql`exists (select 1 from ${assets} where ${asker.db.ofOwner(assets, and(sql`${assets.id} = ${breakdowns.assetId}`, where(value, asker)))})`;
const dayEnds = (value: string, { session }: Asker) =>
  startOfDay(addDays(value, 1), session.company.timeZone);
const ended = inArray(breakdowns.status, ["closed", "closed_condemned"]);
/** A promised time that was kept or is over. */
const promised = ({ now }: Asker) =>
  sql`${breakdowns.slaRespondBy} is not null and (${breakdowns.firstResponseAt} is not null or ${breakdowns.slaRespondBy} < ${now})`;

/** What statistics count, as filters of the list of calls: each number's rows. */
export const countedFilters = {
  counted: yes(counts),
  failure: yes(
    sql`${counts} and ${breakdowns.equipmentDown} = 1 and coalesce(${breakdowns.causeCode}, '') not in ('no_problem_found', 'user_error')`,
  ),
  over: yes(
    and(
      inArray(breakdowns.status, ["resolved", "closed", "closed_condemned"]),
      isNotNull(
        sql`coalesce(${breakdowns.restoredAt}, ${breakdowns.resolvedAt}, ${breakdowns.closedAt})`,
      ),
    )!,
  ),
  answered: (value: string, asker: Asker) =>
    value === "late"
      ? sql`(${promised(asker)} and (${breakdowns.firstResponseAt} is null or ${breakdowns.firstResponseAt} > ${breakdowns.slaRespondBy}))`
      : sql`(${promised(asker)})`,
  responded: yes(isNotNull(breakdowns.firstResponseAt) as SQL),
  closed_from: (value: string, { session }: Asker) =>
    isDay(value)
      ? and(ended, gte(breakdowns.closedAt, startOfDay(value, session.company.timeZone)))
      : undefined,
  closed_to: (value: string, asker: Asker) =>
    isDay(value) ? and(ended, lt(breakdowns.closedAt, dayEnds(value, asker))) : undefined,
  open_on: (value: string, asker: Asker) => {
    if (!isDay(value)) return undefined;
    const at = Math.min(dayEnds(value, asker), asker.now);
    return sql`(${counts} and ${breakdowns.reportedAt} < ${at} and (${isNull(breakdowns.closedAt)} or ${breakdowns.closedAt} >= ${at}))`;
  },
  department: about((id) => eq(assets.departmentId, id)),
  category: about((id) => eq(assets.categoryId, id)),
  criticality: about((value) => eq(assets.criticality, value as "low")),
  asset_vendor: about((id) => eq(assets.vendorId, id)),
  asset_team: about((id) => eq(assets.teamId, id)),
  place: about(
    (id, { db }) => sql`${assets.locationId} in (select ${locations.id} from ${locations}
      where ${db.ofOwner(locations, standingUnder(db, id))})`,
  ),
};

/** The columns of those whose value is the id of a record. */
export const countedRecords = {
  department: assets.departmentId,
  category: assets.categoryId,
  asset_vendor: assets.vendorId,
  asset_team: assets.teamId,
  place: assets.locationId,
};
