import type { ReactNode } from "react";
import { Link } from "react-router";
import { asFoundChoices, routeChoices } from "#app/shared/calibration/certificates.ts";
import { CheckField, DateField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { PageHead, Panel } from "#app/ui/page.tsx";
import { newerOf, StaleNote } from "#app/ui/stale-note.tsx";
import { RangeEditor } from "./range-editor.tsx";

type Props = {
  title: string;
  calibrator: { id: string; calibratorNo: string; name: string };
  values: Record<string, unknown>;
  version?: number;
  paper?: { name: string; href: string } | null;
  problem: Refused | undefined;
  /** What a person should know of the values that were filled in. */
  notes?: ReactNode;
  /** What stands below the form. */
  children?: ReactNode;
};

/** Entering and editing a certificate are the same form. */
export function CertificateForm(props: Props) {
  const { title, calibrator, values, version, paper = null, problem, notes, children } = props;
  const newer = version === undefined ? null : newerOf(problem?.data);
  const back = `/calibrator/${calibrator.id}`;
  return (
    <div className="stack">
      <PlainForm
        guard
        id="certificate"
        className="stack"
        problem={problem}
        values={values}
        encType="multipart/form-data"
      >
        <PageHead
          title={title}
          crumbs={[
            { label: "Calibrators", to: "/calibrations" },
            { label: <span className="code">{calibrator.calibratorNo}</span>, to: back },
          ]}
          sticky
          actions={
            <>
              <Link className="btn" to={back}>
                Cancel
              </Link>
              <SubmitButton name="intent" value="save">
                Save certificate
              </SubmitButton>
            </>
          }
        />
        {newer && <StaleNote newer={newer} />}
        {notes}
        {version !== undefined && (
          <input type="hidden" name="version" value={newer?.version ?? version} />
        )}
        <input type="hidden" name="dccMediaId" value={String(values.dccMediaId ?? "")} />
        <Panel title="Certificate">
          <div className="form form-3">
            <TextField
              name="certificateNo"
              label="Certificate no"
              required
              maxLength={80}
              mono
              autoFocus
            />
            <TextField name="issuedBy" label="Issued by" required maxLength={150} />
            <SelectField name="route" label="Traceability" required options={routeChoices} />
            <TextField name="accreditationBody" label="Accreditation body" maxLength={80} />
            <TextField name="accreditationNo" label="Accreditation no" maxLength={80} mono />
            <SelectField name="asFound" label="As found" required options={asFoundChoices} />
            <DateField name="calibratedOn" label="Calibrated on" required />
            <DateField name="issuedOn" label="Issued on" required />
            <DateField name="dueOn" label="Due on" required />
            <TextField
              name="envTemp"
              label="Temperature"
              maxLength={24}
              mono
              inputMode="decimal"
              hint="°C"
            />
            <TextField
              name="envRh"
              label="Relative humidity"
              maxLength={24}
              mono
              inputMode="decimal"
              hint="%"
            />
            <CheckField name="adjusted" label="It was adjusted" off="0" />
            <FileField
              name="file"
              label="Paper"
              accept={["pdf"]}
              current={paper}
              hint="Needed before it is accepted."
              className="span-2"
            />
            <TextArea name="note" label="Note" maxLength={1000} rows={2} className="span-all" />
          </div>
        </Panel>
        <RangeEditor />
      </PlainForm>
      {children}
    </div>
  );
}
