import { useState } from "react";
import { Link, useFetcher } from "react-router";
import { lineConditions } from "#app/shared/flows/gate-passes.ts";
import { lineField } from "#app/shared/pass-lines.ts";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { newKey } from "#app/ui/form-context.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Badge, Panel } from "#app/ui/page.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { PassAtGate } from "#worker/domain/gate-passes/gate.ts";
import { LineText } from "./gate-line.tsx";

type Line = PassAtGate["lines"][number];
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
        actions={
          <span className="muted">{pieces === 1 ? "1 piece out" : `${pieces} pieces out`}</span>
        }
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
                  <br />
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

type BackProps = {
  line: Line;
  at: number;
  until: string | null;
  isHere: boolean;
  onTick: (isHere: boolean) => void;
};

function BackLine({ line, at, until, isHere, onTick }: BackProps) {
  const { id, name, qty, returnedQty } = line;
  const left = qty - returnedQty;
  const hydrated = useHydrated();
  const [condition, setCondition] = useState("good");
  const field = (key: string) => lineField(at, key);
  return (
    <li className="gate-line">
      <input type="hidden" name={field("id")} value={id} />
      <input type="hidden" name={field("isHere")} value="0" />
      <input
        className="tick"
        type="checkbox"
        id={`here-${id}`}
        name={field("isHere")}
        value="1"
        checked={isHere}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      <label htmlFor={`here-${id}`}>
        <LineText line={line} pieces={1} />
        <br />
        {left === 1 ? "1 piece out" : `${left} pieces out`}
        {hydrated && !isHere && until && (
          <>
            , not here: stays open until <DateText on={until} />
          </>
        )}
      </label>
      {(isHere || !hydrated) && (
        <div className="under">
          {left > 1 ? (
            <Pieces name={field("qty")} of={name} most={left} />
          ) : (
            <input type="hidden" name={field("qty")} value="1" />
          )}
          <div className="seg" role="radiogroup" aria-label={`Condition of ${name}`}>
            {lineConditions.map(({ value, label }) => (
              <label key={value}>
                <input
                  type="radio"
                  name={field("conditionIn")}
                  value={value}
                  checked={condition === value}
                  onChange={() => setCondition(value)}
                />
                <span>{label}</span>
              </label>
            ))}
          </div>
          {condition === "damaged" && <Photo name={field("photoMediaId")} />}
        </div>
      )}
    </li>
  );
}

/** How many pieces are back, by large buttons. */
function Pieces({ name, of, most }: { name: string; of: string; most: number }) {
  const [text, setText] = useState(String(most));
  const step = (by: number) =>
    setText(String(Math.min(most, Math.max(1, (Number.parseInt(text, 10) || 0) + by))));
  return (
    <div className="count-step">
      <button type="button" aria-label={`One ${of} less`} onClick={() => step(-1)}>
        <Icon name="minus" />
      </button>
      <label>
        <input
          name={name}
          inputMode="numeric"
          aria-label={`${of} back`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <small>of {most} back</small>
      </label>
      <button type="button" aria-label={`One ${of} more`} onClick={() => step(1)}>
        <Icon name="plus" />
      </button>
    </div>
  );
}

type PhotoAnswer = { success: true; data: { id: string } } | { success: false; message: string };

/** Sends a photo at once, so that "In" does not wait for it. */
function Photo({ name }: { name: string }) {
  const fetcher = useFetcher<PhotoAnswer>();
  const { data, state } = fetcher;
  const send = (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    form.set("intent", "photo");
    form.set("idempotency_key", newKey());
    form.set("file", file);
    void fetcher.submit(form, { method: "post", encType: "multipart/form-data" });
  };
  const isSent = data?.success === true;
  return (
    <>
      {isSent && <input type="hidden" name={name} value={data.data.id} />}
      <label className="btn btn-gate gate-photo">
        <Icon name={state !== "idle" ? "spin" : isSent ? "ok" : "camera"} spin={state !== "idle"} />
        {state !== "idle" ? "Sending the photo" : isSent ? "Photo kept" : "Photo of the damage"}
        <input
          type="file"
          accept="image/jpeg,image/png"
          capture="environment"
          onChange={(event) => send(event.currentTarget.files?.[0])}
        />
      </label>
      {data?.success === false && (
        <p className="error" role="alert">
          {data.message}
        </p>
      )}
    </>
  );
}
