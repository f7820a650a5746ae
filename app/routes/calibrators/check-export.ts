import { exportChecks } from "#worker/domain/calibrators/check-list.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** The checks of a standard as a CSV or Excel file, with the list's filter. */
export const loader = exportLoader((session, search, id) => exportChecks(session, id, search));
