import { useContext, useState } from "react";
import { proposedMonths, scoreOf } from "#app/shared/service-plan.ts";
import { CheckField, DateField, NumberField } from "#app/ui/fields.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { Panel } from "#app/ui/page.tsx";
import type { Plan } from "./use-plan.ts";

const parts = ["emFunction", "emRisk", "emMaint"] as const;

/** Whether and when it is serviced; the score proposes. */
export function PlanSection({ plan }: { plan: Plan }) {
  const { values } = useContext(FormContext);
  const [scores, setScores] = useState<Record<string, string>>(() =>
    Object.fromEntries(parts.map((name) => [name, String(values[name] ?? "")])),
  );
  const score = scoreOf(parts.map((name) => scores[name]));
  const months = proposedMonths(score);
  const scored = (name: (typeof parts)[number]) => ({
    name,
    value: scores[name] ?? "",
    onValue: (value: string) => setScores({ ...scores, [name]: value }),
  });
  return (
    <Panel title="Service plan" id="plan">
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
        <DateField
          name="nextPmOn"
          label="Next PM"
          value={plan.values.nextPmOn}
          onChange={(event) => plan.set("nextPmOn", event.currentTarget.value)}
        />
        <DateField
          name="nextCalOn"
          label="Next calibration"
          value={plan.values.nextCalOn}
          onChange={(event) => plan.set("nextCalOn", event.currentTarget.value)}
        />
        <NumberField
          {...scored("emFunction")}
          label="Function score"
          min={2}
          max={10}
          hint="2 to 10: what the device does."
        />
        <NumberField
          {...scored("emRisk")}
          label="Risk score"
          min={1}
          max={5}
          hint="1 to 5: what its failure would do."
        />
        <NumberField
          {...scored("emMaint")}
          label="Maintenance score"
          min={1}
          max={5}
          hint="1 to 5: how much care it needs."
        />
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
    </Panel>
  );
}
