import { useCallback, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { Tried } from "#app/offline/drafts.ts";
import { isNewerDraft } from "#app/shared/drafts.ts";
import type { Draft } from "#app/shared/measuring/merging.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { ask, RefusedAnswer, WENT_WRONG } from "#app/ui/ask.ts";
import { dropFromDevice, keepOnDevice, readFromDevice } from "#app/ui/device-store.ts";
import { newKey } from "#app/ui/form-context.ts";

/** What this device keeps of a draft until it is saved. */
export type Kept = { version: number; draft: Draft; at: number; tried?: Tried | undefined };

/** What is saved, and where. */
export type Saving = {
  /** The address that takes it. */
  to: string;
  /** What it is called among what this device keeps: of one person and one record. */
  place: string;
  /** Who types it: nobody else's session saves it. */
  person: string;
  version: number;
  /** The draft as the server has it. */
  first: Draft;
  /** What decides limits and uncertainties besides readings, as text: the server looks it up anew. */
  decides: (draft: Draft) => string;
};
type Saved = { data: { version: number } };

export type SavingState =
  | { kind: "saved"; at: number | null }
  | { kind: "waiting" | "saving" | "offline" }
  | { kind: "stale" }
  | { kind: "refused"; message: string; errors: FieldErrors };

const PAUSE_MS = 1_500;
const AGAIN_MS = 15_000;
const SERVER_FAULT = 500;
/** How a draft stands that was not saved. */
function stateOf(error: unknown): SavingState {
  if (!(error instanceof RefusedAnswer) || error.status >= SERVER_FAULT) return { kind: "offline" };
  const { problem, status } = error;
  if (isNewerDraft(status, problem?.data)) return { kind: "stale" };
  return {
    kind: "refused",
    message: problem?.message ?? WENT_WRONG,
    errors: problem?.errors ?? {},
  };
}

/** A draft while it is typed, and its way to the server, as measuring pages have it. */
export type Typing = {
  draft: Draft;
  change: (next: (before: Draft) => Draft) => void;
  state: SavingState;
  /** When what this device kept was typed; null where nothing was. */
  restored: number | null;
  /** This device could not keep what was typed. */
  isUnkept: boolean;
  /** The draft as the server had it when this page knew it last. */
  base: () => Draft;
  giveUp: () => Promise<void>;
  saveNow: (why?: string) => Promise<void>;
  /** Goes on with what a person chose out of both, on top of theirs. */
  settle: (chosen: Draft, theirs: { version: number; draft: Draft }) => Promise<void>;
};

/** Saves a draft while one types, and keeps it on this device until it is saved: a lost line, a closed tab and an ended session lose nothing. */
export function useSaving(saving: Saving) {
  const { to, place, person, version, first, decides } = saving;
  const [draft, setDraft] = useState(first);
  const [state, setState] = useState<SavingState>({ kind: "saved", at: null });
  const [restored, setRestored] = useState<number | null>(null);
  const [isUnkept, setUnkept] = useState(false);
  const latest = useRef(draft);
  const known = useRef(version);
  const [begun] = useState(() => ({ text: JSON.stringify(first), decided: decides(first) }));
  const saved = useRef(begun.text);
  const decided = useRef(begun.decided);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef(false);
  const reason = useRef("");
  const pending = useRef<Tried | null>(null);
  const { revalidate } = useRevalidator();

  const keep = useCallback(async () => {
    const kept: Kept = {
      ...{ version: known.current, draft: latest.current, at: Date.now() },
      tried: pending.current ?? undefined,
    };
    setUnkept((await keepOnDevice(place, kept)) === null);
  }, [place]);

  const send = useCallback(async () => {
    if (running.current) return;
    // A try without an answer is repeated as it was, so that it counts once.
    const text = pending.current?.text ?? JSON.stringify(latest.current);
    if (text === saved.current) return setState({ kind: "saved", at: Date.now() });
    pending.current ??= { text, key: newKey(), version: known.current, reason: reason.current };
    const { key, version: from, reason: why } = pending.current;
    running.current = true;
    setState({ kind: "saving" });
    await keep();
    try {
      const { data } = await ask<Saved>(to, {
        form: {
          ...{ draft: text, version: String(from), reason: why, by: person },
          idempotency_key: key,
        },
      });
      known.current = data.version;
      saved.current = text;
      reason.current = "";
      pending.current = null;
      const isAll = JSON.stringify(latest.current) === text;
      await (isAll ? dropFromDevice(place) : keep());
      setState(isAll ? { kind: "saved", at: Date.now() } : { kind: "waiting" });
      const now = decides(JSON.parse(text) as Draft);
      if (now !== decided.current) {
        decided.current = now;
        revalidate();
      }
      if (!isAll) timer.current = setTimeout(send, PAUSE_MS);
    } catch (error) {
      const isAnswered = error instanceof RefusedAnswer && error.status < SERVER_FAULT;
      if (isAnswered) pending.current = null;
      await keep();
      setState(stateOf(error));
      if (!isAnswered) timer.current = setTimeout(send, AGAIN_MS);
    } finally {
      running.current = false;
    }
  }, [to, place, person, keep, revalidate, decides]);

  const change = useCallback(
    (next: (before: Draft) => Draft) => {
      const after = next(latest.current);
      latest.current = after;
      setDraft(after);
      void keep();
      clearTimeout(timer.current);
      timer.current = setTimeout(send, PAUSE_MS);
      setState((now) => (now.kind === "stale" ? now : { kind: "waiting" }));
    },
    [keep, send],
  );

  // What this device kept and could not save comes back.
  useEffect(() => {
    let isHere = true;
    readFromDevice<Kept>(place).then((kept) => {
      if (!isHere || !kept || JSON.stringify(kept.draft) === saved.current) return;
      latest.current = kept.draft;
      // What was sent last did arrive: the rest goes on from there.
      const isThere = kept.tried?.text === saved.current;
      if (!isThere) known.current = kept.version;
      pending.current = isThere ? null : (kept.tried ?? null);
      setDraft(kept.draft);
      setRestored(kept.at);
      timer.current = setTimeout(send, PAUSE_MS);
    });
    return () => {
      isHere = false;
      clearTimeout(timer.current);
    };
  }, [place, send]);

  useEffect(() => {
    const back = () => send();
    addEventListener("online", back);
    return () => removeEventListener("online", back);
  }, [send]);

  /** Gives up what this device kept. */
  const giveUp = async () => {
    clearTimeout(timer.current);
    await dropFromDevice(place);
    location.reload();
  };
  const saveNow = (why = "") => {
    reason.current = why;
    clearTimeout(timer.current);
    return send();
  };
  const settle = async (chosen: Draft, theirs: { version: number; draft: Draft }) => {
    known.current = theirs.version;
    saved.current = JSON.stringify(theirs.draft);
    latest.current = chosen;
    setDraft(chosen);
    await keep();
    return send();
  };
  const base = () => JSON.parse(saved.current) as Draft;
  return {
    ...{ draft, change, state, restored, isUnkept, base, giveUp, saveNow, settle },
    version: known,
  };
}
