import { exportCertificates } from "#worker/domain/certificates/export.ts";
import { exportLoader } from "#worker/web/csv.ts";

/** The certificates of a list as a CSV or Excel file. */
export const loader = exportLoader((session, search) => exportCertificates(session, search));
