import { useContext } from "react";
import type { Choice } from "#app/shared/list.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { ChoiceWithNew, type Creating, SelectWithNew } from "#app/ui/new-choice.tsx";

const SHORT = 20;
type Props = {
  name: string;
  label: string;
  options: Choice[];
  required?: boolean;
  hint?: string;
  /** Controlled when given. */
  value?: string;
  onValue?: (value: string) => void;
  /** How a new one is made here, when the person may. */
  creating?: Creating | false;
};

/** A short list in the browser's own picker, a long one by typing. */
export function ChoiceField({ onValue, required = false, value, creating, ...props }: Props) {
  const { touch } = useContext(FormContext);
  if (props.options.length > SHORT) {
    const chosen =
      value === undefined
        ? {}
        : { value: props.options.find((option) => option.value === value) ?? null };
    if (creating)
      return (
        <ChoiceWithNew
          {...props}
          {...(value === undefined ? {} : { value })}
          creating={creating}
          required={required}
          clearable={!required}
          onChange={(choice) => onValue?.(choice?.value ?? "")}
        />
      );
    return (
      <Combobox
        {...props}
        {...chosen}
        required={required}
        clearable={!required}
        onChange={(choice) => onValue?.(choice?.value ?? "")}
      />
    );
  }
  if (creating)
    return (
      <SelectWithNew
        {...props}
        {...(value === undefined ? {} : { value })}
        creating={creating}
        required={required}
        onValue={onValue}
      />
    );
  return (
    <SelectField
      {...props}
      {...(value === undefined ? {} : { value })}
      required={required}
      onChange={(event) => {
        touch();
        onValue?.(event.currentTarget.value);
      }}
    />
  );
}
