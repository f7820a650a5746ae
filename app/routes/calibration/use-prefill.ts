import { useContext, useState } from "react";
import type { Choice } from "#app/shared/list.ts";
import { ask } from "#app/ui/ask.ts";
import { FormContext } from "#app/ui/form-context.ts";
import { notify } from "#app/ui/toaster.tsx";
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
  const choose = async (id: string) => {
    try {
      const facts = await ask<ModelFacts>(`/machine-model/facts/${id}`);
      const taken = prefilledBy(facts);
      setModel(facts);
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
  return { values, set, procedure, model, choose: (id: string) => void choose(id) };
}

/** What is not empty. */
const given = (values: Prefilled): Prefilled =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "" && value !== false));
