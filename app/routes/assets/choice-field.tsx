import { Combobox } from "#app/ui/combobox.tsx";
import { SelectField } from "#app/ui/fields.tsx";
import type { Choice } from "#worker/domain/list.ts";

const SHORT = 20;
type Props = {
  name: string;
  label: string;
  options: Choice[];
  required?: boolean;
  hint?: string;
  onValue?: (value: string) => void;
};

/** A short list in the browser's own picker, a long one by typing. */
export function ChoiceField({ onValue, required = false, ...props }: Props) {
  return props.options.length > SHORT ? (
    <Combobox {...props} required={required} clearable={!required} onChange={(choice) => onValue?.(choice?.value ?? "")} />
  ) : (
    <SelectField {...props} required={required} onChange={(event) => onValue?.(event.currentTarget.value)} />
  );
}
