import { lazy, Suspense, useState } from "react";
import type { OwnField } from "#app/shared/certificates/own-fields.ts";
import type { DraftPackage } from "#app/shared/drafts.ts";
import type { Draft } from "#app/shared/measuring/merging.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import { handOver } from "#app/ui/hand-over.ts";
import { Note } from "#app/ui/states.tsx";
import { TimeText } from "#app/ui/time.tsx";
import type { SavingState, Typing } from "./use-saving.ts";

const CompareDrafts = lazy(() => import("./compare-drafts.tsx"));

/** How the draft stands, in a word beside its title. */
export function SavingHint({ state, isUnkept }: { state: SavingState; isUnkept: boolean }) {
  const isRefused = state.kind === "refused" || state.kind === "stale";
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
      {state.kind === "offline" && !isUnkept && "Kept on this device, not yet sent"}
      {(isRefused || (state.kind === "offline" && isUnkept)) && "Not saved"}
    </span>
  );
}

type Props = {
  typing: Typing;
  setup: MeasuringSetup;
  /** The page says by itself that there is no network. */
  isTold: boolean;
  /** Where the draft is asked for anew, and what people wrote on it out of that. */
  address: string;
  draftOf: (taken: DraftPackage) => Draft;
  /** Fields that a report's form asks for. */
  fields?: readonly OwnField[];
  /** What a file of what was typed is called. */
  name: string;
};

/** What stands in the way of saving, and what to do about it. */
export function SavingNotes({ typing, name, isTold, ...compared }: Props) {
  const { state, restored, isUnkept, draft, giveUp } = typing;
  const [isComparing, setComparing] = useState(false);
  const asFile = (
    <button
      type="button"
      className="btn-link"
      onClick={() =>
        handOver(
          new Blob([JSON.stringify(draft, null, 2)], { type: "application/json" }),
          `${name.replaceAll("/", "-")}.json`,
        )
      }
    >
      Save what you typed as a file
    </button>
  );
  return (
    <>
      {restored !== null && (
        <Note tone="info">
          What you typed here before was not saved, and is back: from <TimeText at={restored} />.{" "}
          <button type="button" className="btn-link" onClick={giveUp}>
            Take what is saved instead
          </button>
        </Note>
      )}
      {isUnkept && state.kind !== "saved" && (
        <Note tone="overdue">
          This device is full or keeps nothing. Leave this page open until it is saved. {asFile}
        </Note>
      )}
      {state.kind === "offline" && !isUnkept && !isTold && (
        <Note tone="amber">
          There is no network. What you type is kept on this device and saved when the network is
          back.
        </Note>
      )}
      {state.kind === "stale" && (
        <Note tone="amber">
          Somebody else changed this draft. What you typed is kept on this device.{" "}
          <span className="chips">
            <button
              type="button"
              className="btn btn-sm btn-primary"
              onClick={() => setComparing(true)}
            >
              Compare both
            </button>
            <button type="button" className="btn-link" onClick={giveUp}>
              Take theirs
            </button>
            {asFile}
          </span>
        </Note>
      )}
      {state.kind === "refused" && (
        <Note tone="amber">
          {state.message} {state.errors.reason ? <Reason onSave={typing.saveNow} /> : asFile}
        </Note>
      )}
      {isComparing && (
        <Suspense>
          <CompareDrafts
            {...compared}
            base={typing.base()}
            mine={draft}
            onSettle={typing.settle}
            onClose={() => setComparing(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Why what was signed is corrected. */
function Reason({ onSave }: { onSave: (reason: string) => Promise<void> }) {
  const [reason, setReason] = useState("");
  return (
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
  );
}
