import { exportOf } from "#worker/domain/lists/master-exports.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Report forms as a CSV or Excel file, with their list's search and filters. */
export const loader = exportLoader(exportOf("report-forms"));
