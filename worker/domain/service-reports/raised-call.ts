import { type SQL, sql } from "drizzle-orm";

/** The number of the service call that a report's failed checks began; names in full, because inside a selected field Drizzle leaves the table out. */
export const raisedCallNumber: SQL.Aliased<string | null> = sql
  .raw(`(select "raised"."number" from "breakdowns" as "raised"
  where "raised"."company_id" = "service_reports"."company_id" and "raised"."raised_by_report_id" = "service_reports"."id")`)
  .as("raised_call_number") as SQL.Aliased<string | null>;
