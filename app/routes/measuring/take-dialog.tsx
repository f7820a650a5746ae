import { useEffect, useState } from "react";
import { fetchDraft, keepDraft } from "#app/offline/drafts.ts";
import { roomWords, whyNotTaken } from "#app/offline/room-words.ts";
import { markDevice } from "#app/offline/store.ts";
import { prepareForDraft, type Room, roomHere } from "#app/offline/taking.ts";
import {
  type DraftKind,
  type DraftPackage,
  draftPackageId,
  MOST_DRAFTS,
} from "#app/shared/drafts.ts";
import type { Draft } from "#app/shared/measuring/merging.ts";
import { GOOD_DAYS } from "#app/shared/rounds.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import { Note } from "#app/ui/states.tsx";

type Props = {
  kind: DraftKind;
  id: string;
  draftOf: (taken: DraftPackage) => Draft;
  onClose: () => void;
};

/** Asks for the room on this device, and keeps a draft there with the pages that it needs. Load it lazily. */
export default function TakeDialog({ kind, id, draftOf, onClose }: Props) {
  const [room, setRoom] = useState<Room | null>(null);
  const [state, setState] = useState<"ready" | "taking" | "taken">("ready");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    void roomHere().then(setRoom);
  }, []);
  const take = async () => {
    setState("taking");
    setProblem("");
    try {
      await prepareForDraft(kind);
      const taken = await fetchDraft(draftPackageId(kind, id));
      await keepDraft({ ...taken, base: JSON.stringify(draftOf(taken)) });
      markDevice(taken.person.id);
      // From now on the page keeps it in step, even where the network goes at once.
      await import("./taken-in-step.tsx");
      setState("taken");
    } catch (error) {
      setState("ready");
      setProblem(whyNotTaken(error));
    }
  };
  return (
    <Dialog
      open
      title="Take this draft along"
      onClose={onClose}
      footer={
        state === "taken" ? (
          <button className="btn btn-primary" type="button" onClick={onClose}>
            Go on measuring
          </button>
        ) : (
          <>
            <button className="btn" type="button" onClick={onClose}>
              Cancel
            </button>
            <button
              className="btn btn-primary"
              type="button"
              disabled={state === "taking" || room === null || room === "none"}
              onClick={take}
            >
              <Icon name={state === "taking" ? "spin" : "dl"} spin={state === "taking"} />
              Take along
            </button>
          </>
        )
      }
    >
      {state === "taken" ? (
        <p role="status">
          It is on this device. Without a network its address opens what was taken along, with what
          you typed; the dashboard lists it.
        </p>
      ) : (
        <>
          <p>
            The draft is kept on this device with its procedure and standards, so that it is
            measured without a network. It is good for {GOOD_DAYS} days; at most {MOST_DRAFTS}{" "}
            drafts are taken along.
          </p>
          {room && room !== "safe" && (
            <Note tone={room === "none" ? "overdue" : "amber"}>{roomWords[room]}</Note>
          )}
        </>
      )}
      {problem && (
        <div role="alert">
          <Note tone="overdue">{problem}</Note>
        </div>
      )}
    </Dialog>
  );
}
