import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { ask, RefusedAnswer } from "#app/ui/ask.ts";
import { PlainForm, SubmitButton } from "#app/ui/form.tsx";
import { useHydrated } from "#app/ui/hooks.ts";
import { Panel } from "#app/ui/page.tsx";
import { Note } from "#app/ui/states.tsx";
import type { Progress } from "#worker/domain/imports/jobs.ts";

const AGAIN_MS = 2000;
const words = {
  check: { title: "Checking the rows", done: (state: string) => state === "checked" },
  run: { title: "Writing the rows", done: (state: string) => state === "done" },
  undo: { title: "Undoing the import", done: (state: string) => state === "undone" },
} as const;

/** Runs an import step by step until it is done. It waits while the browser is offline, and a reload goes on where it was. */
export function Drive({ progress, intent }: { progress: Progress; intent: keyof typeof words }) {
  const [now, setNow] = useState(progress);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const { revalidate } = useRevalidator();
  const isDriven = useHydrated() && trouble === null;
  const { title, done } = words[intent];

  useEffect(() => {
    if (!isDriven) return;
    const gone = new AbortController();
    const { signal } = gone;
    const step = async () => {
      const path = `/imports/${progress.id}/step`;
      const { data } = await ask<{ data: Progress }>(path, { form: { intent }, signal });
      setLost(false);
      setNow(data);
      return done(data.state) ? void revalidate() : go();
    };
    const go = (): Promise<void> =>
      step().catch((error) => {
        if (signal.aborted) return;
        if (error instanceof RefusedAnswer && error.problem) {
          setLost(false);
          return setTrouble(error.message);
        }
        setLost(true);
        setTimeout(() => !signal.aborted && go(), AGAIN_MS);
      });
    go();
    return () => gone.abort();
  }, [isDriven, progress.id, intent, done, revalidate]);

  const part = Math.round(now.part * 100);
  return (
    <Panel title={title} label={title}>
      <div className="stack">
        <progress className="progress" max={100} value={part} aria-label={title} />
        <p role="status">
          {part} % of {now.rowCount} rows
        </p>
        {isLost && (
          <Note tone="amber">
            The line is lost. It goes on by itself when it is back; nothing is done twice.
          </Note>
        )}
        {trouble !== null && <Note tone="overdue">{trouble}</Note>}
        {trouble !== null && (
          <button className="btn" type="button" onClick={() => setTrouble(null)}>
            Try again
          </button>
        )}
        <noscript>
          <PlainForm>
            <input type="hidden" name="intent" value={intent} />
            <SubmitButton>Go on</SubmitButton>
          </PlainForm>
        </noscript>
      </div>
    </Panel>
  );
}
