import { useContext } from "react";
import {
  kindChoices,
  MOST_ROLES,
  roleCodesIn,
  rolesFor,
  roleText,
  sourceChoices,
  unitChoices,
} from "#app/shared/calibration/calibrators.ts";
import { NumberField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { Panel } from "#app/ui/page.tsx";
import { PickMany } from "#app/ui/pick-many.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { Picker } from "../masters/picker.tsx";

type Props = {
  title: string;
  back: string;
  values: Record<string, unknown>;
  version?: number;
  problem: Refused | undefined;
};

/** Adding and editing a calibrator are the same form. */
export function CalibratorForm({ title, back, values, version, problem }: Props) {
  const isNew = version === undefined;
  return (
    <RecordForm
      id="calibrator"
      title={title}
      crumbs={[{ label: "Calibrators", to: "/calibrations" }]}
      back={back}
      version={version}
      values={values}
      problem={problem}
      verbs={<SubmitButton>Save calibrator</SubmitButton>}
    >
      <Panel title="Calibrator">
        <div className="form form-3">
          <TextField name="name" label="Name" required maxLength={150} autoFocus />
          <SelectField name="kind" label="Kind" required options={kindChoices} />
          <TextField
            name="calibratorNo"
            label="Number"
            maxLength={40}
            mono
            hint={isNew ? "The next number if left empty" : undefined}
          />
          <TextField name="manufacturer" label="Manufacturer" maxLength={120} />
          <TextField name="model" label="Model" maxLength={120} />
          <TextField name="serialNo" label="Serial no" required maxLength={120} mono />
          <TextField name="firmware" label="Firmware" maxLength={60} />
          <Roles />
        </div>
      </Panel>
      <Panel title="Place and care">
        <div className="form form-3">
          <Picker name="locationId" label="Place" list="places" shows="locationName" />
          <Picker name="custodianId" label="Custodian" list="custodians" shows="custodianName" />
          <TextArea
            name="handlingNotes"
            label="Handling"
            maxLength={2000}
            rows={2}
            className="span-all"
          />
        </div>
      </Panel>
      <Panel title="Intervals">
        <div className="form form-3">
          <NumberField name="intervalValue" label="Calibrated every" min={1} max={3660} />
          <SelectField name="intervalUnit" label="Unit of the interval" options={unitChoices} />
          <SelectField name="intervalSource" label="Interval by" options={sourceChoices} />
          <NumberField
            name="checkEveryValue"
            label="Checked every"
            min={1}
            max={3660}
            hint="Between two calibrations"
          />
          <SelectField name="checkEveryUnit" label="Unit of checks" options={unitChoices} />
        </div>
      </Panel>
    </RecordForm>
  );
}

/** What it stands in for, by the words of procedures; a company's own roles are typed. */
function Roles() {
  const { values } = useContext(FormContext);
  return (
    <PickMany
      name="roleCodes"
      label="Roles"
      load={async (typed) => rolesFor(typed)}
      defaultValue={roleCodesIn(values.roleCodes).map((value) => ({
        ...{ value, label: roleText(value) },
      }))}
      most={MOST_ROLES}
      className="span-2"
      hint="What it can stand in for in a procedure"
    />
  );
}
