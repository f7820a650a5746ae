import { useLocation, useNavigate } from "react-router";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { TextArea } from "#app/ui/fields.tsx";
import type { Refused } from "#app/ui/form.tsx";
import type { ReportRow } from "#worker/domain/assets/reports-tab.ts";
import { useCommandUrl } from "./commands.tsx";

/** Asks why a report is cancelled, and says what comes of it. */
export function CancelDialog({
  rows,
  problem,
}: {
  rows: ReportRow[];
  problem: Refused | undefined;
}) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const to = useCommandUrl();
  const params = new URLSearchParams(search);
  const row =
    params.get("do") === "cancel-report"
      ? rows.find(({ id }) => id === params.get("report"))
      : undefined;
  if (!row) return null;
  const closeTo = to(null, { report: "" });
  return (
    <ConfirmDialog
      open
      title={`Cancel ${row.serviceTicket}?`}
      intent="cancel-report"
      hidden={{ report: row.id }}
      verb="Cancel report"
      keep="Keep report"
      closeTo={closeTo}
      onClose={() => navigate(closeTo, { replace: true, preventScrollReset: true })}
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
