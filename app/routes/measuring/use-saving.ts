import { useCallback, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { Measured } from "#app/shared/measuring/measured.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { ask, RefusedAnswer, WENT_WRONG } from "#app/ui/ask.ts";
import { dropFromDevice, keepOnDevice, readFromDevice } from "#app/ui/device-store.ts";
import { newKey } from "#app/ui/form-context.ts";
import type { ChosenStandard } from "./standards-panel.tsx";

/** The fields of a record besides its results, as a form has them. */
export type Head = Record<string, string>;

/** Everything that people write on a draft; a kind of record may have more. */
export type Draft = { head: Head; standards: ChosenStandard[]; measured: Measured };
type Kept<D> = { version: number; draft: D; at: number };

/** What is saved, and where. */
export type Saving<D extends Draft> = {
  /** The address that takes it. */
  to: string;
  /** What it is called among what this device keeps: of one person and one record. */
  place: string;
  version: number;
  /** The draft as the server has it. */
  first: D;
  /** What decides limits and uncertainties besides readings, as text: the server looks it up anew. */
  decides: (draft: D) => string;
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
  if (status === 409 && problem?.data) return { kind: "stale" };
  return {
    kind: "refused",
    message: problem?.message ?? WENT_WRONG,
    errors: problem?.errors ?? {},
  };
}

/** Saves a draft while one types, and keeps it on this device until it is saved: a lost line, a closed tab and an ended session lose nothing. */
export function useSaving<D extends Draft>({ to, place, version, first, decides }: Saving<D>) {
  const [draft, setDraft] = useState(first);
  const [state, setState] = useState<SavingState>({ kind: "saved", at: null });
  const [restored, setRestored] = useState<number | null>(null);
  const latest = useRef(draft);
  const known = useRef(version);
  const [begun] = useState(() => ({ text: JSON.stringify(first), decided: decides(first) }));
  const saved = useRef(begun.text);
  const decided = useRef(begun.decided);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef(false);
  const reason = useRef("");
  const pending = useRef<{ text: string; key: string; version: number; reason: string } | null>(
    null,
  );
  const { revalidate } = useRevalidator();

  const send = useCallback(async () => {
    if (running.current) return;
    // A try without an answer is repeated as it was, so that it counts once.
    const text = pending.current?.text ?? JSON.stringify(latest.current);
    if (text === saved.current) return setState({ kind: "saved", at: Date.now() });
    pending.current ??= { text, key: newKey(), version: known.current, reason: reason.current };
    const { key, version: from, reason: why } = pending.current;
    running.current = true;
    setState({ kind: "saving" });
    let isAnswered = true;
    try {
      const { data } = await ask<Saved>(to, {
        form: { draft: text, version: String(from), reason: why, idempotency_key: key },
      });
      known.current = data.version;
      saved.current = text;
      reason.current = "";
      const isAll = JSON.stringify(latest.current) === text;
      if (isAll) await dropFromDevice(place);
      setState(isAll ? { kind: "saved", at: Date.now() } : { kind: "waiting" });
      const now = decides(JSON.parse(text) as D);
      if (now !== decided.current) {
        decided.current = now;
        revalidate();
      }
      if (!isAll) timer.current = setTimeout(send, PAUSE_MS);
    } catch (error) {
      isAnswered = error instanceof RefusedAnswer && error.status < SERVER_FAULT;
      setState(stateOf(error));
      if (!isAnswered) timer.current = setTimeout(send, AGAIN_MS);
    } finally {
      running.current = false;
      if (isAnswered) pending.current = null;
    }
  }, [to, place, revalidate, decides]);

  const change = useCallback(
    (next: (before: D) => D) => {
      const after = next(latest.current);
      latest.current = after;
      setDraft(after);
      const kept: Kept<D> = { version: known.current, draft: after, at: Date.now() };
      keepOnDevice(place, kept);
      clearTimeout(timer.current);
      timer.current = setTimeout(send, PAUSE_MS);
      setState((now) => (now.kind === "stale" ? now : { kind: "waiting" }));
    },
    [place, send],
  );

  // What this device kept and could not save comes back.
  useEffect(() => {
    let isHere = true;
    readFromDevice<Kept<D>>(place).then((kept) => {
      if (!isHere || !kept || JSON.stringify(kept.draft) === saved.current) return;
      latest.current = kept.draft;
      known.current = kept.version;
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
  return { draft, change, state, restored, giveUp, saveNow, version: known };
}
