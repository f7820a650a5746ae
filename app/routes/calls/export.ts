import { exportCalls } from "#worker/domain/service-calls/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Service calls as a CSV or Excel file, with the list's search and filters. */
export const loader = exportLoader(exportCalls);
