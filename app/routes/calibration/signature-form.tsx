import { disciplineChoices } from "#app/shared/calibration/disciplines.ts";
import { CheckList } from "#app/ui/check-list.tsx";
import { DateField, TextArea, TextField } from "#app/ui/fields.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
import { Picker } from "../masters/picker.tsx";
import { roleChoices } from "./signature-words.tsx";

type Signature = {
  id: string;
  version: number;
  userId: string;
  name: string;
  roles: readonly string[];
  disciplines: readonly string[];
  parameters: readonly string[];
};
type Props = {
  signature: Signature | null;
  /** Whose it is, of one that is there. */
  person?: string | undefined;
  today: string;
  problem: Refused | undefined;
};

const valuesOf = (signature: Signature | null, today: string) =>
  signature ? { ...signature, parameters: signature.parameters.join("\n") } : { validFrom: today };

/** A signature: whose it is, how it is printed, and what it is authorised for. */
export function SignatureForm({ signature, person, today, problem }: Props) {
  const title = signature ? `Edit the signature of ${signature.name}` : "Add signature";
  return (
    <RecordForm
      title={title}
      crumbs={[{ label: "Signatures", to: "/signatures" }]}
      back={signature ? `/signature/detail/${signature.id}` : "/signatures"}
      version={signature?.version}
      values={valuesOf(signature, today)}
      problem={problem}
      verbs={<SubmitButton>Save signature</SubmitButton>}
    >
      <Panel title="Person">
        <div className="form form-2">
          {signature ? (
            <>
              <input type="hidden" name="userId" value={signature.userId} />
              <p className="span-all">
                The signature of <b>{person ?? signature.name}</b>. It stays with this person.
              </p>
            </>
          ) : (
            <Picker
              name="userId"
              label="Person"
              list="signatories"
              required
              hint="Somebody else than you. Everybody has one signature."
            />
          )}
          <TextField
            name="name"
            label="Printed name"
            required
            maxLength={120}
            hint="As it stands under certificates."
          />
          <TextField name="designation" label="Designation" maxLength={80} />
          <TextField
            name="qualification"
            label="Qualification"
            maxLength={200}
            className="span-all"
          />
        </div>
      </Panel>
      <Panel title="Authorised for">
        <div className="form form-2">
          <CheckList
            name="roles"
            label="Roles"
            options={roleChoices}
            defaultChosen={signature?.roles ?? []}
            hint="One at least."
          />
          <CheckList
            name="disciplines"
            label="Disciplines"
            options={disciplineChoices}
            defaultChosen={signature?.disciplines ?? []}
            hint="None: it signs in no discipline."
          />
          <TextArea
            name="parameters"
            label="Parameters"
            maxLength={2000}
            rows={3}
            className="span-all"
            hint="Within the disciplines, one a line. Empty: all of them."
          />
          <DateField name="validFrom" label="Valid from" required />
          <DateField name="validUntil" label="Valid until" />
        </div>
      </Panel>
    </RecordForm>
  );
}
