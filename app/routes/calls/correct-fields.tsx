import { callPriorities, patientImpacts } from "#app/shared/call-words.ts";
import { SegmentedField, SelectField, TextField } from "#app/ui/fields.tsx";
import { useFormat } from "#app/ui/format.ts";
import type { CallDetail } from "#worker/domain/service-calls/detail.ts";
import { localMoment } from "./moment.ts";

type Of = { detail: CallDetail };

/** What was entered wrong at the report. */
export function CorrectFields({ detail: { call } }: Of) {
  const { timeZone } = useFormat();
  return (
    <>
      <SelectField
        name="priority"
        label="Priority"
        options={callPriorities}
        defaultValue={call.priority}
        placeholder={false}
      />
      <SegmentedField
        name="equipmentDown"
        label="Equipment down"
        defaultValue={call.equipmentDown ? "yes" : "no"}
        options={[
          { value: "yes", label: "Yes" },
          { value: "no", label: "No" },
        ]}
      />
      <TextField
        name="failedAt"
        label="Failed at"
        type="datetime-local"
        defaultValue={call.failedAt === null ? "" : localMoment(call.failedAt, timeZone)}
        hint="Not after the report. Empty leaves it as it is"
      />
      <SelectField
        name="patientImpact"
        label="Impact on a patient"
        options={patientImpacts}
        defaultValue={call.patientImpact ?? ""}
      />
    </>
  );
}

/** The open call that a call repeats. */
export const DuplicateFields = ({ detail: { others } }: Of) => (
  <SelectField
    name="duplicateOfId"
    label="Goes on as"
    required
    options={others.map(({ id, number, problem }) => ({
      value: id,
      label: `${number} ${problem.slice(0, 60)}`,
    }))}
    hint={others.length ? undefined : "No other call of this asset is open"}
  />
);
