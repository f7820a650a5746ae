import { DateText } from "#app/ui/time.tsx";
import type { AssetHead } from "#worker/domain/service-reports/index.ts";

/** One line about the device: make, model and serial number, its Location, and the last report. */
export function AssetFacts({ asset }: { asset: AssetHead }) {
  const { name, make, model, serialNo, departmentName, lastReport } = asset;
  return (
    <p className="facts report-facts muted">
      <span className="only-phone">{[name, make, model].filter(Boolean).join(" ")}</span>
      {serialNo && (
        <span>
          Serial <span className="code">{serialNo}</span>
        </span>
      )}
      <span>Location {departmentName}</span>
      {lastReport && (
        <span>
          Last report <span className="code">{lastReport.serviceTicket}</span>,{" "}
          <DateText on={lastReport.serviceOn} />
        </span>
      )}
    </p>
  );
}
