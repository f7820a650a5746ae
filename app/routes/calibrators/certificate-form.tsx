import { type ReactNode, useMemo } from "react";
import { asFoundChoices, routeChoices } from "#app/shared/calibration/certificates.ts";
import { typedRanges } from "#app/shared/calibration/typed-ranges.ts";
import { CheckField, DateField, SelectField, TextArea, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { RecordForm } from "#app/ui/record-form.tsx";
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

/** Messages of points name the range and the point, as all of them are told in one place. */
function namingPoints(problem: Refused): Refused {
  const ranges = typedRanges(problem.values?.ranges);
  const named = Object.entries(problem.errors ?? {}).map(([field, messages]) => {
    const [, range, point] = /^ranges\.(\d+)\.points\.(\d+)\./.exec(field) ?? [];
    if (range === undefined) return [field, messages] as const;
    const nth = Number(point) + 1;
    const called = ranges[Number(range)]?.parameter.trim() || `Range ${Number(range) + 1}`;
    return [field, messages.map((message) => `${called}, point ${nth}: ${message}`)] as const;
  });
  return { ...problem, errors: Object.fromEntries(named) };
}

/** Entering and editing a certificate are the same form. */
export function CertificateForm(props: Props) {
  const { title, calibrator, values, version, paper = null, problem, notes, children } = props;
  const back = `/calibrator/${calibrator.id}`;
  const told = useMemo(() => problem && namingPoints(problem), [problem]);
  return (
    <div className="stack">
      <RecordForm
        id="certificate"
        title={title}
        crumbs={[
          { label: "Calibrators", to: "/calibrations" },
          { label: <span className="code">{calibrator.calibratorNo}</span>, to: back },
        ]}
        back={back}
        version={version}
        values={values}
        problem={told}
        encType="multipart/form-data"
        verbs={
          <SubmitButton name="intent" value="save">
            Save certificate
          </SubmitButton>
        }
      >
        {notes}
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
            <TextField
              name="sourceCertificateNo"
              label="Our certificate"
              maxLength={80}
              mono
              hint="Its number, where we calibrated it in house"
            />
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
      </RecordForm>
      {children}
    </div>
  );
}
