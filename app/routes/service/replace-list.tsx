import type { ReportForm } from "#app/shared/report-form.ts";
import { Dialog } from "#app/ui/modal.tsx";

type Props = { form: ReportForm; open: boolean; onClose: (replace: boolean) => void };

/** Asks before a checklist with answers is replaced. */
export function ReplaceList({ form, open, onClose }: Props) {
  const answered = form.checks.filter(
    (check) => check.status !== "na" || check.remark.trim(),
  ).length;
  return (
    <Dialog
      open={open}
      title="Replace the check list?"
      onClose={() => onClose(false)}
      footer={
        <>
          <button className="btn" type="button" onClick={() => onClose(false)}>
            Keep check list
          </button>
          <button className="btn btn-danger" type="button" onClick={() => onClose(true)}>
            Replace check list
          </button>
        </>
      }
    >
      <p className="muted">
        {answered} of {form.checks.length} checks have an answer or a remark. They are removed.
      </p>
    </Dialog>
  );
}
