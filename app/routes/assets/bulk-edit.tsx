import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { plural } from "#app/shared/plural.ts";
import type { Chosen } from "#app/ui/list-page.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { askedIn, BulkFields } from "./bulk-fields.tsx";
import { type BulkJob, idsMatching, runJob, storeJob } from "./bulk-run.ts";

const count = (n: number) => plural(n, "1 asset", "{n} assets");
const MOST_LISTED = 200;

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
  const { ids, found, problem: lost } = useChosenIds(chosen);
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
      {job && phase !== "form" && <Progress job={job} done={phase === "done"} />}
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

/** The ids of what is chosen; of all that match they are looked up first. */
function useChosenIds({ all, ids, search }: Chosen) {
  const [known, setKnown] = useState<readonly string[] | null>(all ? null : ids);
  const [found, setFound] = useState(0);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!all) return;
    const control = new AbortController();
    idsMatching(search, control.signal, setFound).then(setKnown, (error: Error) => {
      if (!control.signal.aborted) setProblem(error.message);
    });
    return () => control.abort();
  }, [all, search]);
  return { ids: known, found, problem };
}

function Progress({ job, done }: { job: BulkJob; done: boolean }) {
  const { at, ids, changed, same, failed } = job;
  return (
    <>
      {!done && <progress className="progress" max={ids.length} value={at} aria-label="Progress" />}
      <p role="status">
        {[
          done ? `${count(changed)} changed` : `${at} of ${ids.length} done`,
          done && same > 0 && plural(same, "1 was so already", "{n} were so already"),
          failed.length > 0 && `${failed.length} could not be changed`,
        ]
          .filter(Boolean)
          .join(", ")}
      </p>
      {failed.length > 0 && (
        <ul className="fails">
          {failed.slice(0, MOST_LISTED).map(({ id, label, reason }) => (
            <li key={id}>
              {label ? (
                <Link to={`/asset/detail/${id}`}>{label}</Link>
              ) : (
                <span className="code">{id}</span>
              )}
              : {reason}
            </li>
          ))}
          {failed.length > MOST_LISTED && <li>and {failed.length - MOST_LISTED} more</li>}
        </ul>
      )}
    </>
  );
}
