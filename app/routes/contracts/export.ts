import { exportContracts } from "#worker/domain/contracts/list.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** Contracts as a CSV or Excel file, with their list's search and filters. */
export const loader = exportLoader((session, params) => exportContracts(session, params));
