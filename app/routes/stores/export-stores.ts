import { exportStores } from "#worker/domain/lists/master-exports.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Stores as a CSV or Excel file, with the list's search and filters. */
export const loader = exportLoader(exportStores);
