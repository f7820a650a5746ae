import { type ReactNode, useContext, useRef, useState } from "react";
import type { Choice } from "#app/shared/list.ts";
import { ComboboxClear, ComboboxScan } from "./combobox-buttons.tsx";
import { ComboboxList } from "./combobox-list.tsx";
import { described, Field } from "./field.tsx";
import { FormContext, useField } from "./form-context.ts";
import { Icon } from "./icon.tsx";
import { useListPlace } from "./list-place.ts";
import type { Load } from "./use-choices.ts";
import { useCombobox } from "./use-combobox.ts";

type Props = {
  name: string;
  label: string;
  /** Controlled when given, null included. */
  value?: Choice | null;
  defaultValue?: Choice | null;
  /** All choices, or a search on the server. */
  options?: Choice[];
  load?: Load;
  /** The options are still on their way. */
  loading?: boolean | undefined;
  /** Also called when the chosen one is picked again; null when cleared. */
  onChange?: (choice: Choice | null) => void;
  clearable?: boolean;
  disabled?: boolean;
  /** It is a step to something else: the form does not send it. */
  isUnsent?: boolean;
  required?: boolean;
  placeholder?: string;
  hint?: ReactNode;
  hideLabel?: boolean;
  className?: string;
  /** The kind of thing a scanned label may name. */
  scan?: string;
  /** Below the list, always in reach: "+ New". */
  footer?: ReactNode;
};

/** One of many, by typing: an ARIA 1.2 combobox. The value is posted in a hidden field. */
export function Combobox(props: Props) {
  const {
    name,
    label,
    value,
    defaultValue,
    options,
    load,
    loading,
    onChange,
    clearable,
    disabled,
    isUnsent,
    required,
    placeholder = "Select...",
    hint,
    hideLabel,
    className,
    footer,
  } = props;
  const field = useField(name);
  const { touch } = useContext(FormContext);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [own, setOwn] = useState<Choice | null>(
    () => defaultValue ?? options?.find((option) => option.value === field.text) ?? null,
  );
  const chosen = value === undefined ? own : value;
  const onPick = (choice: Choice | null) => {
    if (value === undefined) setOwn(choice);
    touch(name);
    onChange?.(choice);
  };
  const picker = useCombobox({ options, load, loading, chosen, disabled, onPick });
  const { listId, open, typed, q, list, state, at, show, hide, pick } = picker;
  const place = useListPlace(open, box);

  return (
    <Field {...{ field, label, hint, required, className, hideLabel }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to the focus leaving the parts inside */}
      <div
        className="combo-box"
        ref={box}
        onBlur={(event) => !box.current?.contains(event.relatedTarget) && leave()}
      >
        <div className={open ? "combo is-open" : "combo"} data-disabled={disabled || undefined}>
          <input
            {...described(field, hint, required)}
            name={undefined}
            required={undefined}
            aria-required={required || undefined}
            ref={input}
            type="text"
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={placeholder}
            value={typed ?? chosen?.label ?? ""}
            onClick={() => !open && show()}
            onChange={(event) => picker.type(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={picker.onKeyDown}
          />
          {props.scan && !disabled && (
            <ComboboxScan kind={props.scan} options={options} pick={pick} />
          )}
          {clearable && chosen && !disabled && (
            <ComboboxClear
              label={label}
              clear={() => {
                pick(null);
                input.current?.focus();
              }}
            />
          )}
          <button
            className="combo-btn"
            type="button"
            tabIndex={-1}
            aria-label={`Show choices for ${label}`}
            disabled={disabled}
            onClick={() => {
              if (open) hide();
              else show();
              input.current?.focus();
            }}
          >
            <Icon name="down" size="s" />
          </button>
        </div>
        {open && (
          <ComboboxList
            id={listId}
            {...{ label, q, list, state, footer, chosen, pick }}
            active={at}
            className={place}
          />
        )}
        <input
          type="hidden"
          name={name}
          value={chosen?.value ?? ""}
          disabled={disabled || isUnsent}
        />
      </div>
    </Field>
  );

  /** The focus goes: text that was emptied clears an optional choice, other text that was not picked is dropped. */
  function leave() {
    if (!open && typed === null) return;
    if (typed === "" && clearable && chosen) pick(null);
    else hide();
  }
}
