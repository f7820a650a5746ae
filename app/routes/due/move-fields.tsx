import { useState } from "react";
import { chosenAs } from "#app/routes/masters/choices.ts";
import { Picker } from "#app/routes/masters/picker.tsx";
import { dueExceptions } from "#app/shared/due-standing.ts";
import { SelectField } from "#app/ui/fields.tsx";
import type { OpenedDue } from "#worker/domain/due/opened.ts";

const exceptionChoices = Object.entries(dueExceptions).map(([value, label]) => ({
  value,
  label,
}));

/** To whom a planned service is given; many that are given at once are told of in one notice. */
export function AssignFields({ due }: { due?: OpenedDue }) {
  const [together] = useState(() => (due ? null : crypto.randomUUID()));
  return (
    <>
      {together && <input type="hidden" name="together" value={together} />}
      <Picker
        name="assignedUserId"
        label="Person"
        list="assignees"
        chosen={chosenAs(due?.assignedUserId, due?.person)}
      />
      <Picker
        name="assignedTeamId"
        label="Team"
        list="call-teams"
        chosen={chosenAs(due?.assignedTeamId, due?.team)}
      />
    </>
  );
}

/** The cause that keeps a planned service from being done. */
export const CauseField = ({ required = false }: { required?: boolean }) => (
  <SelectField
    name="exception"
    label={required ? "Cause" : "What keeps it from being done"}
    required={required}
    options={exceptionChoices}
    placeholder={required ? "Select..." : "Nothing of these"}
  />
);
