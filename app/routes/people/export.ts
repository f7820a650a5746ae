import { exportPeople } from "#worker/domain/people/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** The people of the list as a spreadsheet. */
export const loader = exportLoader(exportPeople);
