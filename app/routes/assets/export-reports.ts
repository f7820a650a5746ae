import { exportReports } from "#worker/domain/assets/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** A device's service reports as a CSV or Excel file. */
export const loader = exportLoader((session, _, id) => exportReports(session, id));
