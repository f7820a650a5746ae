import { exportOccurrences } from "#worker/domain/due/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Planned services as a CSV or Excel file. */
export const loader = exportLoader((session, search) => exportOccurrences(session, search));
