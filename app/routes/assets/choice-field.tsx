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
  /** How a new choice is added from here, for people who may. */
  creating?: Creating | false;
};

/** A short list in the browser's own picker, a long one by typing. */
export function ChoiceField({ onValue, required = false, value, creating, ...props }: Props) {
  const { touch } = useContext(FormContext);
  const { options } = props;
  const controlled = value === undefined ? {} : { value };
  if (options.length > SHORT) {
    const typing = {
      ...props,
      required,
      clearable: !required,
      onChange: (choice: Choice | null) => onValue?.(choice?.value ?? ""),
    };
    if (creating) return <ChoiceWithNew {...typing} {...controlled} creating={creating} />;
    const chosen = options.find((option) => option.value === value) ?? null;
    return <Combobox {...typing} {...(value === undefined ? {} : { value: chosen })} />;
  }
  const short = { ...props, ...controlled, required };
  if (creating) return <SelectWithNew {...short} creating={creating} onValue={onValue} />;
  return (
    <SelectField
      {...short}
      onChange={(event) => {
        touch();
        onValue?.(event.currentTarget.value);
      }}
    />
  );
}
