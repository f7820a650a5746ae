import { useState } from "react";
import { lineField } from "#app/shared/document-lines.ts";
import { lineConditionChoices } from "#app/shared/line-conditions.ts";
import { plural } from "#app/shared/plural.ts";
import { useHydrated } from "#app/ui/hooks.ts";
import { Icon } from "#app/ui/icon.tsx";
import { DateText } from "#app/ui/time.tsx";
import type { PassAtGate } from "#worker/domain/gate-passes/gate.ts";
import { DamagePhoto } from "./damage-photo.tsx";
import { LineText } from "./gate-line.tsx";

type Line = PassAtGate["lines"][number];
type BackProps = {
  line: Line;
  at: number;
  until: string | null;
  isHere: boolean;
  onTick: (isHere: boolean) => void;
};

/** A line that is out: whether it is here now, how much of it, and in which condition. */
export function BackLine({ line, at, until, isHere, onTick }: BackProps) {
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
        <span>
          {plural(left, "1 piece out", "{n} pieces out")}
          {hydrated && !isHere && until && (
            <>
              , not here: stays open until <DateText on={until} />
            </>
          )}
        </span>
      </label>
      {(isHere || !hydrated) && (
        <div className="under">
          {left > 1 ? (
            <Pieces name={field("qty")} of={name} most={left} />
          ) : (
            <input type="hidden" name={field("qty")} value="1" />
          )}
          <div className="seg" role="radiogroup" aria-label={`Condition of ${name}`}>
            {lineConditionChoices.map(({ value, label }) => (
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
          {condition === "damaged" && <DamagePhoto name={field("photoMediaId")} />}
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
