import { exportMovements } from "#worker/domain/stock/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** An item's ledger as a CSV or Excel file, with the page's filters. */
export const loader = exportLoader((session, search, id) => exportMovements(session, id, search));
