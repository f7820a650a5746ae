import { type FormEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { BulkProgress } from "#app/ui/bulk-progress.tsx";
import { useChosenIds } from "#app/ui/chosen-ids.ts";
import type { Chosen } from "#app/ui/list-page.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { askedIn, BulkFields } from "./bulk-fields.tsx";
import { type BulkJob, runJob, storeJob } from "./bulk-run.ts";

const count = (n: number) => plural(n, "1 asset", "{n} assets");

type Props = { chosen: Chosen; resumed: BulkJob | null; onClose: () => void };
type State = {
  phase: "form" | "running" | "stopped" | "done";
  job: BulkJob | null;
  problem?: string;
};

/** Changes the same fields of the chosen assets, step by step, and lists at the end those that could not be changed. */
export default function BulkEdit({ chosen, resumed, onClose }: Props) {
  const [state, setState] = useState<State>({ phase: resumed ? "stopped" : "form", job: resumed });
  const [labels, setLabels] = useState<Record<string, string>>({});
  const { revalidate } = useRevalidator();
  const stop = useRef<AbortController | null>(null);
  const { ids, found, problem: lost } = useChosenIds("/asset/bulk", chosen);
  useEffect(() => () => stop.current?.abort(), []);

  const run = async (begin: (signal: AbortSignal) => Promise<BulkJob>) => {
    const control = new AbortController();
    stop.current = control;
    let job: BulkJob | null = null;
    try {
      job = await begin(control.signal);
      storeJob(job);
      setState({ phase: "running", job });
      job = await runJob(job, control.signal, (now) => {
        job = now;
        setState({ phase: "running", job: now });
      });
      storeJob(null);
      setState({ phase: "done", job });
      revalidate();
    } catch (error) {
      const problem = control.signal.aborted
        ? undefined
        : error instanceof TypeError
          ? "The line was lost. Nothing is done twice: go on."
          : (error as Error).message;
      setState({ phase: job ? "stopped" : "form", job, ...(problem ? { problem } : {}) });
      if (job && job.at > 0) revalidate();
    }
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { values, title } = askedIn(event.currentTarget, labels);
    if (!title) return setState({ phase: "form", job: null, problem: "Choose what to change" });
    if (!ids) return;
    const job: BulkJob = {
      ...{ bulkId: crypto.randomUUID(), values, title, ids },
      ...{ at: 0, changed: 0, same: 0, failed: [] },
    };
    return run(async () => job);
  };

  const { phase, job, problem = lost } = state;
  const close = () => {
    stop.current?.abort();
    onClose();
    // The selection ends with the dialog, which stands in its bar.
    if (phase === "done") chosen.clear();
  };
  const howMany = ids ? count(ids.length) : "all that match";
  return (
    <Dialog
      open
      title={phase === "form" ? `Edit ${howMany}` : (job?.title ?? "Bulk edit")}
      onClose={close}
      className="dialog-form dialog-wide"
    >
      {problem && (
        <p className="note overdue" role="alert">
          {problem}
        </p>
      )}
      {phase === "form" && (
        <form onSubmit={submit} id="bulk-edit" className="stack">
          <p className="muted">
            What is left empty stays as it is. Each asset gets its line in the activity log.
          </p>
          <BulkFields
            onPick={(name, label) => setLabels((before) => ({ ...before, [name]: label }))}
          />
        </form>
      )}
      {phase === "form" && !ids && !problem && (
        <p role="status">{`Counting what matches: ${found}`}</p>
      )}
      {job && phase !== "form" && (
        <BulkProgress
          at={job.at}
          total={job.ids.length}
          isDone={phase === "done"}
          changed={`${count(job.changed)} changed`}
          same={job.same}
          failed={job.failed}
          hrefOf={(id) => `/asset/detail/${id}`}
        />
      )}
      <div className="dialog-foot">
        <button className="btn" type="button" onClick={close}>
          {phase === "done" ? "Close" : phase === "running" ? "Stop" : "Cancel"}
        </button>
        {phase === "form" && (
          <button className="btn btn-primary" type="submit" form="bulk-edit" disabled={!ids}>
            Change {howMany}
          </button>
        )}
        {phase === "stopped" && job && (
          <button className="btn btn-primary" type="button" onClick={() => run(async () => job)}>
            Go on
          </button>
        )}
      </div>
    </Dialog>
  );
}
