import { conditionWords } from "#app/shared/asset-words.ts";
import { DateField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { SignatureField } from "./signature-field.tsx";

/** The longest text of a report. */
const MOST_TEXT = 5000;
const types = [
  { value: "pm", label: "PM" },
  { value: "other", label: "Other" },
];
/** In which condition a report may leave its device. */
export const conditions = Object.entries(conditionWords).map(([value, label]) => ({
  value,
  label,
}));

/** Ticket, date and type of a report. */
export const ReportHead = () => (
  <div className="form form-work">
    <TextField className="beside" name="service_ticket" label="Service Ticket No" readOnly mono />
    <DateField name="date" label="Date" required />
    <SelectField name="service_type" label="Type" options={types} placeholder={false} required />
  </div>
);

/** What the ward told. */
export const ProblemField = () => (
  <TextArea
    className="span-all"
    name="problem_description"
    label="Problem Reported"
    rows={2}
    maxLength={MOST_TEXT}
    placeholder="What the ward noticed"
  />
);

/** What was done. */
export const ActionFields = () => (
  <>
    <TextArea name="action_taken" label="Action Taken" maxLength={MOST_TEXT} />
    <TextArea name="remark" label="Remarks" maxLength={MOST_TEXT} />
  </>
);

/** Who did the work and who received it, with what they drew. */
export const SignedFields = () => (
  <>
    <div className="signed">
      <TextField name="complaint_by" label="Done By" maxLength={120} autoComplete="name" required />
      <SignatureField name="done_by_signature" label="Signature of Done By" />
    </div>
    <div className="signed">
      <TextField
        name="received_by"
        label="Received By"
        maxLength={120}
        autoComplete="off"
        placeholder="Name of the user on the ward"
      />
      <SignatureField name="received_by_signature" label="Signature of Received By" />
    </div>
  </>
);
