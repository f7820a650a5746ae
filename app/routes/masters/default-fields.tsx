import { NumberField, SelectField } from "#app/ui/fields.tsx";
import { criticalities, depreciation } from "./words.ts";

const interval = { unit: "months", min: 1, max: 120 };
/** How often new assets get PM and calibration. */
export const IntervalFields = () => (
  <>
    <NumberField name="defaultPmMonths" label="PM every" {...interval} />
    <NumberField name="defaultCalMonths" label="Calibration every" {...interval} />
  </>
);

/** What a category, or a sub-category in its place, brings to new assets. */
export function DefaultFields({ overrides = false }: { overrides?: boolean }) {
  const open = overrides ? "As the category" : "Select...";
  return (
    <>
      <SelectField
        name="defaultCriticality"
        label="Criticality of new assets"
        options={criticalities}
        placeholder={open}
      />
      <SelectField
        name="defaultDepMethod"
        label="Depreciation"
        options={depreciation}
        placeholder={open}
      />
      <IntervalFields />
      <NumberField name="defaultLifeMonths" label="Useful life" unit="months" min={1} max={1200} />
    </>
  );
}
