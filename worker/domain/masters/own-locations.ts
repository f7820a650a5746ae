import { type SQL, sql } from "drizzle-orm";
import { departments } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

/** Restricts choices to the Locations of a limited person; undefined for everybody else. */
export const ownLocations = ({ scope }: ReadingDb): SQL | undefined =>
  scope
    ? sql`${departments.id} in (select "value" from json_each(${JSON.stringify(scope.departments)}))`
    : undefined;
