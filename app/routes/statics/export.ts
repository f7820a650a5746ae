import { exportChart } from "#worker/domain/statistics/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** The table of one chart as a CSV or Excel file. */
export const loader = exportLoader((session, search) => exportChart(session, search));
