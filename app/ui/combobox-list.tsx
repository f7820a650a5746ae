import type { ReactNode } from "react";
import type { Choice } from "#app/shared/list.ts";
import { plural } from "#app/shared/plural.ts";
import { Marked } from "./marked.tsx";
import type { Choices } from "./use-choices.ts";

type Props = Choices & {
  id: string;
  label: string;
  q: string;
  active: number;
  chosen: Choice | null;
  pick: (choice: Choice) => void;
  footer?: ReactNode;
  className: string;
};

/** The open list of a combobox; the focus stays in its input. */
export function ComboboxList(props: Props) {
  const { id, label, q, list, state, active, chosen, pick, footer, className } = props;
  const text =
    state === "loading"
      ? "Loading..."
      : state === "failed"
        ? "Something went wrong. Please try again."
        : list.length === 0
          ? "No options"
          : "";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the input
    <div className={className} onMouseDown={(event) => event.preventDefault()}>
      {text ? (
        <div className="option-none" id={id}>
          {text}
        </div>
      ) : (
        <div role="listbox" id={id} aria-label={label}>
          {list.map((choice, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the input, which keeps the focus
            <div
              key={choice.value}
              id={`${id}-${at}`}
              className="option"
              role="option"
              tabIndex={-1}
              aria-selected={choice.value === chosen?.value}
              data-active={at === active || undefined}
              onClick={() => pick(choice)}
            >
              <span>
                <Marked text={choice.label} q={q} />
              </span>
              {choice.hint && <small>{choice.hint}</small>}
            </div>
          ))}
        </div>
      )}
      {footer && <div className="listbox-foot">{footer}</div>}
      <span className="sr-only" role="status">
        {text || plural(list.length, "1 choice", "{n} choices")}
      </span>
    </div>
  );
}
