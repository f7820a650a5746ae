import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { searchChoices } from "#app/routes/masters/choices.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Chosen } from "#app/ui/list-page.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { type BulkJob, idsMatching, runJob, storeJob } from "./bulk-run.ts";
import { wordOf } from "./words.tsx";

const count = (n: number) => `${n} ${n === 1 ? "asset" : "assets"}`;
const MOST_LISTED = 200;

type Props = { chosen: Chosen; resumed: BulkJob | null; onClose: () => void };
type State = {
  phase: "form" | "finding" | "running" | "stopped" | "done";
  /** How many ids were read so far, while all that match are looked up. */
  matches?: number;
  job: BulkJob | null;
  problem?: string;
};

/** Changes Location, team, category or state of the chosen assets, step by step, and lists at the end those that could not be changed. */
export default function BulkEdit({ chosen, resumed, onClose }: Props) {
  const [state, setState] = useState<State>({ phase: resumed ? "stopped" : "form", job: resumed });
  const [labels, setLabels] = useState<Record<string, string>>({});
  const { revalidate } = useRevalidator();
  const stop = useRef<AbortController | null>(null);
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
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].filter(([, value]) => value !== ""),
    ) as Record<string, string>;
    if (!Object.keys(values).length)
      return setState({ phase: "form", job: null, problem: "Choose what to change" });
    const title = Object.entries(values)
      .map(([name, value]) => `${names[name] ?? name}: ${labels[name] ?? wordOf(value)}`)
      .join(", ");
    return run(async (signal) => {
      setState({ phase: "finding", matches: 0, job: null });
      const ids = chosen.all
        ? await idsMatching(chosen.search, signal, (matches) =>
            setState({ phase: "finding", matches, job: null }),
          )
        : [...chosen.ids];
      return {
        bulkId: crypto.randomUUID(),
        values,
        title,
        ids,
        at: 0,
        changed: 0,
        same: 0,
        failed: [],
      };
    });
  };

  const { phase, job, problem } = state;
  const close = () => {
    stop.current?.abort();
    onClose();
    // The list is read again and the selection ends with the dialog, which stands in the selection's bar.
    if (phase !== "done") return;
    chosen.clear();
    revalidate();
  };
  const howMany = chosen.total === null ? "all that match" : count(chosen.total);
  const pick = (name: string, label: string, list: Parameters<typeof searchChoices>[0]) => (
    <Combobox
      name={name}
      label={label}
      load={searchChoices(list)}
      clearable
      placeholder="Leave as it is"
      onChange={(choice) => setLabels((before) => ({ ...before, [name]: choice?.label ?? "" }))}
    />
  );
  return (
    <Dialog
      open
      title={phase === "form" ? `Edit ${howMany}` : (job?.title ?? "Bulk edit")}
      onClose={close}
      className="dialog-form"
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
          {pick("departmentId", "Location", "locations")}
          {pick("teamId", "Team", "teams")}
          {pick("categoryId", "Category", "categories")}
          <label className="field">
            <span className="label">State</span>
            <span className="pick">
              <select className="select" name="lifecycle" defaultValue="">
                <option value="">Leave as it is</option>
                <option value="in_service">In service</option>
                <option value="standby">Standby</option>
              </select>
              <Icon name="down" />
            </span>
          </label>
        </form>
      )}
      {phase === "finding" && <p role="status">Finding them: {state.matches}</p>}
      {job && phase !== "form" && <Progress job={job} done={phase === "done"} />}
      <div className="dialog-foot">
        <button className="btn" type="button" onClick={close}>
          {phase === "done"
            ? "Close"
            : phase === "running" || phase === "finding"
              ? "Stop"
              : "Cancel"}
        </button>
        {phase === "form" && (
          <button className="btn btn-primary" type="submit" form="bulk-edit">
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

const names: Record<string, string> = {
  departmentId: "Location",
  teamId: "Team",
  categoryId: "Category",
  lifecycle: "State",
};

function Progress({ job, done }: { job: BulkJob; done: boolean }) {
  const { at, ids, changed, same, failed } = job;
  return (
    <>
      {!done && <progress className="progress" max={ids.length} value={at} aria-label="Progress" />}
      <p role="status">
        {done ? `${count(changed)} changed` : `${at} of ${ids.length} done`}
        {done && same > 0 && `, ${same} ${same === 1 ? "was" : "were"} so already`}
        {failed.length > 0 && `, ${failed.length} could not be changed`}
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
