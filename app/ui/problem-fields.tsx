import { SegmentedField, TextArea } from "./fields.tsx";

type Props = {
  rows: number;
  /** What the fields say at first, where something is known already. */
  problem?: string;
  isDown?: boolean;
};

/** What a form that reports a problem of a device asks first. */
export function ProblemFields({ rows, problem, isDown }: Props) {
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
        {...(problem === undefined ? {} : { defaultValue: problem })}
      />
      <SegmentedField
        name="equipmentDown"
        label="Is the equipment down?"
        required
        {...(isDown === undefined ? {} : { defaultValue: isDown ? "yes" : "no" })}
        options={[
          { value: "yes", label: "Yes, it cannot be used", tone: "no" },
          { value: "no", label: "No", tone: "yes" },
        ]}
      />
    </>
  );
}
