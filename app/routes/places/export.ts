import { exportPlaces } from "#worker/domain/lists/master-exports.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Floors, cities and sites as a CSV or Excel file, with the list's search and filters. */
export const loader = exportLoader(exportPlaces);
