import { exportParts } from "#worker/domain/assets/parts-tab.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** The parts used on a device as a CSV or Excel file. */
export const loader = exportLoader((session, _, id) => exportParts(session, id));
