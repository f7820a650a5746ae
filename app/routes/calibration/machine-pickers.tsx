import { useContext } from "react";
import type { Choice } from "#app/shared/list.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { ChoiceWithNew, type Creating } from "#app/ui/new-choice.tsx";
import type { MachineAssetFacts } from "#worker/domain/calibration/machine-read.ts";
import { assetChoices, chosenAs, searchChoices } from "../masters/choices.ts";
import { ModelBasics } from "./model-form.tsx";

const loadModels = searchChoices("machine-models");
const newModel: Creating = {
  noun: "machine model",
  action: "/machine-models",
  fields: <ModelBasics />,
  called: (form) => [form.get("manufacturer"), form.get("model")].map(String).join(" "),
};

type Chosen = { value: Choice | null; onChange: (choice: Choice | null) => void };
type ModelProps = Chosen & {
  mayAdd: boolean;
  fills: number;
  /** The asset that the machine is, where one was chosen. */
  asset: Pick<MachineAssetFacts, "make" | "model"> | null;
};

/** The make and model of a machine; one that is not there is added without leaving the form. */
export function ModelPicker({ mayAdd, fills, asset, value, onChange }: ModelProps) {
  const called = [asset?.make, asset?.model].filter(Boolean).join(" ");
  const isUnknown = called !== "" && value === null;
  const props = {
    ...{ name: "machineModelId", label: "Make and model", load: loadModels, required: true },
    onChange,
    ...(isUnknown ? { hint: `The asset is a ${called}, of which there is no model yet.` } : {}),
  };
  const given = isUnknown ? { manufacturer: asset?.make ?? "", model: asset?.model ?? "" } : {};
  return mayAdd ? (
    <ChoiceWithNew
      {...props}
      key={fills}
      defaultValue={value}
      creating={{ ...newModel, values: given }}
    />
  ) : (
    <Combobox {...props} value={value} />
  );
}

/** The asset that a machine is. */
export function AssetPicker({ onChange }: Pick<Chosen, "onChange">) {
  const { values } = useContext(FormContext);
  return (
    <Combobox
      name="assetId"
      label="Asset"
      required
      scan="asset"
      placeholder="Code, name or serial number"
      load={assetChoices}
      onChange={onChange}
      defaultValue={chosenAs(values.assetId as string, values.assetName as string)}
    />
  );
}
