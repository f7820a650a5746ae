import { useState } from "react";
import { remedyOf, usedIn, withUsed, wordsOf } from "#app/offline/refusal-words.ts";
import { filesOf, zipped } from "#app/offline/saving-file.ts";
import { dropEntry, type Entry, type Store } from "#app/offline/store.ts";
import type { RoundPackage } from "#app/shared/rounds.ts";
import { handOver } from "#app/ui/hand-over.ts";
import { Note } from "#app/ui/states.tsx";
import { Versions } from "./versions.tsx";

type Props = {
  entry: Entry;
  store: Store;
  taken: RoundPackage;
  onChanged: () => Promise<void>;
  onSend: () => Promise<void>;
  onEdit: () => void;
};

/** A refused entry: why, and each thing that can be done about it. */
export function NeedsYou({ entry, store, taken, onChanged, onSend, onEdit }: Props) {
  const { problem } = entry;
  const remedy = problem && remedyOf(problem);
  const [used, setUsed] = useState(remedy?.kind === "shortage" ? String(remedy.available) : "");
  const [isAsking, setAsking] = useState(false);
  if (!problem || !remedy) return null;
  const again = async (change: Partial<Entry>) => {
    await store.put("entries", { ...entry, status: "waiting", problem: null, ...change });
    await onChanged();
    await onSend();
  };
  const save = async () =>
    handOver(zipped(await filesOf(store, [entry])), `report-${entry.values.service_ticket}.zip`);
  const drop = async () => {
    await dropEntry(store, entry.key);
    await onChanged();
  };
  const missing =
    remedy.kind === "shortage" ? Number(usedIn(entry, remedy.itemId)) - remedy.available : 0;
  return (
    <div className="panel-body form">
      <Note tone="overdue">{wordsOf(problem, entry)}</Note>
      {problem.errors && (
        <ul className="round-errors">
          {Object.entries(problem.errors).map(([name, messages]) => (
            <li key={name}>{messages.join(" ")}</li>
          ))}
        </ul>
      )}
      {remedy.kind === "shortage" && (
        <>
          <label className="field">
            <span className="label">{`How many of ${remedy.name} were really used?`}</span>
            <input
              className="input num"
              inputMode="numeric"
              value={used}
              onChange={(event) => setUsed(event.currentTarget.value)}
            />
          </label>
          {missing > 0 && taken.person.mayAdjustStock && (
            <p className="hint">
              If all {usedIn(entry, remedy.itemId)} were used, the stock is booked too low.{" "}
              <a
                href={`/stocks/ledger/${remedy.itemId}?move=adjust`}
                target="_blank"
                rel="noreferrer"
              >
                Adjust the stock
              </a>{" "}
              by {missing}, then send the report as it is.
            </p>
          )}
        </>
      )}
      {remedy.kind === "newer" && <Versions {...{ entry, taken }} theirs={remedy.theirs} />}
      <div className="chips">
        {remedy.kind === "shortage" && (
          <>
            <button
              className="btn btn-primary"
              type="button"
              disabled={!/^\d{1,6}$/.test(used.trim())}
              onClick={() => again({ values: withUsed(entry, remedy.itemId, Number(used)) })}
            >
              Send with this quantity
            </button>
            {taken.person.mayAdjustStock && (
              <button className="btn" type="button" onClick={() => again({})}>
                Send as it is
              </button>
            )}
          </>
        )}
        {remedy.kind === "done" && (
          <button
            className="btn btn-primary"
            type="button"
            onClick={() => {
              const { due_occurrence_id: _, ...values } = entry.values;
              return again({ values, occurrence: null });
            }}
          >
            Keep as an additional report
          </button>
        )}
        {remedy.kind === "newer" && (
          <button
            className="btn btn-primary"
            type="button"
            onClick={() =>
              again({
                occurrence: entry.occurrence && {
                  ...entry.occurrence,
                  version: Number(remedy.theirs.version),
                },
              })
            }
          >
            Send mine
          </button>
        )}
        {remedy.kind === "keep" && (
          <button className="btn btn-primary" type="button" onClick={() => again({})}>
            Send again
          </button>
        )}
        {entry.kind === "report" && (
          <button className="btn" type="button" onClick={onEdit}>
            Change the report
          </button>
        )}
        <button className="btn" type="button" onClick={save}>
          Save as a file
        </button>
        {isAsking ? (
          <button className="btn btn-danger" type="button" onClick={drop}>
            Drop it for good
          </button>
        ) : (
          <button className="btn" type="button" onClick={() => setAsking(true)}>
            Drop it
          </button>
        )}
      </div>
    </div>
  );
}
