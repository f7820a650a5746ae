import { useContext, useState } from "react";
import { folded } from "#app/shared/folded.ts";
import type { Choice } from "#app/shared/list.ts";
import { described, Field } from "./field.tsx";
import { FormContext, useField } from "./form-context.ts";
import { useHydrated } from "./hooks.ts";
import { Icon } from "./icon.tsx";
import { type Load, useChoices } from "./use-choices.ts";

type Props = {
  name: string;
  label: string;
  hint?: string;
  options: Choice[];
  defaultChosen: readonly string[];
  /** Finds others than the options, by what is typed. */
  load?: Load | undefined;
  onChosen?: (chosen: string[]) => void;
  /** What stands there when there is nothing to choose from. */
  none?: string;
  className?: string;
};

const MANY = 8;

/** Many of many, each a tick; the field is posted once for every tick. A search helps among more than eight. */
export function CheckList({
  name,
  label,
  hint,
  options,
  load,
  defaultChosen,
  onChosen,
  none = "No options",
  className,
}: Props) {
  const field = useField(name);
  const { touch } = useContext(FormContext);
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState(
    () => new Set(Array.isArray(field.value) ? (field.value as string[]) : defaultChosen),
  );
  const [word, setWord] = useState("");
  const [picked, setPicked] = useState<Choice[]>([]);
  const query = word.trim();
  const { list: answer } = useChoices(query !== "", query, undefined, load);
  const matches = load && query ? answer : [];
  const { id, "aria-describedby": by } = described(field, hint);
  const looked = folded(query);
  const known = [...options, ...picked];
  const others = matches.filter(({ value }) => !known.some((option) => option.value === value));
  const isFound = ({ value, label }: Choice) =>
    folded(label).includes(looked) || matches.some((choice) => choice.value === value);
  const toggle = (choice: Choice, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(choice.value);
    else next.delete(choice.value);
    if (others.includes(choice)) setPicked([...picked, choice]);
    setChosen(next);
    onChosen?.([...next]);
    touch(name);
  };
  return (
    <Field {...{ field, label, hint, className }} group>
      {options.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <fieldset
          className="checklist"
          id={id}
          aria-labelledby={`${id}-label`}
          aria-describedby={by}
        >
          {hydrated && options.length > MANY && (
            <div className="checklist-head">
              <span className="affix">
                <Icon name="search" />
                <input
                  className="input"
                  type="search"
                  value={word}
                  placeholder={
                    load ? `${chosen.size} chosen` : `${chosen.size} of ${options.length} chosen`
                  }
                  aria-label={`Search ${label}`}
                  autoComplete="off"
                  onChange={(event) => {
                    event.stopPropagation();
                    setWord(event.currentTarget.value);
                  }}
                  // Enter in a search looks, it does not send the form around it.
                  onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
                />
              </span>
            </div>
          )}
          <div className="checklist-body">
            {[...known, ...others].map((option) => (
              <label key={option.value} className="check" hidden={!isFound(option)}>
                <input
                  type="checkbox"
                  name={name}
                  value={option.value}
                  checked={chosen.has(option.value)}
                  onChange={(event) => toggle(option, event.currentTarget.checked)}
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
