import { DateField, NumberField, SelectField, TextField } from "#app/ui/fields.tsx";
import { Dialog } from "#app/ui/modal.tsx";
import type { FormChoices } from "#worker/domain/assets/choices.ts";

export type OwnField = FormChoices["category"][number]["fields"][number];
export type OwnValues = Record<string, string>;
export const ownName = (key: string) => `spec.${key}`;

type Props = {
  fields: OwnField[];
  values: OwnValues;
  onValue: (key: string, value: string) => void;
  isNew: boolean;
};

/** The own fields that a category adds to its devices. */
export function OwnFields({ fields, values, onValue, isNew }: Props) {
  return fields.map(({ key, label, type, required, options = [] }) => {
    const value = values[key] ?? "";
    const field = {
      name: ownName(key),
      label,
      required: Boolean(required && (isNew || value !== "")),
      value,
      onChange: (event: { currentTarget: { value: string } }) =>
        onValue(key, event.currentTarget.value),
    };
    if (type === "bool") return <SelectField key={key} {...field} options={yesNo} />;
    if (type === "option")
      return <SelectField key={key} {...field} options={options.map(choiceOf)} />;
    if (type === "number") return <NumberField key={key} {...field} step="any" />;
    if (type === "date") return <DateField key={key} {...field} />;
    return <TextField key={key} {...field} maxLength={500} />;
  });
}
const choiceOf = (option: string) => ({ value: option, label: option });
const yesNo = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** The fields whose values are lost by a change to another category. */
export const droppedBy = (values: OwnValues, from: OwnField[], to: OwnField[]) =>
  from.filter(({ key }) => values[key] && !to.some((field) => field.key === key));

type Question = { dropped: OwnField[]; onKeep: () => void; onChange: () => void };

/** Asks before a change of category drops what was typed into its own fields. */
export function CategoryQuestion({ dropped, onKeep, onChange }: Question) {
  return (
    <Dialog
      open={dropped.length > 0}
      title="Change the category?"
      onClose={onKeep}
      footer={
        <>
          <button className="btn" type="button" onClick={onKeep}>
            Keep category
          </button>
          <button className="btn btn-danger" type="button" onClick={onChange}>
            Change category
          </button>
        </>
      }
    >
      <p className="muted">
        The other category has no field for {dropped.map(({ label }) => label).join(", ")}. What was
        entered there is dropped.
      </p>
    </Dialog>
  );
}
