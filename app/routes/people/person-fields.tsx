import type { Choice } from "#app/shared/list.ts";
import { serviceTypeWords } from "#app/shared/person-words.ts";
import { EmailField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import type { PresetToGive } from "#worker/domain/people/presets.ts";
import { Picker } from "../masters/picker.tsx";
import { PresetField } from "./preset-field.tsx";
import { types } from "./words.tsx";

export type PersonRules = {
  makeAdmin: boolean;
  serviceTypes: number[];
  /** What new people may be given to begin with. */
  presets?: readonly PresetToGive[];
};

/** The kind of a person. A field with only one choice is left out. */
function Kind({ makeAdmin, serviceTypes: allowed }: Omit<PersonRules, "presets">) {
  return (
    <>
      {makeAdmin && (
        <SelectField
          name="type"
          label="Type"
          options={types}
          placeholder={false}
          hint="An Admin has every permission and sees every Location."
        />
      )}
      {allowed.length > 1 ? (
        <SelectField
          name="serviceType"
          label="Service type"
          options={allowed.map((type) => ({
            value: String(type),
            label: serviceTypeWords[type] ?? "",
          }))}
          placeholder={false}
        />
      ) : (
        <input type="hidden" name="serviceType" value={allowed[0]} />
      )}
    </>
  );
}

type Props = {
  rules: PersonRules;
  isNew?: boolean;
  team?: Choice | null;
};

/** The fields of one person. */
export function PersonFields({ rules, isNew = false, team }: Props) {
  return (
    <div className="form form-2">
      <TextField name="name" label="Name" required maxLength={100} autoFocus autoComplete="off" />
      {isNew && <EmailField name="email" label="E-mail" required autoComplete="off" />}
      <TextField name="phone" label="Phone" type="tel" maxLength={30} autoComplete="off" />
      <TextField name="designation" label="Designation" maxLength={80} autoComplete="off" />
      <TextField name="employeeCode" label="Employee code" maxLength={30} mono autoComplete="off" />
      <Picker name="departmentId" label="Location" list="locations" shows="departmentName" />
      {isNew && (
        <Picker
          name="teamId"
          label="Team"
          list="teams"
          chosen={team ?? null}
          hint="They get the rights of the team."
        />
      )}
      {isNew && <PresetField presets={rules.presets ?? []} />}
      <Kind {...rules} />
    </div>
  );
}

/** A pasted list of people, who all begin alike. */
export function ManyFields({ rules, team }: { rules: PersonRules; team?: Choice | null }) {
  return (
    <div className="form form-2">
      <TextArea
        name="people"
        label="People"
        className="span-all"
        required
        rows={8}
        maxLength={10_000}
        autoFocus
        hint="One a line: “Asha Rao <asha@example.com>” or the address alone. At most 50 at once."
      />
      <Picker name="departmentId" label="Location" list="locations" />
      <Picker
        name="teamId"
        label="Team"
        list="teams"
        chosen={team ?? null}
        hint="They get the rights of the team."
      />
      <PresetField presets={rules.presets ?? []} />
      <Kind {...rules} makeAdmin={false} />
    </div>
  );
}
