import { exportInhouse } from "#worker/domain/inhouse/list.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** The in-house calibrations of a list as a CSV or Excel file. */
export const loader = exportLoader((session, search) => exportInhouse(session, search));
