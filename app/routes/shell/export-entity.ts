import { exportOf } from "#worker/domain/lists/master-exports.ts";
import { exportLoader } from "#worker/web/csv.ts";
import type { Route } from "./+types/export-entity";

/** An entity as a CSV or Excel file, with its list's search and filters: /vendors/export.csv. */
export const loader = (args: Route.LoaderArgs) =>
  exportLoader(exportOf(args.pattern.split("/")[1] ?? ""))(args);
