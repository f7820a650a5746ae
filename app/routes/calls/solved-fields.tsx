import { conditionChoices } from "#app/routes/assets/words.tsx";
import { causes } from "#app/shared/call-words.ts";
import { SelectField, TextArea } from "#app/ui/fields.tsx";

/** The cause of a fault and how it was put right; also for many calls at once. */
export function SolvedFields({ done }: { done?: string | null }) {
  return (
    <>
      <SelectField name="causeCode" label="Cause" required options={causes} />
      <TextArea
        name="resolution"
        label="Resolution"
        required
        maxLength={2000}
        rows={3}
        hint="No patient data"
        defaultValue={done ?? ""}
      />
    </>
  );
}

/** What a device that was down is like once it is put right. */
export const ConditionField = () => (
  <SelectField
    name="condition"
    label="Condition afterwards"
    options={conditionChoices.filter(({ value }) => value !== "not_working")}
    defaultValue="working"
    placeholder={false}
  />
);
