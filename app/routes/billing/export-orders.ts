import { exportOrders } from "#worker/domain/billing/exports.ts";
import { staffExportLoader } from "#worker/web/csv.ts";

/** Orders as a CSV or Excel file, with the list's filters. */
export const loader = staffExportLoader(exportOrders);
