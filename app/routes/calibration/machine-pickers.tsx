import { useContext } from "react";
import { Combobox } from "#app/ui/combobox.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { ChoiceWithNew, type Creating } from "#app/ui/new-choice.tsx";
import { assetChoices, chosenAs, searchChoices } from "../masters/choices.ts";
import { ModelBasics } from "./model-form.tsx";

const loadModels = searchChoices("machine-models");
const newModel: Creating = {
  noun: "machine model",
  action: "/machine-models",
  fields: <ModelBasics />,
  called: (form) => [form.get("manufacturer"), form.get("model")].map(String).join(" "),
};

/** The make and model of a machine; one that is not there is added without leaving the form. */
export function ModelPicker({
  mayAdd,
  onChoose,
}: {
  mayAdd: boolean;
  onChoose: (id: string) => void;
}) {
  const { values } = useContext(FormContext);
  const props = {
    name: "machineModelId",
    label: "Make and model",
    load: loadModels,
    required: true,
    defaultValue: chosenAs(values.machineModelId as string, values.modelName as string),
    onChange: (choice: { value: string } | null) => choice && onChoose(choice.value),
  };
  return mayAdd ? <ChoiceWithNew {...props} creating={newModel} /> : <Combobox {...props} />;
}

/** The asset that a machine is. */
export function AssetPicker() {
  const { values } = useContext(FormContext);
  return (
    <Combobox
      name="assetId"
      label="Asset"
      required
      scan="asset"
      placeholder="Code, name or serial number"
      load={assetChoices}
      defaultValue={chosenAs(values.assetId as string, values.assetName as string)}
    />
  );
}
