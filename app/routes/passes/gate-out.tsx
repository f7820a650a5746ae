import { useState } from "react";
import { Link } from "react-router";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { useHydrated } from "#app/ui/hooks.ts";
import { Panel } from "#app/ui/page.tsx";
import type { PassAtGate } from "#worker/domain/gate-passes/gate.ts";
import { LineText } from "./gate-line.tsx";

/** What leaves, to be checked one by one; then "Out". */
export function GateOut({ pass, problem }: { pass: PassAtGate; problem: Refused | undefined }) {
  const { lines, id, version } = pass;
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const hydrated = useHydrated();
  const check = (line: string, isSeen: boolean) =>
    setSeen(
      (before) => new Set(isSeen ? [...before, line] : [...before].filter((one) => one !== line)),
    );
  return (
    <PlainForm id={`out-${id}`} problem={problem} toldAtFields>
      <input type="hidden" name="intent" value="out" />
      <input type="hidden" name="version" value={version} />
      <Panel
        title={lines.length === 1 ? "1 line, check it" : `${lines.length} lines, check each`}
        actions={
          <span className="muted" role="status">
            {seen.size} of {lines.length}
          </span>
        }
        flush
      >
        <ul className="gate-list">
          {lines.map((line) => (
            <li className="gate-line" key={line.id}>
              <input
                className="tick"
                type="checkbox"
                id={`seen-${line.id}`}
                onChange={(event) => check(line.id, event.currentTarget.checked)}
              />
              <label htmlFor={`seen-${line.id}`}>
                <LineText line={line} pieces={line.qty} />
              </label>
            </li>
          ))}
        </ul>
      </Panel>
      <section className="gate-bar" aria-label="Let out">
        <div>
          <Link className="btn btn-gate aside" to="/gate">
            Stop
          </Link>
          <SubmitButton
            className="btn-gate"
            icon="truck"
            disabled={hydrated && seen.size < lines.length}
          >
            Out
          </SubmitButton>
        </div>
      </section>
    </PlainForm>
  );
}
