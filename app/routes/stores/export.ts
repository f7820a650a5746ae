import { exportItems } from "#worker/domain/stock/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Stocks as a CSV or Excel file, with the list's search and filters. */
export const loader = exportLoader(exportItems);
