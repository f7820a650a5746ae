import { and, asc, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { categories, departments, statistics } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { among } from "../../db/predicates.ts";
import { NOW } from "./count-now.ts";
import { rowId } from "./tally.ts";

/** Names of Locations and categories that charts say; those beyond are "Others". */
const MOST_NAMES = 60;

/** The Locations whose rows are summed; null stands for the row of all. */
export const locationsOf = ({ scope }: ReadingDb, department: string | null): (string | null)[] =>
  department ? [department] : (scope?.departments.slice() ?? [null]);

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

/** The names of Locations or categories that charts name. */
export function namesOf(db: ReadingDb, of: "department" | "category", department: string | null) {
  const table = of === "department" ? departments : categories;
  return db
    .select({ id: table.id, name: sql<string>`${table.name}`.as("own_name") })
    .from(table)
    .where(
      db.ofOwner(
        table,
        and(isNull(table.deletedAt), inArray(table.id, namedBy(db, of, department))),
      ),
    )
    .orderBy(asc(table.name));
}
