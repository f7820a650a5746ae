import { exportAssets } from "#worker/domain/assets/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** All Assets as a CSV or Excel file, with the list's search and filters. */
export const loader = exportLoader(exportAssets);
