import { exportPasses } from "#worker/domain/gate-passes/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** The gate passes of a list as a CSV or Excel file. */
export const loader = exportLoader((session, search) => exportPasses(session, search));
