import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import { useDialog, useOpened } from "#app/ui/use-dialog.ts";
import type { ReportRow } from "#worker/domain/assets/reports-tab.ts";

/** Asks why a report is cancelled, and says what comes of it. */
export function CancelDialog({
  rows,
  problem,
}: {
  rows: ReportRow[];
  problem: Refused | undefined;
}) {
  const { asked, shown } = useDialog();
  const id = asked("report");
  const row = useOpened(
    id,
    rows.find((report) => report.id === id),
  );
  if (!row || asked("do") !== "cancel-report") return null;
  return (
    <ConfirmDialog
      {...shown}
      title={`Cancel ${row.serviceTicket}?`}
      intent="cancel-report"
      hidden={{ report: row.id }}
      verb="Cancel report"
      keep="Keep report"
      problem={problem?.values?.intent === "cancel-report" ? problem : undefined}
    >
      <p className="muted">
        {row.partsCostMinor > 0 && "Its parts go back to stock. "}It stays readable, marked as
        cancelled, and counts in no cost or date. This cannot be undone.
      </p>
      <TextArea name="reason" label="Reason" required maxLength={500} rows={3} />
    </ConfirmDialog>
  );
}
