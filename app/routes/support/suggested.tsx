import { useEffect, useState } from "react";
import { Link } from "react-router";
import { ask } from "#app/ui/ask.ts";
import { Panel } from "#app/ui/page.tsx";
import { HelpEntry } from "./help.tsx";

type Help = { id: string; question: string; answer: string };
/** Where they stand on the page. */
export const HELPS = "helps";
const PAUSE_MS = 300;
const SHORTEST = 5;

/** The helps that fit what is typed, asked for once typing pauses. */
export function useHelps(subject: string): readonly Help[] {
  const [helps, setHelps] = useState<readonly Help[]>([]);
  const q = subject.trim();
  useEffect(() => {
    if (q.length < SHORTEST) return setHelps([]);
    const gaveUp = new AbortController();
    const waiting = setTimeout(() => {
      // Nobody needs to know that no help could be looked for.
      ask<Help[]>("/support/helps/find", { query: { q }, signal: gaveUp.signal }).then(
        setHelps,
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(waiting);
      gaveUp.abort();
    };
  }, [q]);
  return helps;
}

/** Helps beside a question that is being written. */
export function SuggestedHelps({ helps }: { helps: readonly Help[] }) {
  return (
    <Panel title="This may help" id={HELPS}>
      <div aria-live="polite">
        {helps.length > 0 ? (
          helps.map((help) => <HelpEntry key={help.id} help={help} />)
        ) : (
          <p className="muted">
            Helps that fit the subject appear here. <Link to="/support/helps">See all helps</Link>
          </p>
        )}
      </div>
    </Panel>
  );
}
