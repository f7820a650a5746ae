import type { FormBlock, FormLayout } from "#app/shared/certificates/form.ts";
import { ownFieldsOf } from "#app/shared/certificates/forms/layout.ts";
import { fieldProblem } from "#app/shared/certificates/forms/problems.ts";
import {
  isChosen,
  newOwnField,
  numberKeys,
  OWN_LIMITS,
  type OwnField,
  type OwnFieldType,
  ownName,
} from "#app/shared/certificates/own-fields.ts";
import { inWords } from "#app/shared/in-words.ts";
import { units } from "#app/shared/metrology/units.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Segments } from "./boxes.tsx";

const typeNames: Readonly<Record<OwnFieldType, string>> = {
  ...{ text: "Text", textarea: "Long text", number: "Number", date: "Date" },
  ...{ datetime: "Date and time", select: "One of a list", multiselect: "Several of a list" },
  ...{ radio: "One of a few, side by side", checkbox: "Tick", user: "Person" },
  ...{ calibrator: "Calibrator", machine: "Machine", consumer: "Consumer", file: "File" },
  ...{ image: "Picture", signature: "Signature drawn by hand", unit: "Unit" },
  calc: "Reckoned from numbers",
};
const looks = { list: "List", grid: "Boxes" } as const;
const lookWords = Object.entries(looks) as [keyof typeof looks, string][];

type Block = Extract<FormBlock, { type: "own_fields" }>;
type Props = { block: Block; layout: FormLayout; onChange: (block: FormBlock) => void };

/** A key that no field of the layout has. */
function freshKey(fields: readonly OwnField[]): string {
  for (let n = fields.length + 1; ; n++)
    if (!fields.some(({ key }) => key === `field_${n}`)) return `field_${n}`;
}

/** The fields of a block: what each is called, and what may be filled in. */
export function OwnFieldsBoxes({ block, layout, onChange }: Props) {
  const all = ownFieldsOf(layout);
  const { fields } = block;
  const set = (next: readonly OwnField[]) => onChange({ ...block, fields: next });
  return (
    <>
      <Segments
        legend="Look"
        words={lookWords}
        chosen={block.look}
        onChange={(look) => onChange({ ...block, look })}
      />
      <ol className="of-list" aria-label="Fields">
        {fields.map((field, at) => (
          <li key={field.key}>
            <FieldBoxes
              {...{ field, all, at }}
              isLast={at === fields.length - 1}
              onChange={(next) => set(fields.with(at, next))}
              onRemove={() => set(fields.toSpliced(at, 1))}
              onMove={(by) => set(fields.toSpliced(at, 1).toSpliced(at + by, 0, field))}
            />
          </li>
        ))}
      </ol>
      <button
        className="btn btn-sm"
        type="button"
        disabled={all.length >= OWN_LIMITS.fields}
        onClick={() => set([...fields, newOwnField(freshKey(all))])}
      >
        <Icon name="plus" />
        Add field
      </button>
    </>
  );
}

type FieldProps = {
  field: OwnField;
  all: readonly OwnField[];
  at: number;
  isLast: boolean;
  onChange: (field: OwnField) => void;
  onRemove: () => void;
  onMove: (by: -1 | 1) => void;
};
function FieldBoxes({ field, all, at, isLast, onChange, onRemove, onMove }: FieldProps) {
  const { key, label, type, required } = field;
  const name = label.trim() || `Field ${at + 1}`;
  const problem = fieldProblem(field, all);
  return (
    <fieldset className="of-field" aria-label={name}>
      <Box label="Label" hint={`In texts and conditions: ${ownName(key)}`}>
        {(id) => (
          <input
            className="input"
            id={id}
            maxLength={OWN_LIMITS.label}
            value={label}
            onChange={({ target }) => onChange({ ...field, label: target.value })}
          />
        )}
      </Box>
      <Box label="What is filled in">
        {(id) => (
          <span className="pick">
            <select
              className="select"
              id={id}
              value={type}
              onChange={({ target }) => onChange({ ...field, type: target.value as OwnFieldType })}
            >
              {Object.entries(typeNames).map(([value, words]) => (
                <option value={value} key={value}>
                  {words}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        )}
      </Box>
      <MoreBoxes {...{ field, all, onChange }} />
      <label className="check">
        <input
          type="checkbox"
          checked={required}
          onChange={({ target }) => onChange({ ...field, required: target.checked })}
        />
        Required before signing
      </label>
      {problem && <p className="error">{problem}</p>}
      <div className="chips">
        <IconButton icon="up" name={`Move ${name} up`} disabled={at === 0} on={() => onMove(-1)} />
        <IconButton icon="down" name={`Move ${name} down`} disabled={isLast} on={() => onMove(1)} />
        <IconButton icon="trash" name={`Remove ${name}`} disabled={false} on={onRemove} />
      </div>
    </fieldset>
  );
}

type ButtonProps = {
  icon: "up" | "down" | "trash";
  name: string;
  disabled: boolean;
  on: () => void;
};
const IconButton = ({ icon, name, disabled, on }: ButtonProps) => (
  <button
    className="btn btn-icon btn-sm"
    type="button"
    aria-label={name}
    title={name}
    disabled={disabled}
    onClick={on}
  >
    <Icon name={icon} />
  </button>
);

/** What only some kinds of fields have. */
function MoreBoxes({ field, all, onChange }: Pick<FieldProps, "field" | "all" | "onChange">) {
  const { type, options, unit, expression, decimals } = field;
  if (isChosen(type))
    return (
      <Box label="Choices" hint={`One a line, at most ${OWN_LIMITS.options}`}>
        {(id) => (
          <textarea
            className="textarea"
            id={id}
            rows={3}
            // What is typed stays as it is; empty lines are no choices.
            defaultValue={options.join("\n")}
            onChange={({ target }) => {
              const lines = target.value.split("\n").map((line) => line.trim());
              const some = lines.filter((line) => line).slice(0, OWN_LIMITS.options);
              onChange({ ...field, options: some.map((one) => one.slice(0, OWN_LIMITS.option)) });
            }}
          />
        )}
      </Box>
    );
  if (type !== "number" && type !== "calc") return null;
  const names = numberKeys(all);
  return (
    <>
      {type === "calc" && (
        <>
          <Box
            label="Reckoned as"
            hint={names.length > 0 ? `Numbers: ${inWords(names)}` : "Add a number first"}
          >
            {(id) => (
              <input
                className="input code"
                id={id}
                maxLength={300}
                value={expression ?? ""}
                onChange={({ target }) => onChange({ ...field, expression: target.value || null })}
              />
            )}
          </Box>
          <Box label="Decimals">
            {(id) => (
              <input
                className="input"
                id={id}
                type="number"
                min={0}
                max={6}
                value={decimals}
                onChange={({ target }) =>
                  onChange({
                    ...field,
                    decimals: Math.min(6, Math.max(0, Math.trunc(Number(target.value)))),
                  })
                }
              />
            )}
          </Box>
        </>
      )}
      <Box label="Unit">
        {(id) => (
          <span className="pick">
            <select
              className="select"
              id={id}
              value={unit ?? ""}
              onChange={({ target }) => onChange({ ...field, unit: target.value || null })}
            >
              <option value="">None</option>
              {Object.entries(units).map(([code, { symbol, quantity }]) => (
                <option value={code} key={code}>
                  {symbol ? `${symbol}, ${quantity}` : quantity}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        )}
      </Box>
    </>
  );
}
