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

/** The fields a category adds to its devices. */
export function OwnFields({ fields, values, onValue, isNew }: Props) {
  return fields.map(({ key, label, type, required, options = [] }) => {
    const value = values[key] ?? "";
    const shared = {
      name: ownName(key),
      label,
      required: Boolean(required && (isNew || value !== "")),
      value,
    };
    const choices =
      type === "bool" ? yesNo : options.map((option) => ({ value: option, label: option }));
    if (type === "bool" || type === "option")
      return (
        <SelectField
          key={key}
          {...shared}
          options={choices}
          onChange={(event) => onValue(key, event.currentTarget.value)}
        />
      );
    if (type === "number")
      return (
        <NumberField key={key} {...shared} step="any" onValue={(text) => onValue(key, text)} />
      );
    const typed = {
      onChange: (event: { currentTarget: { value: string } }) =>
        onValue(key, event.currentTarget.value),
    };
    return type === "date" ? (
      <DateField key={key} {...shared} {...typed} />
    ) : (
      <TextField key={key} {...shared} {...typed} maxLength={500} />
    );
  });
}
const yesNo = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** The fields whose values another category would not keep. */
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
