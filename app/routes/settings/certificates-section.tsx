import { statementKeys } from "#app/shared/certificates/document.ts";
import {
  statementField,
  statementNames,
  usualStatements,
} from "#app/shared/certificates/statements.ts";
import { CheckField, TextArea, TextField } from "#app/ui/fields.tsx";
import { of, type Props } from "./other-sections.tsx";
import { SectionForm } from "./section-form.tsx";

/** What holds for all certificates: who may approve, the accreditation, and the wording of statements. */
export const CertificatesSection = (props: Props) => (
  <SectionForm
    {...of(props, "certificates")}
    title="Certificates"
    about="A certificate that is approved keeps what it says. One that waits for check or approval is sent back when it would say something else."
  >
    <CheckField
      name="checkerMayApprove"
      label="Whoever has checked a certificate may approve it too"
      off="0"
      hint="Whoever measured or wrote it never does."
    />
    <fieldset className="field">
      <legend className="label">Accreditation</legend>
      <div className="form form-2">
        <TextField
          name="accreditationBody"
          label="Accreditation body"
          maxLength={120}
          hint="Such as NABL; empty: the laboratory has none"
        />
        <TextField name="accreditationNumber" label="Accreditation no" maxLength={60} mono />
        <TextField
          name="accreditationUrl"
          label="Public entry"
          type="url"
          maxLength={300}
          hint="Where the body shows the scope; certificates print it as a code"
        />
      </div>
    </fieldset>
    <fieldset className="field">
      <legend className="label">Wording of statements</legend>
      <p className="hint">Each is printed where it applies. Empty: the wording that is shown.</p>
      <div className="form form-2">
        {statementKeys.map((key) => (
          <TextArea
            key={key}
            name={statementField(key)}
            label={statementNames[key]}
            placeholder={usualStatements[key]}
            maxLength={1000}
            rows={4}
          />
        ))}
      </div>
    </fieldset>
  </SectionForm>
);
