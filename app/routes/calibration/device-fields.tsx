import {
  appliedPartWords,
  choicesFrom,
  electricalClassWords,
  intervalSourceWords,
  intervalUnitWords,
  supplyWords,
} from "#app/shared/calibration/machine-words.ts";
import { CheckField, NumberField, SelectField } from "#app/ui/fields.tsx";

/** The fields that a machine takes over from its model, as texts; absent: as the form's values say. */
export type Prefilled = Partial<
  Record<
    | "electricalClass"
    | "appliedPart"
    | "supply"
    | "intervalValue"
    | "intervalUnit"
    | "intervalSource",
    string
  >
> & { defibProof?: boolean };
type Live = {
  values?: Prefilled;
  onValue?: (name: keyof Prefilled, value: string | boolean) => void;
};

const options = {
  electricalClass: choicesFrom(electricalClassWords),
  appliedPart: choicesFrom(appliedPartWords),
  supply: choicesFrom(supplyWords),
  intervalUnit: choicesFrom(intervalUnitWords),
  intervalSource: choicesFrom(intervalSourceWords),
};

function Select({
  name,
  label,
  hint,
  values,
  onValue,
}: Live & { name: keyof typeof options; label: string; hint?: string }) {
  const live = values
    ? {
        value: values[name] ?? "",
        onChange: (event: { currentTarget: { value: string } }) =>
          onValue?.(name, event.currentTarget.value),
      }
    : {};
  return <SelectField name={name} label={label} hint={hint} options={options[name]} {...live} />;
}

/** What electrical safety asks of a device. */
export function SafetyFields(live: Live) {
  const { values, onValue } = live;
  const ticked = values
    ? {
        checked: values.defibProof ?? false,
        onChange: (event: { currentTarget: { checked: boolean } }) =>
          onValue?.("defibProof", event.currentTarget.checked),
      }
    : {};
  return (
    <>
      <Select name="electricalClass" label="Electrical class" {...live} />
      <Select name="supply" label="Supply" {...live} />
      <Select name="appliedPart" label="Applied part" {...live} />
      <CheckField name="defibProof" label="Defibrillation-proof applied part" {...ticked} />
    </>
  );
}

/** How often it is calibrated, and who says so. */
export function IntervalFields(live: Live) {
  const { values, onValue } = live;
  const number = values
    ? {
        value: values.intervalValue ?? "",
        onChange: (event: { currentTarget: { value: string } }) =>
          onValue?.("intervalValue", event.currentTarget.value),
      }
    : {};
  return (
    <>
      <NumberField
        name="intervalValue"
        label="Interval"
        min={1}
        max={3650}
        hint="Empty where none is agreed: then it has no due date."
        {...number}
      />
      <Select name="intervalUnit" label="Interval unit" {...live} />
      <Select name="intervalSource" label="Interval set by" {...live} />
    </>
  );
}
