import type { ComponentProps } from "react";
import type { Choice } from "#app/shared/list.ts";
import { type Common, described, Field, FieldNotes } from "./field.tsx";
import { useField } from "./form-context.ts";
import { Icon, type IconName } from "./icon.tsx";

type Input = Omit<ComponentProps<"input">, keyof Common | "id">;

const ticked = (value: unknown) =>
  value === true ||
  value === 1 ||
  value === "1" ||
  value === "on" ||
  value === "true" ||
  value === "yes";

/** A tick; posts `value` ("1") when set, and `off` when not, if given. */
export function CheckField({
  name,
  label,
  hint,
  className,
  value = "1",
  off,
  ...rest
}: Common & Omit<Input, "type"> & { value?: string; off?: string }) {
  const field = useField(name, rest.defaultChecked);
  const first =
    rest.checked === undefined
      ? { defaultChecked: ticked(field.value) || String(field.value) === value }
      : {};
  return (
    <div className={className ? `field ${className}` : "field"}>
      {off !== undefined && <input type="hidden" name={name} value={off} />}
      <label className="check">
        <input {...rest} {...first} {...described(field, hint)} type="checkbox" value={value} />
        {label}
      </label>
      <FieldNotes field={field} hint={hint} />
    </div>
  );
}

type Segment = Choice & { tone?: "yes" | "no"; icon?: IconName };

/** One of a few, side by side. */
export function SegmentedField({
  name,
  label,
  hint,
  required,
  className,
  hideLabel,
  options,
  value,
  defaultValue,
  onChange,
  disabled,
}: Common & {
  options: Segment[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  disabled?: boolean;
}) {
  const field = useField(name, defaultValue);
  const { id, "aria-describedby": by } = described(field, hint);
  return (
    <Field {...{ field, label, hint, required, className, hideLabel }} group>
      <div
        className="seg"
        role="radiogroup"
        id={id}
        aria-labelledby={`${id}-label`}
        aria-describedby={by}
        aria-required={required || undefined}
      >
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              className={option.tone}
              disabled={disabled}
              onChange={() => onChange?.(option.value)}
              {...(value === undefined
                ? { defaultChecked: field.text === option.value }
                : { checked: value === option.value })}
            />
            <span>
              {option.icon && <Icon name={option.icon} size="s" />}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </Field>
  );
}
