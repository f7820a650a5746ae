import { exportComparison } from "#worker/domain/comparisons/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Devices side by side as a CSV or Excel file. */
export const loader = exportLoader((session, search) => exportComparison(session, search));
