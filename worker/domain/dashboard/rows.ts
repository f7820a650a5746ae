import { and, eq, isNull, sql } from "drizzle-orm";
import { assets, counters, departments, statistics } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { asRows } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import { morningRow } from "./morning.ts";
import { DOWN_PREFIX } from "./roll-up-more.ts";

const MOST_LOCATIONS = 40;
const everyMorning = acrossLocations(statistics, "it tells only whether there is any");

/** Devices with the most downtime as the morning has ranked them. */
export const mostDown = (db: ReadingDb) =>
  db
    .select({
      id: sql<string>`${assets.id}`.as("asset_id"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("asset_name"),
      minutes: sql<number>`${counters.value}`.as("down_minutes"),
    })
    .from(counters)
    .innerJoin(
      assets,
      and(
        eq(assets.companyId, counters.companyId),
        sql`${assets.id} = substr(${counters.id}, ${DOWN_PREFIX.length + 3})`,
        isNull(assets.deletedAt),
      ),
    )
    .where(
      db.ofOwner(
        counters,
        sql`${counters.id} >= ${DOWN_PREFIX} and ${counters.id} < ${`${DOWN_PREFIX}~`}`,
      ),
    )
    .orderBy(counters.id);

type Place = { id: string; name: string };
/** Locations of a person to choose from, as a statement; of a whole company only before its first morning. Hand them to `placesToChoose`. */
export const places = (db: ReadingDb, own: readonly string[] | null) => {
  const asked = own
    ? asRows(own.slice(0, MOST_LOCATIONS))
    : sql`(select ${departments.id} as "value" from ${departments} where ${db.ofOwner(departments, isNull(departments.deletedAt))}
        order by ${departments.name} limit ${sql.raw(String(MOST_LOCATIONS))} * (select count(*) = 0 from ${everyMorning} where ${db.ofOwner(statistics, eq(statistics.id, morningRow()))}))`;
  return db
    .select({
      id: sql<string>`${departments.id}`.as("place_id"),
      name: sql<string>`${departments.name}`.as("place_name"),
    })
    .from(sql`${asked} as "asked"`)
    .crossJoin(departments)
    .where(
      db.ofOwner(
        departments,
        and(sql`${departments.id} = "asked"."value"`, isNull(departments.deletedAt)),
      ),
    );
};

/** Locations by their names: those that were read, else those told with the morning's figures. */
export const placesToChoose = (
  read: readonly Place[],
  morning: readonly { figures: unknown; id: string | null; name: string | null }[],
): Place[] => {
  const [whole] = morning as readonly { figures: { places?: Place[] } | null }[];
  const own = morning.flatMap(({ id, name }) => (id && name ? [{ id, name }] : []));
  const told = own.length ? own : (whole?.figures?.places ?? []);
  return [...(read.length ? read : told)].sort((one, other) => one.name.localeCompare(other.name));
};
