import { exportClosings } from "#worker/domain/compliance/list.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** The rows of a month's PM compliance as a CSV or Excel file. */
export const loader = exportLoader(exportClosings);
