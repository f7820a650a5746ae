import { dayIn } from "#app/shared/company-time.ts";
import { withDueDay } from "#worker/domain/calibration/machine-filters.ts";
import { exportOf } from "#worker/domain/lists/master-exports.ts";
import { exportLoader } from "#worker/web/csv.ts";

const exported = exportOf("machines");

/** The machines of a list as a CSV or Excel file. */
export const loader = exportLoader((session, params) =>
  exported(session, withDueDay(params, dayIn(session.company.timeZone))),
);
