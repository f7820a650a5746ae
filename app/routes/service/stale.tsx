import { saveDraft } from "#app/ui/form-draft.ts";
import { useDates } from "#app/ui/time.tsx";
import { VersionsDialog } from "#app/ui/versions-dialog.tsx";
import type { Report } from "./use-report.ts";
import { differences, merged } from "./versions.ts";

/** When someone else saved the report first, the person chooses field by field and goes on with the newer version. */
export function Stale({ report, formId }: { report: Report; formId: string }) {
  const { newer, form, base, dismiss } = report;
  const { date } = useDates();
  if (!newer) return null;
  const element = document.getElementById(formId);
  const typed = element instanceof HTMLFormElement ? Object.fromEntries(new FormData(element)) : {};
  const goOn = (theirs: ReadonlySet<string>) => {
    const next = merged(typed, newer, theirs);
    saveDraft(formId, next.draft);
    report.rebase(next);
  };
  return (
    <VersionsDialog
      rows={differences(form, typed, newer, base, date)}
      onKeep={dismiss}
      onGoOn={goOn}
    />
  );
}
