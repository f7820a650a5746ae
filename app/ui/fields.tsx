import { type ComponentProps, type ReactNode, useState } from "react";
import type { Choice } from "#app/shared/list.ts";
import { type Common, described, Field } from "./field.tsx";
import { useField } from "./form-context.ts";
import { Icon, type IconName } from "./icon.tsx";

export { CheckField, SegmentedField } from "./choice-fields.tsx";
export { MoneyField, NumberField, PercentField } from "./number-fields.tsx";

type Input = Omit<ComponentProps<"input">, keyof Common | "id">;
const join = (...classes: (string | false | undefined)[]) => classes.filter(Boolean).join(" ");

/** One line of text; `type` may be email, tel, url or search. @param after what follows what is typed, as `.example.org` does */
export function TextField({
  name,
  label,
  hint,
  required,
  className,
  hideLabel,
  mono,
  icon,
  after,
  ...rest
}: Common & Input & { mono?: boolean; icon?: IconName; after?: string }) {
  const field = useField(name, rest.defaultValue);
  const first = rest.value === undefined ? { defaultValue: field.text } : {};
  const input = (
    <input
      className={join("input", mono && "code")}
      type="text"
      {...rest}
      {...first}
      {...described(field, hint, required)}
    />
  );
  return (
    <Field {...{ field, label, hint, required, className, hideLabel }}>
      {icon ? (
        <span className="affix">
          <Icon name={icon} />
          {input}
        </span>
      ) : after ? (
        <span className="input with-after">
          {input}
          <span className="after">{after}</span>
        </span>
      ) : (
        input
      )}
    </Field>
  );
}

type Area = Omit<ComponentProps<"textarea">, keyof Common | "id">;

export function TextArea({
  name,
  label,
  hint,
  required,
  className,
  hideLabel,
  rows = 3,
  ...rest
}: Common & Area) {
  const field = useField(name, rest.defaultValue);
  const first = rest.value === undefined ? { defaultValue: field.text } : {};
  return (
    <Field {...{ field, label, hint, required, className, hideLabel }}>
      <textarea
        className={join("textarea", rows < 3 && "short")}
        rows={rows}
        {...rest}
        {...first}
        {...described(field, hint, required)}
      />
    </Field>
  );
}

type Select = Omit<ComponentProps<"select">, keyof Common | "id" | "children"> & {
  options: readonly Choice[];
  placeholder?: string | false;
};

/** A short list, in the browser's own picker. `placeholder={false}` leaves out the empty choice. */
export function SelectField({
  name,
  label,
  hint,
  required,
  className,
  hideLabel,
  options,
  placeholder = "Select...",
  ...rest
}: Common & Select) {
  const field = useField(name, rest.defaultValue);
  const first = rest.value === undefined ? { defaultValue: field.text } : {};
  return (
    <Field {...{ field, label, hint, required, className, hideLabel }}>
      <span className="pick">
        <select className="select" {...rest} {...first} {...described(field, hint, required)}>
          {placeholder !== false && (
            <option value="">{options.length === 0 ? "No options" : placeholder}</option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.hint ? `${option.label} (${option.hint})` : option.label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </Field>
  );
}

/** A calendar date, YYYY-MM-DD, in the browser's own picker. */
export function DateField(props: Common & Omit<Input, "type">) {
  return <TextField {...props} type="date" />;
}

export function EmailField(props: Common & Omit<Input, "type">) {
  return <TextField maxLength={254} autoCapitalize="none" {...props} type="email" />;
}

export function PasswordField({
  name,
  label,
  hint,
  required,
  className,
  hideLabel,
  ...rest
}: Common & Omit<Input, "type">) {
  const field = useField(name);
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ field, label, hint, required, className, hideLabel }}>
      <span className="affix">
        <input
          className="input has-end"
          {...rest}
          {...described(field, hint, required)}
          type={shown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
        />
        <span className="end">
          <button
            className="btn btn-ghost btn-sm btn-icon"
            type="button"
            data-step="reveal"
            aria-label={shown ? "Hide password" : "Show password"}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? "eye-off" : "eye"} />
          </button>
        </span>
      </span>
    </Field>
  );
}

type Shown = { label: string; value: string; hint?: ReactNode; className?: string };

/** Shown, neither changed nor posted. */
export function ReadOnlyField({ label, value, hint, className }: Shown) {
  const field = useField(`shown-${label}`);
  const { name: _, ...aria } = described(field, hint);
  return (
    <Field {...{ field, label, hint, className }}>
      <input className="input" readOnly value={value} {...aria} />
    </Field>
  );
}
