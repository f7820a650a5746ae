import { exportTransfers } from "#worker/domain/transfers/list.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Transfers as a CSV or Excel file, with the list's tab, search and filters. */
export const loader = exportLoader(exportTransfers);
