import { kindChoices } from "#app/shared/certificates/forms/kinds.ts";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Picker } from "../masters/picker.tsx";

/** What is said of a form besides its versions. */
export const FormFields = () => (
  <>
    <TextField name="name" label="Name" required maxLength={120} autoFocus />
    <SelectField name="kind" label="Kind" required options={kindChoices} />
    <Picker
      name="machineTypeId"
      label="Machine type"
      list="machine-types"
      shows="machineTypeName"
      hint="Empty: for every type"
    />
  </>
);
