import { type SQL, sql } from "drizzle-orm";
import { text } from "drizzle-orm/sqlite-core";

/** Letters and signs of host names that are taken for each other, each by the one it is compared as. */
export const lookAlikes = [
  ["-", ""],
  ["0", "o"],
  ["1", "l"],
  ["i", "l"],
  ["5", "s"],
  ["rn", "m"],
  ["vv", "w"],
] as const;

/** A host name as it looks: two that are easily taken for each other have the same. */
export const skeletonOf = (hostname: SQL): SQL =>
  lookAlikes.reduce(
    (text, [from, to]) => sql`replace(${text}, ${sql.raw(`'${from}'`)}, ${sql.raw(`'${to}'`)})`,
    sql`lower(${hostname})`,
  );

/** A column with how a host name looks; the database keeps it. */
export const alike = (hostname: () => SQL) =>
  text().generatedAlwaysAs(() => skeletonOf(hostname()), { mode: "virtual" });
