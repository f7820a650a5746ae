import { TextField } from "#app/ui/fields.tsx";
import { of, type Props } from "./other-sections.tsx";
import { SectionForm } from "./section-form.tsx";

const figures = [
  ["intervalLonger", "Staircase: longer by", "1 to 2"],
  ["intervalShorter", "Staircase: shorter by", "0.1 to 1"],
  ["intervalWithin", "Staircase: well within, as a part of the permissible error", "0.1 to 1"],
  ["intervalMost", "Longest, times the agreed interval", "1 to 5"],
  ["intervalTarget", "Part to be found in tolerance (R)", "0.5 to 0.99"],
  ["intervalStep", "A1: step (a)", "0.01 to 0.5"],
  ["intervalConfidence", "A3: confidence before it acts", "0.05 to 0.99"],
] as const;

export const IntervalsSection = (props: Props) => (
  <SectionForm
    {...of(props, "intervals")}
    title="Proposed intervals"
    about="How calibration intervals are proposed from history. A person decides on each."
  >
    <div className="form form-2">
      {figures.map(([name, label, hint]) => (
        <TextField
          key={name}
          {...{ name, label, hint }}
          required
          maxLength={8}
          inputMode="decimal"
        />
      ))}
    </div>
  </SectionForm>
);
