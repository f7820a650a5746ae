import { TextArea, TextField } from "#app/ui/fields.tsx";
import { FileField } from "#app/ui/file-field.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";
import { PrivateLink } from "#app/ui/private-link.tsx";
import { ProblemFields } from "#app/ui/problem-fields.tsx";
import { Note } from "#app/ui/states.tsx";
import { AgeText } from "#app/ui/time.tsx";
import { Trap } from "#app/ui/trap.tsx";
import { useAnswered } from "./answered.ts";
import { PinField } from "./pin-field.tsx";

const NO_PATIENT_DATA = "No patient data";
const MOST_PHOTO = 25 * 1024 * 1024;

type Props = { problem: Refused | undefined; asksPin: boolean };

/** The form in which anybody at the device reports a problem. */
export function ReportForm({ problem, asksPin, seed }: Props & { seed: string }) {
  return (
    <Panel title="Report a problem">
      <PlainForm className="form" encType="multipart/form-data" problem={problem} guard id="report">
        <input type="hidden" name="intent" value="report" />
        <input type="hidden" name="seed" value={seed} />
        <ProblemFields rows={4} />
        <TextField name="name" label="Your name" required maxLength={100} autoComplete="name" />
        <TextField
          name="phone"
          label="Phone, optional"
          type="tel"
          maxLength={30}
          autoComplete="tel"
        />
        <FileField
          name="photo"
          label="Photo, optional"
          accept={["jpg", "jpeg", "png"]}
          maxSize={MOST_PHOTO}
          thumbnails
          hint={NO_PATIENT_DATA}
        />
        {asksPin && <PinField />}
        <Trap />
        <SubmitButton className="btn-block">Send report</SubmitButton>
      </PlainForm>
    </Panel>
  );
}

/** A remark on a problem that was already reported. */
export function RemarkForm({
  reportedAt,
  now,
  timeZone,
  problem,
  asksPin,
}: Props & { reportedAt: number; now: number; timeZone: string }) {
  const typed = problem?.values?.problem;
  return (
    <Panel title="Report a problem">
      <div className="stack">
        <Note tone="info">
          Already reported <AgeText at={reportedAt} now={now} timeZone={timeZone} /> ago. If you
          know more, add a remark.
        </Note>
        <PlainForm className="form" problem={problem} values={typed ? { remark: typed } : null}>
          <input type="hidden" name="intent" value="remark" />
          <TextArea
            name="remark"
            label="Remark"
            hint={NO_PATIENT_DATA}
            required
            minLength={5}
            maxLength={2000}
            rows={4}
          />
          <TextField name="name" label="Your name" required maxLength={100} autoComplete="name" />
          {asksPin && <PinField />}
          <Trap />
          <SubmitButton className="btn-block">Add remark</SubmitButton>
        </PlainForm>
      </div>
    </Panel>
  );
}

/** The confirmation after a report or a remark, with the number of the call. */
export function Sent({
  number,
  link,
  warnings,
}: {
  number: string | null;
  /** The private link; null for a remark, and for a report that was sent before by another form. */
  link: string | null;
  warnings: string[];
}) {
  const answered = useAnswered<HTMLElement>(true);
  return (
    <section className="panel device-sent" role="status" ref={answered} tabIndex={-1}>
      <h2>{number ? "Thank you. Your report was sent." : "Thank you. Your remark was added."}</h2>
      {number && (
        <p>
          Call number <b className="code">{number}</b>
        </p>
      )}
      {number && link && (
        <PrivateLink link={link} title={`Call ${number}`}>
          Follow it by this private link, and say whether the device works again. It is shown only
          now: keep it in your phone. Whoever has it sees what you wrote.
        </PrivateLink>
      )}
      {warnings.map((warning) => (
        <Note tone="amber" key={warning}>
          {warning}
        </Note>
      ))}
    </section>
  );
}
