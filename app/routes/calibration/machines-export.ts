import { exportOf } from "#worker/domain/lists/master-exports.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** The machines of a list as a CSV or Excel file. */
export const loader = exportLoader(exportOf("machines"));
