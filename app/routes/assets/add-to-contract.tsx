import { type FormEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { kindWord } from "#app/shared/contracts.ts";
import type { Choice } from "#app/shared/list.ts";
import { plural } from "#app/shared/plural.ts";
import { ask } from "#app/ui/ask.ts";
import { type BulkFailure, BulkProgress } from "#app/ui/bulk-progress.tsx";
import { useChosenIds } from "#app/ui/chosen-ids.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import type { Chosen } from "#app/ui/list-page.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { searchChoices } from "../masters/choices.ts";

const MOST_AT_ONCE = 200;
type Step = { changed: number; same: number; failed: BulkFailure[] };
type Job = Step & { key: string; at: number; contract: Choice; warnings: string[] };
const search = searchChoices("contracts");
/** Contracts, each with what people call its kind. */
const contracts = async (q: string) =>
  (await search(q)).map((one) => ({ ...one, hint: kindWord(one.hint ?? "") }));
const count = (n: number) => plural(n, "1 asset", "{n} assets");

/** Brings chosen assets under a contract, step by step, and lists at the end those that could not come. */
export default function AddToContract({
  chosen,
  onClose,
}: {
  chosen: Chosen;
  onClose: () => void;
}) {
  const [contract, setContract] = useState<Choice | null>(null);
  const [job, setJob] = useState<Job | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { revalidate } = useRevalidator();
  const { ids, found, problem: lost } = useChosenIds("/asset/bulk", chosen);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const isDone = job !== null && ids !== null && job.at >= ids.length;

  const run = async (first: Job) => {
    const control = new AbortController();
    stop.current = control;
    setRunning(true);
    setProblem(undefined);
    let now = first;
    try {
      while (ids && now.at < ids.length) {
        const some = ids.slice(now.at, now.at + MOST_AT_ONCE);
        const { data, warnings = [] } = await ask<{ data: Step; warnings?: string[] }>(
          "/contracts/assets",
          {
            form: { contract: now.contract.value, assetIds: some.join(",") },
            headers: { "Idempotency-Key": `${now.key}-${now.at}` },
            signal: control.signal,
          },
        );
        now = {
          ...now,
          at: now.at + some.length,
          changed: now.changed + data.changed,
          same: now.same + data.same,
          failed: [...now.failed, ...data.failed],
          warnings: [...now.warnings, ...warnings],
        };
        setJob(now);
      }
      revalidate();
    } catch (error) {
      if (!control.signal.aborted)
        setProblem(
          error instanceof TypeError
            ? "The line was lost. Nothing is done twice: go on."
            : (error as Error).message,
        );
    }
    setRunning(false);
  };
  const begin = (event: FormEvent) => {
    event.preventDefault();
    if (!contract) return setProblem("Choose the contract");
    const first: Job = {
      ...{ key: crypto.randomUUID(), at: 0, contract, changed: 0, same: 0 },
      ...{ failed: [], warnings: [] },
    };
    setJob(first);
    return run(first);
  };
  const close = () => {
    stop.current?.abort();
    onClose();
    if (isDone) chosen.clear();
  };
  const said = problem ?? lost;
  return (
    <Dialog
      open
      title={ids ? `Add ${count(ids.length)} to a contract` : "Add all that match to a contract"}
      onClose={close}
      className="dialog-form"
    >
      {said && (
        <p className="note overdue" role="alert">
          {said}
        </p>
      )}
      {job ? (
        <>
          <BulkProgress
            at={job.at}
            total={ids?.length ?? 0}
            isDone={isDone}
            changed={`${count(job.changed)} added to ${job.contract.label}`}
            same={job.same}
            failed={job.failed}
            hrefOf={(id) => `/asset/detail/${id}`}
          />
          {isDone && job.warnings.length > 0 && (
            <ul className="fails">
              {job.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <form onSubmit={begin} id="add-to-contract" className="stack">
          <Combobox
            name="contract"
            label="Contract"
            load={contracts}
            value={contract}
            onChange={setContract}
            required
          />
          {!ids && !said && <p role="status">{`Counting what matches: ${found}`}</p>}
        </form>
      )}
      <div className="dialog-foot">
        <button className="btn" type="button" onClick={close}>
          {isDone ? "Close" : isRunning ? "Stop" : "Cancel"}
        </button>
        {!job && (
          <button className="btn btn-primary" type="submit" form="add-to-contract" disabled={!ids}>
            Add {ids ? count(ids.length) : "all that match"}
          </button>
        )}
        {job && !isDone && !isRunning && (
          <button className="btn btn-primary" type="button" onClick={() => run(job)}>
            Go on
          </button>
        )}
      </div>
    </Dialog>
  );
}
