import { useContext, useState } from "react";
import { rolesFor } from "#app/shared/calibration/calibrators.ts";
import { roleName } from "#app/shared/calibration/role-name.ts";
import { kindChoices } from "#app/shared/certificates/forms/kinds.ts";
import { choicesOf } from "#app/shared/choices-of.ts";
import { Combobox } from "#app/ui/combobox.tsx";
import { SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { FormContext } from "#app/ui/form-context.ts";
import { Icon } from "#app/ui/icon.tsx";
import { placeWords } from "../certificates/words.tsx";
import { searchChoices } from "../masters/choices.ts";
import { Picker } from "../masters/picker.tsx";

type Standard = { calibratorId: string; role: string; name?: string };

function firstStandards(kept: unknown): Standard[] {
  if (Array.isArray(kept)) return kept as Standard[];
  if (typeof kept !== "string" || !kept.startsWith("[")) return [];
  try {
    return JSON.parse(kept) as Standard[];
  } catch {
    return [];
  }
}

/** What a certificate starts with. */
export function PresetFields({ names }: { names: Readonly<Record<string, string>> }) {
  return (
    <>
      <TextField name="name" label="Name" required maxLength={120} autoFocus />
      <SelectField
        name="kind"
        label="Kind"
        required
        options={kindChoices}
        defaultValue="calibration"
      />
      <Picker
        name="procedureId"
        label="Procedure"
        list="procedures"
        shows="procedureName"
        required
      />
      <Picker
        name="reportFormId"
        label="Report form"
        list="report-forms"
        shows="formName"
        hint="Empty: the built-in form of the kind"
      />
      <TextField name="title" label="Title" maxLength={120} hint="Empty: that of the kind" />
      <SelectField
        name="performedAt"
        label="Performed"
        options={choicesOf(placeWords)}
        defaultValue="laboratory"
        required
      />
      <Standards names={names} />
      <TextField name="conditionOnReceipt" label="Condition on receipt" maxLength={500} />
      <TextArea name="deviations" label="Deviations from the method" maxLength={2000} rows={2} />
      <TextArea name="externalProviders" label="External providers" maxLength={500} rows={2} />
    </>
  );
}

/** Standards by what they are used as; those that are in date on the day are taken. */
function Standards({ names }: { names: Readonly<Record<string, string>> }) {
  const { values, errors, touch } = useContext(FormContext);
  const [chosen, setChosen] = useState(() => firstStandards(values.standards));
  const [role, setRole] = useState("");
  const change = (next: Standard[]) => {
    touch("standards");
    setChosen(next);
  };
  const sent = chosen.map(({ calibratorId, role }) => ({ calibratorId, role }));
  return (
    <fieldset className="field rf-standards">
      <legend className="label">Standards</legend>
      <input type="hidden" name="standards" value={JSON.stringify(sent)} />
      {chosen.length > 0 && (
        <ul className="std-list">
          {chosen.map((one) => {
            const name = one.name ?? names[one.calibratorId] ?? "Calibrator";
            return (
              <li key={`${one.role} ${one.calibratorId}`}>
                <span className="std">
                  <Icon name="gauge" />
                  <span>
                    {name}
                    <small>{roleName(one.role)}</small>
                  </span>
                  <button
                    className="btn btn-ghost btn-sm btn-icon"
                    type="button"
                    aria-label={`Remove ${name}`}
                    onClick={() => change(chosen.filter((other) => other !== one))}
                  >
                    <Icon name="x" />
                  </button>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <div className="rf-standard">
        <Combobox
          name="role"
          isUnsent
          label="Role of the next standard"
          hideLabel
          placeholder="Role..."
          load={async (typed) => rolesFor(typed)}
          value={role ? { value: role, label: roleName(role) } : null}
          onChange={(choice) => setRole(choice?.value ?? "")}
          clearable
        />
        <Combobox
          name="standard"
          isUnsent
          label="Add a standard"
          hideLabel
          placeholder="Add a standard..."
          disabled={!role}
          load={searchChoices("calibrators", role)}
          value={null}
          onChange={(choice) => {
            if (!choice) return;
            const { value: calibratorId, label: name } = choice;
            const isThere = chosen.some(
              (one) => one.calibratorId === calibratorId && one.role === role,
            );
            if (!isThere) change([...chosen, { calibratorId, role: role, name }]);
          }}
        />
      </div>
      {errors.standards?.map((error) => (
        <p className="field-error" key={error}>
          {error}
        </p>
      ))}
    </fieldset>
  );
}
