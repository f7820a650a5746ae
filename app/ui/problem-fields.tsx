import { SegmentedField, TextArea } from "./fields.tsx";

/** What a form that reports a problem of a device asks first. */
export function ProblemFields({ rows }: { rows: number }) {
  return (
    <>
      <TextArea
        name="problem"
        label="What is the problem?"
        hint="No patient data"
        required
        minLength={5}
        maxLength={2000}
        rows={rows}
      />
      <SegmentedField
        name="equipmentDown"
        label="Is the equipment down?"
        required
        options={[
          { value: "yes", label: "Yes, it cannot be used", tone: "no" },
          { value: "no", label: "No", tone: "yes" },
        ]}
      />
    </>
  );
}
