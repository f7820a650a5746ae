import { useContext, useState } from "react";
import { plural } from "#app/shared/plural.ts";
import { proposedMonths, scoreOf } from "#app/shared/service-plan.ts";
import { CheckField, DateField, NumberField } from "#app/ui/fields.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { FormSection } from "./form-section.tsx";
import type { Plan } from "./use-plan.ts";

/** The parts of the score, each from `min` to `max`. */
const parts = {
  emFunction: { label: "Function score", min: 2, max: 10, hint: "2 to 10: what the device does." },
  emRisk: { label: "Risk score", min: 1, max: 5, hint: "1 to 5: what its failure would do." },
  emMaint: { label: "Maintenance score", min: 1, max: 5, hint: "1 to 5: how much care it needs." },
};
const partNames = Object.keys(parts);

type Props = {
  plan: Plan;
  /** The intervals that the chosen category and sub-category set, in months. */
  category: Record<"pm" | "cal", number | null>;
  isNew: boolean;
};

/** What an empty interval stands for. */
const asCategory = (months: number | null) =>
  months === null
    ? "Left empty, as its category."
    : plural(
        months,
        "Left empty, as its category: 1 month.",
        "Left empty, as its category: {n} months.",
      );

/** Whether and when a device is serviced, with the interval that its score proposes. */
export function PlanSection({ plan, category, isNew }: Props) {
  const { values } = useContext(FormContext);
  const [scores, setScores] = useState<Record<string, string>>(() =>
    Object.fromEntries(partNames.map((name) => [name, String(values[name] ?? "")])),
  );
  const score = scoreOf(partNames.map((name) => scores[name]));
  const months = proposedMonths(score);
  return (
    <FormSection id="plan">
      <div className="form form-2">
        <CheckField
          name="pmRequired"
          label="PM required"
          off="0"
          checked={plan.required.pm}
          onChange={(event) => plan.require("pm", event.currentTarget.checked)}
        />
        <CheckField
          name="calRequired"
          label="Calibration required"
          off="0"
          checked={plan.required.cal}
          onChange={(event) => plan.require("cal", event.currentTarget.checked)}
        />
        <NumberField
          {...plan.field("pmMonths")}
          label="PM every"
          unit="months"
          min={1}
          max={120}
          hint={asCategory(category.pm)}
        />
        <NumberField
          {...plan.field("calMonths")}
          label="Calibration every"
          unit="months"
          min={1}
          max={120}
          hint={asCategory(category.cal)}
        />
        <DateField {...plan.field("nextPmOn")} label={isNew ? "First PM" : "Next PM"} />
        <DateField
          {...plan.field("nextCalOn")}
          label={isNew ? "First calibration" : "Next calibration"}
        />
        {Object.entries(parts).map(([name, part]) => (
          <NumberField
            key={name}
            {...part}
            name={name}
            value={scores[name] ?? ""}
            onChange={(event) => setScores({ ...scores, [name]: event.currentTarget.value })}
          />
        ))}
        <div className="field" role="status">
          {score !== null && (
            <>
              <span className="label">Score {score}</span>
              <span className="hint">
                {months === null
                  ? "Below 12: no PM is proposed."
                  : `PM is proposed ${months === 12 ? "every year" : "every half year"}.`}
              </span>
              {months !== null && (
                <span>
                  <button className="btn btn-sm" type="button" onClick={() => plan.planPm(months)}>
                    Plan PM {months === 12 ? "yearly" : "half-yearly"}
                  </button>
                </span>
              )}
            </>
          )}
        </div>
      </div>
    </FormSection>
  );
}
