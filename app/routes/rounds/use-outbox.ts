import { useCallback, useEffect, useRef, useState } from "react";
import { unsentAsFile } from "#app/offline/saving-file.ts";
import { type Sent, sendAll } from "#app/offline/sending.ts";
import { type Store, storeOf, unsentOf, wipe } from "#app/offline/store.ts";
import { useOnline } from "#app/ui/hooks.ts";

/** Why what was taken along left this device, and what of it was not sent. */
export type Left = { why: "signed_out" | "suspended" | "stranger"; file: Blob | null };

const RETRY_MS = 30_000;
const wiping = new Set<Sent>(["signed_out", "suspended", "stranger"]);

/**
 * The database that holds a round or a draft, and its way to the server: when the page opens, when the network is back, in the background.
 * @param show reads what the page shows of it; null where this device does not have it. It is told again after each change.
 */
export function useOutbox(packageId: string, show: (store: Store | null) => Promise<void>) {
  const opened = useRef<{ name: string; store: Store } | null>(null);
  const [left, setLeft] = useState<Left | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const isOnline = useOnline();

  const reload = useCallback(async () => {
    if (opened.current) await show(opened.current.store);
  }, [show]);

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
      if (!found) return show(null);
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
  }, [packageId, show, reload, send]);

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

  return {
    store: opened.current?.store ?? null,
    isOnline,
    /** How the latest try to send ended. */
    sent,
    left,
    reload,
    send,
  };
}

/** Where a browser sends in the background, it is asked to once the network is back. */
async function askForSync() {
  const registration = await navigator.serviceWorker?.getRegistration("/round/");
  const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } };
  await sync?.register("rounds").catch(() => {});
}
