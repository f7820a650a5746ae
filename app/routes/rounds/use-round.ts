import { useCallback, useEffect, useRef, useState } from "react";
import { isStale } from "#app/offline/clock.ts";
import { unsentAsFile } from "#app/offline/saving-file.ts";
import { type Sent, sendAll } from "#app/offline/sending.ts";
import {
  type Entry,
  type RoundNote,
  type Store,
  storeOf,
  unsentOf,
  wipe,
} from "#app/offline/store.ts";
import { renewRound } from "#app/offline/taking.ts";
import type { RoundPackage } from "#app/shared/rounds.ts";
import { RefusedAnswer, WENT_WRONG } from "#app/ui/ask.ts";
import { useOnline } from "#app/ui/hooks.ts";

type Opened = { name: string; store: Store };
/** Why the rounds were taken off this device, and what of them was not sent. */
export type Left = { why: "signed_out" | "suspended" | "stranger"; file: Blob | null };
export type RoundState = {
  state: "loading" | "missing" | "ready";
  taken: RoundPackage | null;
  entries: readonly Entry[];
  notes: readonly RoundNote[];
};

const RETRY_MS = 30_000;
const wiping = new Set<Sent>(["signed_out", "suspended", "stranger"]);
const underWay: RoundState = { state: "loading", taken: null, entries: [], notes: [] };

/** A round as it is kept on this device, and its way to the server. */
export function useRound(packageId: string) {
  const opened = useRef<Opened | null>(null);
  const [round, setRound] = useState<RoundState>(underWay);
  const [left, setLeft] = useState<Left | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const isOnline = useOnline();

  const reload = useCallback(async () => {
    const { store } = opened.current ?? {};
    if (!store) return;
    const [taken, entries, notes] = await Promise.all([
      store.get("packages", packageId),
      store.getAllFromIndex("entries", "byPackage", packageId),
      store.getAllFromIndex("notes", "byPackage", packageId),
    ]);
    setRound({ state: taken ? "ready" : "missing", taken: taken ?? null, entries, notes });
  }, [packageId]);

  const send = useCallback(async () => {
    const here = opened.current;
    if (!here) return;
    const end = await sendAll(here.name, here.store, () => void reload());
    if (wiping.has(end)) {
      const file = await unsentAsFile();
      here.store.close();
      opened.current = null;
      await wipe();
      setLeft({ why: end as Left["why"], file });
      return;
    }
    setSent(end);
    await reload();
    if (end === "later") void askForSync();
  }, [reload]);

  useEffect(() => {
    let isOver = false;
    void storeOf(packageId).then(async (found) => {
      if (isOver) return found?.store.close();
      if (!found) return setRound({ ...underWay, state: "missing" });
      opened.current = found;
      await reload();
      await send();
    });
    const onMessage = () => void reload();
    navigator.serviceWorker?.addEventListener("message", onMessage);
    return () => {
      isOver = true;
      navigator.serviceWorker?.removeEventListener("message", onMessage);
      opened.current?.store.close();
      opened.current = null;
    };
  }, [packageId, reload, send]);

  useEffect(() => {
    if (!isOnline) return;
    void send();
    const seen = () => document.visibilityState === "visible" && void send();
    // A page that is left open with nothing to send asks for nothing: its session idles out like any other.
    const timer = setInterval(async () => {
      const { store } = opened.current ?? {};
      const waits = store ? await unsentOf(store) : [];
      if (waits.some(({ status }) => status !== "needs")) void send();
    }, RETRY_MS);
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [isOnline, send]);

  /** Fetches the round anew. @returns why it could not, in words */
  const renew = async (): Promise<string | null> => {
    const { store } = opened.current ?? {};
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
    ...round,
    store: opened.current?.store ?? null,
    isOnline,
    isOld: round.taken !== null && isStale(round.taken.takenAt, Date.now()),
    /** How the latest try to send ended. */
    sent,
    left,
    reload,
    send,
    renew,
  };
}
export type Round = ReturnType<typeof useRound>;

/** Where a browser sends in the background, it is asked to once the network is back. */
async function askForSync() {
  const registration = await navigator.serviceWorker?.getRegistration("/round/");
  const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } };
  await sync?.register("rounds").catch(() => {});
}
