import { disciplineChoices } from "#app/shared/calibration/disciplines.ts";
import { CheckField, SelectField, TextField } from "#app/ui/fields.tsx";
import { Picker } from "../masters/picker.tsx";

/** What is said of a procedure besides its versions. */
export const ProcedureFields = () => (
  <>
    <TextField name="code" label="Code" required maxLength={40} mono autoFocus />
    <TextField name="name" label="Name" required maxLength={150} />
    <SelectField name="discipline" label="Discipline" required options={disciplineChoices} />
    <Picker
      name="machineTypeId"
      label="Machine type"
      list="machine-types"
      shows="machineTypeName"
    />
    <CheckField name="accredited" label="In the scope of accreditation" off="0" />
  </>
);
