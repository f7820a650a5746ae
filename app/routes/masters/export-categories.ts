import { exportCategories } from "#worker/domain/lists/master-exports.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Categories as a CSV or Excel file, with the list's search and filters. */
export const loader = exportLoader(exportCategories);
