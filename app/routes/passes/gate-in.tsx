import { useState } from "react";
import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import type { PassAtGate } from "#worker/domain/gate-passes/gate.ts";
import { BackLine } from "./back-line.tsx";
import { LineText } from "./gate-line.tsx";

type Props = { pass: PassAtGate; problem: Refused | undefined; mayTakeIn: boolean };

/** What is out, to be taken in line by line; then "In". Of a pass that is not out, its lines alone. */
export function GateIn({ pass, problem, mayTakeIn }: Props) {
  const { id, version, lines } = pass;
  const open = lines.filter(({ isOpen }) => isOpen);
  const [here, setHere] = useState<ReadonlySet<string>>(new Set());
  const hydrated = useHydrated();
  if (!mayTakeIn)
    return (
      <Panel title={lines.length === 1 ? "1 line" : `${lines.length} lines`} flush>
        <ul className="gate-list">
          {lines.map((line) => (
            <li className="gate-line" key={line.id}>
              <Icon name={line.returnedQty === line.qty ? "ok" : "minus"} />
              <span>
                <LineText line={line} pieces={line.qty} />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    );
  const tick = (line: string, isHere: boolean) =>
    setHere(
      (before) => new Set(isHere ? [...before, line] : [...before].filter((one) => one !== line)),
    );
  const pieces = open.reduce((sum, { qty, returnedQty }) => sum + qty - returnedQty, 0);
  return (
    <PlainForm id={`in-${id}-${version}`} problem={problem} toldAtFields key={version}>
      <input type="hidden" name="intent" value="return" />
      <input type="hidden" name="version" value={version} />
      <Panel
        title="What is here now?"
        actions={<span className="muted">{plural(pieces, "1 piece out", "{n} pieces out")}</span>}
        flush
      >
        <ul className="gate-list">
          {open.map((line, at) => (
            <BackLine
              key={line.id}
              line={line}
              at={at}
              until={pass.expectedReturnOn}
              isHere={here.has(line.id)}
              onTick={(isHere) => tick(line.id, isHere)}
            />
          ))}
          {lines
            .filter(({ isOpen }) => !isOpen)
            .map((line) => (
              <li className="gate-line" key={line.id}>
                <Icon name="ok" />
                <span>
                  <LineText line={line} pieces={line.qty} />
                  <Badge tone="in-date" icon="ok">
                    Back
                  </Badge>
                </span>
              </li>
            ))}
        </ul>
      </Panel>
      <section className="gate-bar" aria-label="Take in">
        <div>
          <Link className="btn btn-gate aside" to="/gate">
            Stop
          </Link>
          <SubmitButton className="btn-gate" icon="dl" disabled={hydrated && here.size === 0}>
            {open.length > 1 ? `In (${here.size} of ${open.length})` : "In"}
          </SubmitButton>
        </div>
      </section>
    </PlainForm>
  );
}
