import { useCallback, useRef, useState } from "react";
import { isStale } from "#app/offline/clock.ts";
import { entryOf, renewDraft, takeOver } from "#app/offline/drafts.ts";
import { isFull } from "#app/offline/keeping.ts";
import type { Entry, Store } from "#app/offline/store.ts";
import type { DraftPackage, TakenDraft } from "#app/shared/drafts.ts";
import type { Draft } from "#app/shared/measuring/merging.ts";
import { RefusedAnswer, WENT_WRONG } from "#app/ui/ask.ts";
import { dropFromDevice, readFromDevice } from "#app/ui/device-store.ts";
import { useOutbox } from "../rounds/use-outbox.ts";
import type { Kept } from "./use-saving.ts";

/** What of a kind of record the grid away from the network needs. */
export type OfKind = {
  /** What its page calls a draft among what this device keeps. */
  placeOf: (person: string, id: string) => string;
  draftOf: (taken: DraftPackage) => Draft;
};
type Shown = {
  state: "loading" | "missing" | "ready";
  taken: TakenDraft | null;
  /** What of it waits to be sent. */
  entry: Entry | null;
};

/** What the page of a draft kept when the network went becomes what is sent from here. */
async function takeOverFrom(store: Store, taken: TakenDraft, place: string) {
  const kept = await readFromDevice<Kept>(place);
  if (!kept) return;
  const text = JSON.stringify(kept.draft);
  const { version, at, tried } = kept;
  if (text === taken.base && !tried) return void (await dropFromDevice(place));
  if (await takeOver(store, taken, { text, version, at, tried })) await dropFromDevice(place);
}

/** A draft as it is kept on this device, and its way to the server. */
export function useTakenDraft(packageId: string, { placeOf, draftOf }: OfKind) {
  const [shown, setShown] = useState<Shown>({ state: "loading", taken: null, entry: null });
  const isFirst = useRef(true);
  const show = useCallback(
    async (store: Store | null) => {
      const taken = await store?.get("drafts", packageId);
      if (!store || !taken) return setShown({ state: "missing", taken: null, entry: null });
      if (isFirst.current) {
        isFirst.current = false;
        await takeOverFrom(store, taken, placeOf(taken.person.id, taken.id)).catch(() => {});
      }
      const entry = (await entryOf(store, packageId)) ?? null;
      setShown({ state: "ready", taken, entry });
    },
    [packageId, placeOf],
  );
  const outbox = useOutbox(packageId, show);
  const { store, isOnline, reload } = outbox;

  /** Fetches the draft anew. @returns why it could not, in words */
  const renew = async (): Promise<string | null> => {
    if (!store || !shown.taken) return null;
    try {
      await renewDraft(store, shown.taken, (fresh) => JSON.stringify(draftOf(fresh)));
      await reload();
      return null;
    } catch (error) {
      if (isFull(error)) return "This device is full. The draft is as it was taken along.";
      // A device in a network that leads nowhere says that it is online.
      if (!isOnline || error instanceof TypeError)
        return "There is no network. Renew the draft where there is one.";
      return error instanceof RefusedAnswer ? error.message : WENT_WRONG;
    }
  };

  return {
    ...{ ...shown, ...outbox, renew },
    isOld: shown.taken !== null && isStale(shown.taken.takenAt, Date.now()),
  };
}
export type TakenOutbox = ReturnType<typeof useTakenDraft>;
