import { type FormEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { ask, RefusedAnswer } from "./ask.ts";
import type { BulkMovesProps } from "./bulk-moves.tsx";
import { type BulkFailure, BulkProgress } from "./bulk-progress.tsx";
import { useChosenIds } from "./chosen-ids.ts";
import { TextArea } from "./fields.tsx";
import { Dialog } from "./modal.tsx";
import { namedFailures } from "./named-failures.ts";

/** So many are sent at the same time. */
const AT_ONCE = 4;

type Job = {
  key: string;
  values: Record<string, string>;
  ids: readonly string[];
  /** Those that are answered. */
  done: ReadonlySet<string>;
  failed: readonly BulkFailure[];
};
type State = { phase: "form" | "running" | "stopped" | "done"; job: Job | null; problem?: string };

/** Sends the move of each record; one that is sent again is carried out once. A lost line stops it, to go on later. */
async function runMoves(
  { of, move }: { of: string; move: string },
  job: Job,
  signal: AbortSignal,
  progress: (job: Job) => void,
): Promise<Job> {
  let current = job;
  const waiting = job.ids.filter((id) => !job.done.has(id));
  const one = async (id: string) => {
    const form = { ...job.values, of, move, id };
    const headers = { "Idempotency-Key": `${job.key}-${id.slice(-12)}` };
    const failure = await ask("/moves", { form, headers, signal }).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof RefusedAnswer) || error.status >= 500 || error.status === 429)
          throw error;
        const [first] = Object.values(error.problem?.errors ?? {}).flat();
        return { id, label: "", reason: String(first ?? error.message) };
      },
    );
    current = {
      ...current,
      done: new Set([...current.done, id]),
      failed: failure ? [...current.failed, failure] : current.failed,
    };
    progress(current);
  };
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await one(id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return current;
}

type Props = BulkMovesProps & { move: string; onClose: () => void };

/** Asks once for what a move needs, makes it of every chosen record, and lists at the end those that it could not be made of. */
export default function BulkMoveDialog({ move, onClose, ...props }: Props) {
  const { chosen, rules, of, count, fields, hrefOf } = props;
  const [{ phase, job, problem: lost }, setState] = useState<State>({ phase: "form", job: null });
  const { revalidate } = useRevalidator();
  const stop = useRef<AbortController | null>(null);
  const { ids, found, problem = lost } = useChosenIds(`/moves?of=${of}`, chosen);
  useEffect(() => () => stop.current?.abort(), []);
  const { label, says, tone = "primary", reason, reasonHint } = rules.moves[move]!;

  const run = async (begun: Job) => {
    const control = new AbortController();
    stop.current = control;
    let latest = begun;
    setState({ phase: "running", job: begun });
    try {
      latest = await runMoves({ of, move }, begun, control.signal, (now) => {
        latest = now;
        setState({ phase: "running", job: now });
      });
      setState({
        phase: "done",
        job: { ...latest, failed: await namedFailures(of, latest.failed) },
      });
    } catch (error) {
      const said =
        error instanceof TypeError
          ? "The line was lost. Nothing is done twice: go on."
          : (error as Error).message;
      control.abort();
      setState({ phase: "stopped", job: latest, problem: said });
    }
    revalidate();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!ids) return;
    const values = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
    );
    const nothing = { done: new Set<string>(), failed: [] };
    run({ key: crypto.randomUUID(), values, ids, ...nothing });
  };
  const close = () => {
    stop.current?.abort();
    onClose();
    if (phase === "done") chosen.clear();
  };
  const howMany = ids ? count(ids.length) : "all that match";
  return (
    <Dialog open title={`${label}: ${howMany}`} onClose={close} className="dialog-form">
      {problem && (
        <p className="note overdue" role="alert">
          {problem}
        </p>
      )}
      {phase === "form" && (
        <form onSubmit={submit} id="bulk-move" className="stack">
          {says && <p className="muted">{says}</p>}
          {fields?.(move)}
          {reason && (
            <TextArea
              name="reason"
              label={reason === "required" ? "Reason" : "Note"}
              required={reason === "required"}
              maxLength={500}
              rows={2}
              hint={reasonHint}
            />
          )}
        </form>
      )}
      {phase === "form" && !ids && !problem && (
        <p role="status">{`Counting what matches: ${found}`}</p>
      )}
      {job && phase !== "form" && (
        <BulkProgress
          at={job.done.size}
          total={job.ids.length}
          isDone={phase === "done"}
          changed={`${count(job.done.size - job.failed.length)} changed`}
          failed={job.failed}
          hrefOf={hrefOf}
        />
      )}
      <div className="dialog-foot">
        <button className="btn" type="button" onClick={close}>
          {phase === "done" ? "Close" : phase === "running" ? "Stop" : "Cancel"}
        </button>
        {phase === "form" && (
          <button className={`btn btn-${tone}`} type="submit" form="bulk-move" disabled={!ids}>
            {label}
          </button>
        )}
        {phase === "stopped" && job && (
          <button className="btn btn-primary" type="button" onClick={() => run(job)}>
            Go on
          </button>
        )}
      </div>
    </Dialog>
  );
}
