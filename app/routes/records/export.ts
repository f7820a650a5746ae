import { exportActivity } from "#worker/domain/activity/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Activity Logs as a CSV or Excel file, with the list's filters. */
export const loader = exportLoader(exportActivity);
