import { exportPlatformActivity } from "#worker/domain/platform/activity.ts";
import { staffExportLoader } from "#worker/web/csv.ts";

/** The platform's Activity Logs as a CSV or Excel file, with the list's filters. */
export const loader = staffExportLoader(exportPlatformActivity);
