import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { ask } from "#app/ui/ask.ts";
import type { BulkFailure } from "#app/ui/bulk-progress.tsx";

type Step = { changed: number; same: number; failed: BulkFailure[]; next?: string | null };
export type Run = Omit<Step, "next"> & {
  key: string;
  done: number;
  steps: number;
  isOver: boolean;
};
/** The form of the step after so many, given what the last one answered; null when all is done. */
type Forms = (
  steps: number,
  last: Step | null,
) => { form: Record<string, string>; size: number } | null;

/** Does something to many records, a step at a time; each step is carried out once, however often it is sent. */
export function useSteps(intent: string, forms: Forms) {
  const [run, setRun] = useState<Run | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stop = useRef<AbortController | null>(null);
  const last = useRef<Step | null>(null);
  const { revalidate } = useRevalidator();
  useEffect(() => () => stop.current?.abort(), []);

  const goOn = async (from: Run | null) => {
    const control = new AbortController();
    stop.current = control;
    setRunning(true);
    setProblem(undefined);
    const none = { changed: 0, same: 0, failed: [], done: 0, steps: 0, isOver: false };
    let now: Run = from ?? { ...none, key: crypto.randomUUID() };
    if (!from) last.current = null;
    try {
      for (;;) {
        const next = forms(now.steps, last.current);
        if (!next) break;
        const { data } = await ask<{ data: Step }>("/schedule/steps", {
          form: { ...next.form, intent },
          headers: { "Idempotency-Key": `${now.key}-${now.steps}` },
          signal: control.signal,
        });
        last.current = data;
        now = {
          ...now,
          steps: now.steps + 1,
          done: now.done + next.size,
          changed: now.changed + data.changed,
          same: now.same + data.same,
          failed: [...now.failed, ...data.failed],
        };
        setRun(now);
      }
      setRun({ ...now, isOver: true });
      revalidate();
    } catch (error) {
      if (!control.signal.aborted) {
        setRun(now.steps ? now : null);
        setProblem(
          error instanceof TypeError
            ? "The line was lost. Nothing is done twice: go on."
            : (error as Error).message,
        );
      }
    }
    setRunning(false);
  };
  return { run, isRunning, problem, begin: () => goOn(null), goOn: () => goOn(run) };
}
