import {
  classWords,
  methodWords,
  partWords,
  quantityWords,
} from "#app/shared/calibration/safety-words.ts";
import { choicesOf } from "#app/shared/choices-of.ts";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { unitChoices } from "./words.tsx";

/** The form of a limit. What is left empty stands for any. */
export function LimitFields() {
  return (
    <div className="form form-2">
      <TextField name="standard" label="Standard" required maxLength={60} autoFocus />
      <TextField name="edition" label="Edition" maxLength={30} hint="Any edition if left empty" />
      <TextField
        name="quantity"
        label="Quantity"
        required
        maxLength={60}
        list="safety-quantities"
        hint="One of those offered, or one of your own."
      />
      <datalist id="safety-quantities">
        {Object.values(quantityWords).map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
      <TextField
        name="condition"
        label="Condition"
        maxLength={80}
        hint="NC, SFC or in words; any condition if left empty"
      />
      <SelectField
        name="equipmentClass"
        label="Class"
        placeholder="Any"
        options={choicesOf(classWords)}
      />
      <SelectField
        name="appliedPart"
        label="Applied part"
        placeholder="Any"
        options={choicesOf(partWords)}
      />
      <SelectField
        name="method"
        label="Method"
        placeholder="Any"
        options={choicesOf(methodWords)}
      />
      <SelectField
        name="op"
        label="Limit is"
        required
        placeholder={false}
        options={[
          { value: "le", label: "At most" },
          { value: "ge", label: "At least" },
        ]}
      />
      <TextField name="limitValue" label="Limit" required maxLength={24} inputMode="decimal" />
      <SelectField name="unit" label="Unit" required options={unitChoices} />
      <TextField
        name="source"
        label="Source"
        maxLength={300}
        className="span-all"
        hint="A standard's clause or a table."
      />
    </div>
  );
}
