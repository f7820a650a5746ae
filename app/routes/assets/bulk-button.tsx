import { lazy, Suspense, useEffect, useState } from "react";
import type { Chosen } from "#app/ui/list-page.tsx";
import { type BulkJob, storedJob, storeJob } from "./bulk-run.ts";

const BulkEdit = lazy(() => import("./bulk-edit.tsx"));
const nothing: Chosen = { ids: [], all: false, total: 0, search: "", clear: () => undefined };

/** Opens the bulk edit of what is chosen. */
export function BulkButton({ chosen }: { chosen: Chosen }) {
  const [open, setOpen] = useState<Chosen | null>(null);
  return (
    <>
      <button className="btn btn-sm" type="button" onClick={() => setOpen(chosen)}>
        Edit fields
      </button>
      {open && (
        <Suspense>
          <BulkEdit chosen={open} resumed={null} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

/** A bulk edit that stopped half way in this tab, with the way to go on. */
export function StoppedBulkEdit() {
  const [job, setJob] = useState<BulkJob | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => setJob(storedJob()), []);
  if (!job) return null;
  const end = () => {
    setJob(null);
    setOpen(false);
  };
  return (
    <div className="note info" role="status">
      <span>
        A bulk edit stopped after {job.at} of {job.ids.length} assets ({job.title}).
      </span>
      <button className="btn btn-sm" type="button" onClick={() => setOpen(true)}>
        Go on
      </button>
      <button
        className="btn btn-ghost btn-sm"
        type="button"
        onClick={() => {
          storeJob(null);
          end();
        }}
      >
        Leave it
      </button>
      {open && (
        <Suspense>
          <BulkEdit chosen={nothing} resumed={job} onClose={end} />
        </Suspense>
      )}
    </div>
  );
}
