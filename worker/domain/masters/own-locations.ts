import { type SQL, sql } from "drizzle-orm";
import { departments } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

/** A limited person chooses among their own Locations; undefined without a limit. */
export const ownLocations = ({ scope }: ReadingDb): SQL | undefined =>
  scope
    ? sql`${departments.id} in (select "value" from json_each(${JSON.stringify(scope.departments)}))`
    : undefined;
