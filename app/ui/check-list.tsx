import { useContext, useState } from "react";
import type { Choice } from "#worker/domain/list.ts";
import { described, Field } from "./field.tsx";
import { FormContext, useField } from "./form-context.ts";
import { useHydrated } from "./hooks.ts";
import { Icon } from "./icon.tsx";

type Props = {
  name: string;
  label: string;
  hint?: string;
  options: Choice[];
  defaultChosen: readonly string[];
  onChosen?: (chosen: string[]) => void;
  /** What stands there when there is nothing to choose from. */
  none?: string;
  className?: string;
};

const MANY = 8;

/** Many of many, each a tick; the field is posted once for every tick. A search helps among more than eight. */
export function CheckList({ name, label, hint, options, defaultChosen, onChosen, none = "No options", className }: Props) {
  const field = useField(name);
  const { touch } = useContext(FormContext);
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState(() => new Set(Array.isArray(field.value) ? (field.value as string[]) : defaultChosen));
  const [word, setWord] = useState("");
  const { id, "aria-describedby": by } = described(field, hint);
  const looked = word.trim().toLowerCase();
  const toggle = (value: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(value);
    else next.delete(value);
    setChosen(next);
    onChosen?.([...next]);
    touch();
  };
  return (
    <Field {...{ field, label, hint, className }} group>
      {options.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <fieldset className="checklist" id={id} aria-labelledby={`${id}-label`} aria-describedby={by}>
          {hydrated && options.length > MANY && (
            <div className="checklist-head">
              <span className="affix">
                <Icon name="search" />
                <input
                  className="input"
                  type="search"
                  value={word}
                  placeholder={`${chosen.size} of ${options.length} chosen`}
                  aria-label={`Search ${label}`}
                  autoComplete="off"
                  onChange={(event) => {
                    event.stopPropagation();
                    setWord(event.currentTarget.value);
                  }}
                />
              </span>
            </div>
          )}
          <div className="checklist-body">
            {options.map((option) => (
              <label key={option.value} className="check" hidden={looked !== "" && !option.label.toLowerCase().includes(looked)}>
                <input
                  type="checkbox"
                  name={name}
                  value={option.value}
                  checked={chosen.has(option.value)}
                  onChange={(event) => toggle(option.value, event.currentTarget.checked)}
                />
                <span>
                  {option.label}
                  {option.hint && <small> {option.hint}</small>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </Field>
  );
}
