import { useContext, useEffect, useState } from "react";
import { Link } from "react-router";
import type { Choice } from "#app/shared/list.ts";
import { TextField } from "#app/ui/fields.tsx";
import { FormContext, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { type Crumb, Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { Note } from "#app/ui/states.tsx";
import { searchChoices } from "../masters/choices.ts";
import { Picker } from "../masters/picker.tsx";
import { IntervalFields, SafetyFields } from "./device-fields.tsx";
import { ParametersGrid } from "./parameters-grid.tsx";

type Props = {
  title: string;
  id?: string;
  values: Record<string, unknown>;
  version?: number;
  problem: Refused | undefined;
};
const back = "/machine-models";
const crumbs: Crumb[] = [
  { label: "Machine DUC", to: "/machines" },
  { label: "Machine models", to: back },
];

/** Adding and editing a machine model are the same form. */
export function ModelForm({ title, id = "", values, version, problem }: Props) {
  return (
    <RecordForm
      id="machine-model"
      title={title}
      crumbs={crumbs}
      back={back}
      version={version}
      values={values}
      problem={problem}
      verbs={<SubmitButton>Save machine model</SubmitButton>}
    >
      <Panel title="Make and model">
        <div className="form form-2">
          <ModelBasics id={id} />
        </div>
      </Panel>
      <Panel title="Electrical safety">
        <div className="form form-2">
          <SafetyFields />
        </div>
      </Panel>
      <Panel title="Calibration">
        <div className="form form-2">
          <IntervalFields />
          <Picker
            name="defaultProcedureId"
            label="Default procedure"
            list="procedures"
            shows="procedureName"
          />
        </div>
      </Panel>
      <Panel title="Parameters">
        <ParametersGrid />
      </Panel>
    </RecordForm>
  );
}

/** Maker and model, with those that are called almost so: they are one rather than two. */
export function ModelBasics({ id = "" }: { id?: string }) {
  const { values } = useContext(FormContext);
  const [typed, setTyped] = useState({
    manufacturer: String(values.manufacturer ?? ""),
    model: String(values.model ?? ""),
  });
  const similar = useSimilar(typed, id);
  const set = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <>
      <TextField
        name="manufacturer"
        label="Manufacturer"
        required
        maxLength={120}
        autoFocus={id === ""}
        {...set("manufacturer")}
      />
      <TextField name="model" label="Model" required maxLength={120} {...set("model")} />
      {similar.length > 0 && (
        <div className="span-all">
          <Note tone="info">
            Is it one of these?{" "}
            {similar.map(({ value, label }) => (
              <span key={value}>
                <Link to={`/machine-model/update/${value}`} target="_blank">
                  {label}
                </Link>{" "}
              </span>
            ))}
            <br />
            Two that are the same can be merged in the list of machine models.
          </Note>
        </div>
      )}
    </>
  );
}

const PAUSE_MS = 300;
const FEWEST = 2;
const MOST_SHOWN = 3;

/** Models that are called like the one that is typed, whenever typing pauses. */
function useSimilar({ manufacturer, model }: Record<"manufacturer" | "model", string>, id: string) {
  const [found, setFound] = useState<Choice[]>([]);
  const [first] = useState(`${manufacturer} ${model}`);
  const wanted = model.trim();
  const isTyped = `${manufacturer} ${model}` !== first && wanted.length >= FEWEST;
  useEffect(() => {
    if (!isTyped) return setFound([]);
    let current = true;
    const timer = setTimeout(() => {
      searchChoices("machine-models")(wanted).then(
        (choices) => {
          if (!current) return;
          const others = choices.filter(({ value }) => value !== id);
          const maker = manufacturer
            .trim()
            .toLowerCase()
            .slice(0, FEWEST + 1);
          const isSameMaker = ({ label }: Choice) => label.toLowerCase().startsWith(maker);
          const sameFirst = [
            ...others.filter(isSameMaker),
            ...others.filter((one) => !isSameMaker(one)),
          ];
          setFound(sameFirst.slice(0, MOST_SHOWN));
        },
        // Offline or without the right there is no hint; the server checks on saving.
        () => current && setFound([]),
      );
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [isTyped, wanted, manufacturer, id]);
  return found;
}
