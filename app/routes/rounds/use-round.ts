import { useCallback, useState } from "react";
import { isStale } from "#app/offline/clock.ts";
import type { Entry, RoundNote, Store } from "#app/offline/store.ts";
import { renewRound } from "#app/offline/taking.ts";
import type { RoundPackage } from "#app/shared/rounds.ts";
import { RefusedAnswer, WENT_WRONG } from "#app/ui/ask.ts";
import { useOutbox } from "./use-outbox.ts";

export type RoundState = {
  state: "loading" | "missing" | "ready";
  taken: RoundPackage | null;
  entries: readonly Entry[];
  notes: readonly RoundNote[];
};

const underWay: RoundState = { state: "loading", taken: null, entries: [], notes: [] };

/** A round as it is kept on this device, and its way to the server. */
export function useRound(packageId: string) {
  const [round, setRound] = useState<RoundState>(underWay);
  const show = useCallback(
    async (store: Store | null) => {
      if (!store) return setRound({ ...underWay, state: "missing" });
      const [taken, entries, notes] = await Promise.all([
        store.get("packages", packageId),
        store.getAllFromIndex("entries", "byPackage", packageId),
        store.getAllFromIndex("notes", "byPackage", packageId),
      ]);
      setRound({ state: taken ? "ready" : "missing", taken: taken ?? null, entries, notes });
    },
    [packageId],
  );
  const outbox = useOutbox(packageId, show);
  const { store, isOnline, reload } = outbox;

  /** Fetches the round anew. @returns why it could not, in words */
  const renew = async (): Promise<string | null> => {
    if (!store || !round.taken) return null;
    try {
      await renewRound(store, round.taken);
      await reload();
      return null;
    } catch (error) {
      if (!isOnline) return "There is no network. Renew the round where there is one.";
      return error instanceof RefusedAnswer ? error.message : WENT_WRONG;
    }
  };

  return {
    ...{ ...round, ...outbox, renew },
    isOld: round.taken !== null && isStale(round.taken.takenAt, Date.now()),
  };
}
export type Round = ReturnType<typeof useRound>;
