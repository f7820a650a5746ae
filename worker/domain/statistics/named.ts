import { and, asc, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { categories, departments, statistics } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among, rare } from "../../db/predicates.ts";
import { NOW } from "./count-now.ts";
import type { Narrowed, Sums } from "./read.ts";
import { rowId } from "./tally.ts";

/** Names of Locations and categories that charts say; those beyond are "Others". */
const MOST_NAMES = 60;

/** The Locations whose rows are summed; null stands for the row of all. */
export const locationsOf = ({ scope }: ReadingDb, department: string | null): (string | null)[] =>
  department ? [department] : (scope?.departments.slice() ?? [null]);

/** Whether a limited person's own are named, and not those of the most devices. */
const isListed = (db: ReadingDb, of: "department" | "category", department: string | null) => {
  const own = locationsOf(db, department).filter((place) => place !== null);
  return own.length > (of === "department" ? 0 : 1);
};

/** The ids of the Locations or categories that charts name: those of the most devices; of a person limited to several Locations the first ones. */
export function namedBy(
  db: ReadingDb,
  of: "department" | "category",
  department: string | null,
): SQL {
  const places = locationsOf(db, department);
  const own = places.filter((place) => place !== null);
  if (of === "department" && own.length) return among(own.slice(0, MOST_NAMES));
  // Of several Locations the first categories by name: their sums would be read of every Location.
  if (own.length > 1)
    return sql`(select ${categories.id} from ${categories} where ${db.ofOwner(categories, isNull(categories.deletedAt))}
      order by ${categories.name}, ${categories.id} limit ${sql.raw(String(MOST_NAMES))})`;
  const ids = places.map((place) => rowId(NOW, of, place));
  return sql`(select "of"."key" from ${statistics} cross join json_each(${statistics.figures}) as "of"
    where ${db.ofOwner(statistics, inArray(statistics.id, among(ids)))}
    group by 1 order by sum("of"."value" ->> 'live') desc, 1 limit ${sql.raw(String(MOST_NAMES))})`;
}

/**
 * The names of Locations or categories, as a statement; hand its rows to `shownOf`. None of a narrowed page, which has no chart of them.
 */
export function namesOf(
  db: ReadingDb,
  of: "department" | "category",
  { department, dimension }: Pick<Narrowed, "department" | "dimension">,
) {
  const table = of === "department" ? departments : categories;
  const listed = isListed(db, of, department)
    ? rare(inArray(table.id, namedBy(db, of, department)))
    : undefined;
  return db
    .select({ id: table.id, name: sql<string>`${table.name}`.as("own_name") })
    .from(table)
    .where(db.ofOwner(table, dimension ? sql`0` : and(isNull(table.deletedAt), listed)))
    .orderBy(asc(table.name));
}

/** The names that charts say, of those that were read: as `namedBy` has them. */
export function shownOf(
  db: ReadingDb,
  of: "department" | "category",
  names: readonly { id: string; name: string }[],
  sums: Sums,
): ReadonlyMap<string, string> {
  if (isListed(db, of, sums.narrowed.department))
    return new Map(names.map(({ id, name }) => [id, name]));
  const counted = sums.values(of, [NOW]).map((id) => ({ id, live: sums.now("live", of, id) }));
  const most = counted
    .sort((a, b) => b.live - a.live || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_NAMES);
  const first = new Set(most.map(({ id }) => id));
  return new Map(names.flatMap(({ id, name }) => (first.has(id) ? [[id, name] as const] : [])));
}
