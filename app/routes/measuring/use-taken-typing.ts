import { useCallback, useEffect, useRef, useState } from "react";
import { keepTyped, sendAgain, settleConflict, typedIn } from "#app/offline/drafts.ts";
import { kept } from "#app/offline/keeping.ts";
import { measurementWords } from "#app/offline/refusal-words.ts";
import type { Sent } from "#app/offline/sending.ts";
import { dropEntry, type Entry, type Store } from "#app/offline/store.ts";
import { isNewerDraft, type TakenDraft } from "#app/shared/drafts.ts";
import type { Draft } from "#app/shared/measuring/merging.ts";
import type { SavingState, Typing } from "./use-saving.ts";
import type { TakenOutbox } from "./use-taken-draft.ts";

const PAUSE_MS = 1_500;
const AGAIN_MS = 5_000;

type Stood = { entry: Entry | null; isUnkept: boolean; isOnline: boolean; sent: Sent | null };
/** How what was typed stands, as a measuring page tells it. */
function stateOf({ entry, isUnkept, isOnline, sent }: Stood): SavingState {
  if (!entry) return isUnkept ? { kind: "offline" } : { kind: "saved", at: null };
  const { status, problem } = entry;
  if (problem && status === "needs")
    return isNewerDraft(problem.status, problem.data)
      ? { kind: "stale" }
      : { kind: "refused", message: measurementWords(problem), errors: problem.errors ?? {} };
  if (status === "sending") return { kind: "saving" };
  return { kind: isOnline && (sent === null || sent === "done") ? "waiting" : "offline" };
}

type Open = { taken: TakenDraft; store: Store; outbox: TakenOutbox };

/** A draft while it is typed away from the network: kept with each change, sent by the outbox. */
export function useTakenTyping({ taken, store, outbox }: Open): Typing {
  const { entry, isOnline, sent, reload, send } = outbox;
  const { packageId } = taken;
  const [draft, setDraft] = useState(
    () => JSON.parse(entry ? typedIn(entry) : taken.base) as Draft,
  );
  const [isUnkept, setUnkept] = useState(false);
  const latest = useRef(draft);
  // One after the other, so that the last one typed is the last one kept.
  const keeping = useRef(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const keep = useCallback(() => {
    const text = JSON.stringify(latest.current);
    keeping.current = keeping.current
      .then(() => kept(store, () => keepTyped(store, packageId, text)))
      .then((isKept) => setUnkept(!isKept))
      .catch(() => setUnkept(true))
      .then(reload);
    return keeping.current;
  }, [store, packageId, reload]);
  // What this device did not keep is on this page alone: it is tried again, and leaving the page is asked about.
  useEffect(() => {
    if (!isUnkept) return;
    const again = setInterval(() => void keep().then(send), AGAIN_MS);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => {
      clearInterval(again);
      removeEventListener("beforeunload", ask);
    };
  }, [isUnkept, keep, send]);

  const change = (next: (before: Draft) => Draft) => {
    const after = next(latest.current);
    latest.current = after;
    setDraft(after);
    void keep();
    clearTimeout(timer.current);
    timer.current = setTimeout(send, PAUSE_MS);
  };

  return {
    ...{ draft, change, isUnkept, restored: null },
    state: stateOf({ entry, isUnkept, isOnline, sent }),
    base: () => JSON.parse(taken.base) as Draft,
    giveUp: async () => {
      if (entry) await dropEntry(store, entry.key);
      await outbox.renew();
      location.reload();
    },
    saveNow: async (why) => {
      if (entry?.status === "needs") await sendAgain(store, entry, why);
      await reload();
      return send();
    },
    settle: async (chosen, theirs) => {
      if (!entry) return;
      latest.current = chosen;
      setDraft(chosen);
      const base = JSON.stringify(theirs.draft);
      const settled = { version: theirs.version, base };
      await settleConflict(store, entry, settled, JSON.stringify(chosen));
      await reload();
      return send();
    },
  };
}
