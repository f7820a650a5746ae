import type { ComponentProps } from "react";
import { currencySign } from "#app/shared/money-text.ts";
import { type Common, described, Field } from "./field.tsx";
import { useField } from "./form-context.ts";
import { useFormat } from "./format.ts";

type Input = Omit<ComponentProps<"input">, keyof Common | "id" | "type">;
type Live = { value?: string; onValue?: (value: string) => void };

/** A whole or decimal number; `min`, `max` and `step` as in the browser. */
export function NumberField({
  name,
  label,
  hint,
  required,
  className,
  hideLabel,
  unit,
  ...rest
}: Common & Input & { unit?: string }) {
  const field = useField(name, rest.defaultValue);
  const first = rest.value === undefined ? { defaultValue: field.text } : {};
  return (
    <Field
      {...{
        field,
        label: unit ? `${label} (${unit})` : label,
        hint,
        required,
        className,
        hideLabel,
      }}
    >
      <input
        className="input num"
        inputMode={rest.step === undefined ? "numeric" : "decimal"}
        {...rest}
        {...first}
        {...described(field, hint, required)}
        type="number"
      />
    </Field>
  );
}

/** "1,500.5" -> "1500.50"; text that is no amount stays, for the server to refuse. */
export function twoDecimals(text: string): string {
  const plain = text.replace(/[\s,]/g, "");
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(plain)) return text;
  return Number(plain).toFixed(2);
}

/** An amount as decimal text; a number among the form's values is minor units. Two decimals on leaving the field. */
export function MoneyField({
  name,
  label,
  hint,
  required,
  className,
  hideLabel,
  currency,
  value,
  onValue,
  ...rest
}: Common & Omit<Input, keyof Live | "onChange"> & Live & { currency?: string }) {
  const format = useFormat();
  const field = useField(name, rest.defaultValue);
  const sign = currencySign(format.locale, currency ?? format.currency);
  const text = typeof field.value === "number" ? (field.value / 100).toFixed(2) : field.text;
  const first = value === undefined ? { defaultValue: text } : { value };
  return (
    <Field {...{ field, label, hint, required, className, hideLabel }}>
      <span className="affix" data-unit={sign.length > 1 ? "wide" : undefined}>
        <span className="unit" aria-hidden="true">
          {sign}
        </span>
        <input
          className="input num"
          inputMode="decimal"
          autoComplete="off"
          {...rest}
          {...first}
          {...described(field, hint, required)}
          onChange={(event) => onValue?.(event.currentTarget.value)}
          onBlur={(event) => {
            const fixed = twoDecimals(event.currentTarget.value);
            if (fixed === event.currentTarget.value) return;
            if (value === undefined) event.currentTarget.value = fixed;
            onValue?.(fixed);
          }}
        />
      </span>
    </Field>
  );
}

/** A percentage as decimal text; a number among the form's values is hundredths of a percent. */
export function PercentField(props: Common & Input) {
  const field = useField(props.name, props.defaultValue);
  const text = typeof field.value === "number" ? String(field.value / 100) : field.text;
  return (
    <Field
      {...{
        field,
        label: `${props.label} (%)`,
        hint: props.hint,
        required: props.required,
        className: props.className,
      }}
    >
      <input
        className="input num"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={text}
        {...described(field, props.hint, props.required)}
        type="text"
      />
    </Field>
  );
}
