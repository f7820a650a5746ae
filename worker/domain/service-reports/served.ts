import type { Served } from "../due/fulfil.ts";
import type { ReportInput } from "./input.ts";
import type { ReportView } from "./read.ts";

/** What a changed report does of the planned services, and whether that is to be found anew: its day, its type or its choice is another. */
export function servedAnew(
  report: Pick<ReportView, "asset" | "serviceOn" | "serviceType" | "dueOccurrenceId">,
  input: ReportInput,
) {
  const { serviceOn, serviceType, dueOccurrenceId } = input;
  const isOther = serviceType !== report.serviceType;
  // A PM that becomes other work lets go of what it did as a PM.
  const isLetGo = isOther && serviceType === "other" && dueOccurrenceId === report.dueOccurrenceId;
  const chosen = isLetGo ? null : (dueOccurrenceId ?? null);
  const isChosenAnew = chosen !== null && chosen !== report.dueOccurrenceId;
  const served: Served = { assetId: report.asset.id, serviceOn, serviceType, chosen };
  return {
    served,
    isServedAnew: isOther || isChosenAnew || serviceOn !== report.serviceOn,
  };
}
