import { useState } from "react";
import { Note } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { SavingState } from "./use-saving.ts";

/** How the draft stands, in a word beside its title. */
export function SavingHint({ state }: { state: SavingState }) {
  return (
    <span className="hint" role="status">
      {state.kind === "saved" &&
        (state.at === null ? (
          "Saved"
        ) : (
          <>
            Saved <TimeText at={state.at} />
          </>
        ))}
      {(state.kind === "waiting" || state.kind === "saving") && "Saving..."}
      {state.kind === "offline" && "Kept on this device"}
      {(state.kind === "refused" || state.kind === "stale") && "Not saved"}
    </span>
  );
}

type Props = {
  state: SavingState;
  restored: number | null;
  onGiveUp: () => void;
  onSave: (reason?: string) => void;
};

/** What stands in the way of saving, and what to do about it. */
export function SavingNotes({ state, restored, onGiveUp, onSave }: Props) {
  const [reason, setReason] = useState("");
  return (
    <>
      {restored !== null && (
        <Note tone="info">
          What you typed here before was not saved, and is back: from <TimeText at={restored} />.{" "}
          <button type="button" className="btn-link" onClick={onGiveUp}>
            Take what is saved instead
          </button>
        </Note>
      )}
      {state.kind === "offline" && (
        <Note tone="amber">
          There is no network. What you type is kept on this device and saved when the network is
          back.
        </Note>
      )}
      {state.kind === "stale" && (
        <Note tone="amber">
          Somebody else changed this draft. What you typed is kept on this device.{" "}
          <button type="button" className="btn-link" onClick={onGiveUp}>
            Take theirs
          </button>
        </Note>
      )}
      {state.kind === "refused" && (
        <Note tone="amber">
          {state.message}
          {state.errors.reason && (
            <span className="m-reason">
              <input
                className="input"
                aria-label="Why what was signed is corrected"
                maxLength={300}
                value={reason}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
              />
              <button
                type="button"
                className="btn btn-sm"
                disabled={reason.trim() === ""}
                onClick={() => onSave(reason.trim())}
              >
                Save with this reason
              </button>
            </span>
          )}
        </Note>
      )}
    </>
  );
}
