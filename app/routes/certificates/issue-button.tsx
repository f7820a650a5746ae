import { lazy, Suspense, useState } from "react";
import type { Chosen } from "#app/ui/list-page.tsx";

const IssueDialog = lazy(() => import("./issue-dialog.tsx"));

/** Opens the issue of what is chosen. */
export function IssueButton({ chosen }: { chosen: Chosen }) {
  const [open, setOpen] = useState<Chosen | null>(null);
  return (
    <>
      <button className="btn btn-sm" type="button" onClick={() => setOpen(chosen)}>
        Issue
      </button>
      {open && (
        <Suspense>
          <IssueDialog chosen={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
