import { formatMinor } from "#app/shared/money.ts";
import type { newReport, ReportView } from "#worker/domain/service-reports/index.ts";
import type { Base } from "./use-report.ts";

type New = Awaited<ReturnType<typeof newReport>> & {
  asked: string | null;
  occurrence: string | null;
};

/**
 * A new report's first values: its ticket, today, PM, the name of the person who is signed in, and the call it answers: the one
 * it was begun from, else the newest that is open.
 */
export function openedNew(report: New): Omit<Base, "round"> {
  const { asset, ticket, today, doneBy, calls, asked, dues, occurrence } = report;
  const call = calls.find(({ id }) => id === asked) ?? calls[0];
  const due = dues.find(({ id }) => id === occurrence);
  return {
    opened: { machineTypeId: asset.machineTypeId },
    values: {
      ...{ service_ticket: ticket, date: today, complaint_by: doneBy },
      service_type: due && due.kind !== "pm" ? "other" : "pm",
      due_occurrence_id: due?.id ?? "",
      ...(call ? { breakdown_id: call.id, problem_description: call.problem } : {}),
    },
  };
}

/** A saved report as the form opens with it. */
export function openedFrom(report: ReportView): Omit<Base, "round"> {
  return {
    opened: {
      lines: report.lines,
      checks: report.pmLists,
      machineTypeId: report.machineTypeId,
      machine: report.pmChecklistId
        ? { id: report.pmChecklistId, name: report.pmChecklistName ?? "" }
        : null,
      serviceCostMinor: report.serviceCostMinor,
    },
    values: {
      service_ticket: report.serviceTicket,
      date: report.serviceOn,
      service_type: report.serviceType,
      due_occurrence_id: report.dueOccurrenceId ?? "",
      condition_after: report.conditionAfter ?? "",
      problem_description: report.problemDescription ?? "",
      action_taken: report.actionTaken ?? "",
      remark: report.remark ?? "",
      complaint_by: report.doneBy,
      done_by_signature: report.doneBySignature ?? "",
      received_by: report.receivedBy ?? "",
      received_by_signature: report.receivedBySignature ?? "",
      service_cost: formatMinor(report.serviceCostMinor),
      version: String(report.version),
    },
  };
}
