import { useContext, useRef, useState } from "react";
import type { Choice } from "#app/shared/list.ts";
import { ask } from "#app/ui/ask.ts";
import { FormContext } from "#app/ui/form-context.ts";
import { notify } from "#app/ui/toaster.tsx";
import type { MachineAssetFacts } from "#worker/domain/calibration/machine-read.ts";
import type { ModelFacts } from "#worker/domain/calibration/models.ts";
import { chosenAs } from "../masters/choices.ts";
import type { Prefilled } from "./device-fields.tsx";

const texts = [
  ...(["electricalClass", "appliedPart", "supply"] as const),
  ...(["intervalValue", "intervalUnit", "intervalSource"] as const),
];
const textOf = (value: unknown) => (value === null || value === undefined ? "" : String(value));
const isSet = (value: unknown) => value === true || value === "1" || value === "on" || value === 1;

const prefilledBy = (row: Record<string, unknown>): Prefilled => ({
  ...Object.fromEntries(texts.map((name) => [name, textOf(row[name])])),
  defibProof: isSet(row.defibProof),
});

/** The fields that a machine takes over from its model once one is chosen. Of a machine that is there, only what is empty is filled. */
export function usePrefill(isNew: boolean) {
  const form = useContext(FormContext);
  const [values, setValues] = useState(() => prefilledBy(form.values));
  const [procedure, setProcedure] = useState<Choice | null>(() =>
    chosenAs(
      form.values.defaultProcedureId as string | null,
      form.values.procedureName as string | null,
    ),
  );
  const [model, setModel] = useState<ModelFacts | null>(null);
  const name = useFilled("name");
  const choose = async (id: string) => {
    try {
      const facts = await ask<ModelFacts>(`/machine-model/facts/${id}`);
      const taken = prefilledBy(facts);
      setModel(facts);
      name.fill(facts.machineName, "model");
      setValues((before) =>
        isNew ? { ...before, ...given(taken) } : { ...taken, ...given(before) },
      );
      if (facts.defaultProcedureId && (isNew || !procedure))
        setProcedure(chosenAs(facts.defaultProcedureId, facts.procedureName));
    } catch {
      notify.error("What the model says could not be read. Fill in the fields by hand.");
    }
  };
  const set = (name: keyof Prefilled, value: string | boolean) =>
    setValues((before) => ({ ...before, [name]: value }));
  return { values, set, procedure, model, name, choose: (id: string) => void choose(id) };
}

type Filler = "person" | "model" | "asset";
/** A text that is filled in until the person types it: an asset knows its own name better than its model does. */
export function useFilled(field: string) {
  const { values } = useContext(FormContext);
  const [filled, setFilled] = useState<{ text: string; by: Filler }>(() => ({
    text: textOf(values[field]),
    by: "person",
  }));
  const fill = (text: string, by: Filler) =>
    setFilled((before) => {
      const isKept = before.by === "person" || (before.by === "asset" && by === "model");
      return before.text !== "" && isKept ? before : { text, by };
    });
  const box = {
    value: filled.text,
    onChange: (event: { currentTarget: { value: string } }) =>
      setFilled({ text: event.currentTarget.value, by: "person" }),
  };
  return { text: filled.text, fill, box };
}

/** Fills from the asset that a machine is: its name, its serial number, and its make and model where a model is known for it. */
export function useAssetPrefill(prefill: ReturnType<typeof usePrefill>) {
  const { values } = useContext(FormContext);
  const serial = useFilled("serialNo");
  const [asset, setAsset] = useState<MachineAssetFacts | null>(null);
  const [model, setModel] = useState(() => ({
    choice: chosenAs(values.machineModelId as string, values.modelName as string),
    by: "person" as Filler,
    /** How often it was filled in: a picker that keeps its own choice begins anew. */
    fills: 0,
  }));
  const chooseModel = (choice: Choice | null, by: Filler) => {
    setModel(({ fills }) => ({ choice, by, fills: by === "asset" ? fills + 1 : fills }));
    if (choice) prefill.choose(choice.value);
  };
  const last = useRef("");
  const choose = async (id: string) => {
    last.current = id;
    try {
      const facts = await ask<MachineAssetFacts>(`/machine/asset/${id}`);
      if (last.current !== id) return;
      setAsset(facts);
      prefill.name.fill(facts.name, "asset");
      serial.fill(facts.serialNo ?? "", "asset");
      const isOpen = model.choice === null || model.by === "asset";
      if (isOpen && facts.machineModel?.value !== model.choice?.value)
        chooseModel(facts.machineModel, "asset");
    } catch {
      notify.error("What the asset says could not be read. Fill in the fields by hand.");
    }
  };
  return {
    ...{ serial, asset, model },
    chooseModel: (choice: Choice | null) => chooseModel(choice, "person"),
    chooseAsset: (choice: Choice | null) => choice && void choose(choice.value),
  };
}

/** What is not empty. */
const given = (values: Prefilled): Prefilled =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== false));
