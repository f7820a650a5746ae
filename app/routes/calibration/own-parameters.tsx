import { useContext, useState } from "react";
import type { MachineParameter } from "#app/shared/calibration/machine-parameters.ts";
import { FormContext } from "#app/ui/form-context.ts";
import { Panel } from "#app/ui/page.tsx";
import type { ModelFacts } from "#worker/domain/calibration/models.ts";
import { ParameterTable } from "./parameter-table.tsx";
import { ParametersGrid } from "./parameters-grid.tsx";

/** What a machine measures: as its model, or by itself where it differs from it. */
export function OwnParameters({ model }: { model: ModelFacts | null }) {
  const { values, touch } = useContext(FormContext);
  const [differs, setDiffers] = useState(
    () => values.parameters !== null && values.parameters !== undefined && values.parameters !== "",
  );
  const ofModel = model?.parameters ?? (values.modelParameters as MachineParameter[] | null) ?? [];
  return (
    <Panel title="Parameters">
      <div className="stack">
        <label className="check">
          <input
            type="checkbox"
            checked={differs}
            onChange={(event) => {
              setDiffers(event.currentTarget.checked);
              touch();
            }}
          />
          It differs from its model
        </label>
        {differs ? (
          <ParametersGrid key={model?.id ?? ""} first={ofModel} />
        ) : (
          <>
            <input type="hidden" name="parameters" value="" />
            <ParameterTable
              parameters={ofModel}
              none={
                model || values.modelId
                  ? "Its model says nothing yet of what it measures. Choose a model that does, or say it here."
                  : "Choose its model to see what it measures, or say it here."
              }
            />
          </>
        )}
      </div>
    </Panel>
  );
}
