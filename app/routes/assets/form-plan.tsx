import { useContext, useState } from "react";
import { Link } from "react-router";
import { plural } from "#app/shared/plural.ts";
import { proposedMonths, scoreOf } from "#app/shared/service-plan.ts";
import { CheckField, DateField, NumberField, ReadOnlyField } from "#app/ui/fields.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { useDates } from "#app/ui/time.tsx";
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
  /** Which dates schedules give. */
  fixed: Record<"pm" | "cal", boolean>;
  /** The device; null for a new one. */
  id: string | null;
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

type Shown = { id: string | null; label: string; on: unknown };

/** A date that the schedules of a device give. */
function BySchedules({ id, label, on }: Shown) {
  const { date } = useDates();
  return (
    <ReadOnlyField
      label={label}
      value={typeof on === "string" && on ? date(on) : "None"}
      hint={
        <>
          It follows from its schedules.{" "}
          <Link to={`/asset/detail/${id}?tab=schedule`}>Open schedules</Link>
        </>
      }
    />
  );
}

/** Whether and when a device is serviced, with the interval that its score proposes. */
export function PlanSection({ plan, category, fixed, id }: Props) {
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
        {fixed.pm ? (
          <BySchedules id={id} label="Next PM" on={values.nextPmOn} />
        ) : (
          <DateField {...plan.field("nextPmOn")} label={id === null ? "First PM" : "Next PM"} />
        )}
        {fixed.cal ? (
          <BySchedules id={id} label="Next calibration" on={values.nextCalOn} />
        ) : (
          <DateField
            {...plan.field("nextCalOn")}
            label={id === null ? "First calibration" : "Next calibration"}
          />
        )}
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
