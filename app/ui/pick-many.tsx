import { type ReactNode, useContext, useState } from "react";
import type { Choice } from "#app/shared/list.ts";
import { Combobox } from "./combobox.tsx";
import { FormContext } from "./form-context.ts";
import { Icon } from "./icon.tsx";
import type { Load } from "./use-choices.ts";

type Props = {
  name: string;
  label: string;
  load: Load;
  defaultValue?: Choice[];
  hint?: ReactNode;
  required?: boolean;
  className?: string;
  /** So many can be chosen; then nothing more is offered. */
  most?: number;
  /** The kind of thing a scanned label may name. */
  scan?: string;
};

/** Several of many: what is chosen stands under the box and can be taken off. Posted as one field, with commas between. */
export function PickMany(props: Props) {
  const { name, label, load, defaultValue = [], hint, required, className, scan } = props;
  const [chosen, setChosen] = useState(defaultValue);
  const { touch } = useContext(FormContext);
  const isFull = props.most !== undefined && chosen.length >= props.most;
  const isChosen = ({ value }: Choice) => chosen.some((one) => one.value === value);
  const change = (next: Choice[]) => {
    setChosen(next);
    touch(name);
  };
  const others = async (q: string) => (await load(q)).filter((choice) => !isChosen(choice));
  return (
    <div className={className}>
      <Combobox
        name={name}
        label={label}
        hint={hint}
        required={required}
        load={others}
        value={null}
        placeholder={isFull ? "No more can be added" : "Add..."}
        disabled={isFull}
        {...(scan ? { scan } : {})}
        onChange={(choice) => choice && !isChosen(choice) && change([...chosen, choice])}
      />
      <input type="hidden" name={name} value={chosen.map(({ value }) => value).join(",")} />
      {chosen.length > 0 && (
        <ul className="chips picked" aria-label={`${label}, chosen`}>
          {chosen.map((choice) => (
            <li key={choice.value} className="chip on">
              {choice.label}
              <button
                className="x"
                type="button"
                aria-label={`Remove ${choice.label}`}
                onClick={() => change(chosen.filter((other) => other !== choice))}
              >
                <Icon name="x" size="s" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
