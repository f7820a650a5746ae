import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import {
  answersOf,
  answerText,
  isFileType,
  type OwnField,
  type OwnValue,
  type OwnValues,
  ownProblem,
  type RecordType,
} from "#app/shared/certificates/own-fields.ts";
import { units } from "#app/shared/metrology/units.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { DateField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { symbolOf } from "../calibration/words.tsx";
import { searchChoices } from "../masters/choices.ts";
import { SignatureField } from "../service/signature-field.tsx";
import { FileButton, StoredFile } from "./file-button.tsx";

type Props = {
  certificateId: string;
  field: OwnField;
  /** All fields of the form, for those that are reckoned. */
  fields: readonly OwnField[];
  values: OwnValues;
  file: DocumentFile | undefined;
  onValue: (value: OwnValue) => void;
  onFile: (file: DocumentFile) => void;
  onDetach: (id: string) => void;
};

const lists = {
  ...{ user: "report-people", calibrator: "calibrators" },
  ...{ machine: "machines", consumer: "consumers" },
} as const satisfies Record<RecordType, Parameters<typeof searchChoices>[0]>;
const unitChoices = Object.entries(units).map(([value, { symbol, quantity }]) => ({
  value,
  label: symbol ? `${symbol}, ${quantity}` : quantity,
}));
const choicesOf = (options: readonly string[]) =>
  options.map((option) => ({ value: option, label: option }));

/** One field of a form, to be filled in. */
export function OwnFieldInput(props: Props) {
  const { field, fields, values, onValue } = props;
  const { key, label, type, required, options, unit } = field;
  const value = Object.hasOwn(values, key) ? values[key] : undefined;
  const text = typeof value === "string" ? value : "";
  const problem = text === "" ? null : ownProblem(field, fields, values);
  const common = {
    ...{ name: key, label: unit ? `${label} (${symbolOf(unit)})` : label, required },
    hint: problem ? `Here ${problem}` : undefined,
  };
  const typed = {
    ...common,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onValue(target.value),
  };
  switch (type) {
    case "textarea":
      return <TextArea {...typed} maxLength={4000} rows={3} />;
    case "number":
      return <TextField {...typed} inputMode="decimal" maxLength={24} autoComplete="off" mono />;
    case "date":
      return <DateField {...typed} />;
    case "datetime":
      return <TextField {...typed} type="datetime-local" />;
    case "select":
    case "unit":
      return (
        <SelectField {...typed} options={type === "unit" ? unitChoices : choicesOf(options)} />
      );
    case "radio":
    case "checkbox":
    case "multiselect":
      return <Ticks {...{ field, value, onValue }} />;
    case "user":
    case "calibrator":
    case "machine":
    case "consumer": {
      const chosen = typeof value === "object" && "id" in value ? value : null;
      return (
        <Combobox
          {...common}
          clearable
          load={searchChoices(lists[type])}
          value={chosen && { value: chosen.id, label: chosen.name }}
          onChange={(choice) => onValue(choice ? { id: choice.value, name: choice.label } : "")}
        />
      );
    }
    case "signature":
      return (
        <div className="field" id={`own-${key}`}>
          <span className="label">{label}</span>
          <SignatureField name={key} label={label} onDrawn={onValue} />
        </div>
      );
    case "calc": {
      const answer = answersOf(fields, values, new Map()).find((one) => one.key === key);
      return (
        <div className="field" id={`own-${key}`}>
          <span className="label">{label}</span>
          <output className="num">{(answer && answerText(answer)) ?? "Not yet"}</output>
        </div>
      );
    }
    default:
      return isFileType(type) ? <FileInput {...props} /> : <TextField {...typed} maxLength={300} />;
  }
}

type TicksProps = { field: OwnField; value: OwnValue | undefined; onValue: Props["onValue"] };
/** A tick, one of a few, or several of a list. */
function Ticks({ field, value, onValue }: TicksProps) {
  const { key, label, type, options, required } = field;
  if (type === "checkbox")
    return (
      <label className="check" id={`own-${key}`}>
        <input
          type="checkbox"
          checked={value === "yes"}
          onChange={({ target }) => onValue(target.checked ? "yes" : "")}
        />
        {label}
      </label>
    );
  const chosen: readonly string[] = Array.isArray(value) ? value : [];
  const isSeveral = type === "multiselect";
  return (
    <fieldset className="field" id={`own-${key}`}>
      <legend className="label">
        {label} {!required && <span className="opt">optional</span>}
      </legend>
      <div className={isSeveral ? "own-ticks" : "seg"}>
        {options.map((option) => (
          <label className={isSeveral ? "check" : undefined} key={option}>
            <input
              type={isSeveral ? "checkbox" : "radio"}
              name={`own-${key}`}
              checked={isSeveral ? chosen.includes(option) : value === option}
              onChange={({ target }) => {
                if (!isSeveral) onValue(option);
                else if (target.checked) onValue([...chosen, option]);
                else onValue(chosen.filter((one) => one !== option));
              }}
            />
            <span>{option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A file or a picture of the report. */
function FileInput({ certificateId, field, file, onFile, onDetach }: Props) {
  const { key, label, type } = field;
  return (
    <div className="field" id={`own-${key}`}>
      <span className="label">{label}</span>
      {file ? (
        <StoredFile file={file} onRemove={() => onDetach(file.id)} />
      ) : (
        <FileButton
          certificateId={certificateId}
          isPicture={type === "image"}
          name={label}
          onFile={onFile}
        />
      )}
    </div>
  );
}
