import type { ReactNode } from "react";
import type { FollowedCall } from "#app/shared/followed-call.ts";
import { SegmentedField, TextArea } from "#app/ui/fields.tsx";
import { PlainForm, type Refused, SubmitButton } from "#app/ui/form.tsx";
import { Panel } from "#app/ui/page.tsx";

type Props = {
  call: FollowedCall;
  /** The refusal of one of the forms; each shows its own. */
  problem: Refused | undefined;
};
export const intentOf = (problem: Refused | undefined) => String(problem?.values?.intent ?? "");

function AnswerForm({
  intent,
  problem,
  children,
}: Pick<Props, "problem"> & { intent: string; children: ReactNode }) {
  return (
    <PlainForm
      className="form"
      id={intent}
      problem={intentOf(problem) === intent ? problem : undefined}
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
    </PlainForm>
  );
}

const marks = ["1", "2", "3", "4", "5"].map((value) => ({ value, label: value }));
const RatingFields = ({ required = false }) => (
  <>
    <SegmentedField
      name="rating"
      label={required ? "How were you helped?" : "How were you helped? Optional"}
      hint="1 is badly, 5 is very well"
      required={required}
      options={marks}
    />
    <TextArea name="ratingNote" label="What should we know? Optional" maxLength={500} rows={2} />
  </>
);

/** "No": the call is opened again, with what is wrong. */
function AgainForm({ problem, says }: Pick<Props, "problem"> & { says: string }) {
  return (
    <details className="again" open={intentOf(problem) === "again" || undefined}>
      <summary className="btn btn-block">{says}</summary>
      <AnswerForm intent="again" problem={problem}>
        <TextArea
          name="reason"
          label="What is still wrong?"
          hint="No patient data"
          required
          maxLength={500}
          rows={3}
        />
        <SubmitButton className="btn-block">Send, it still fails</SubmitButton>
      </AnswerForm>
    </details>
  );
}

/** Whether the device works again, asked of whoever reported it. */
export function AnswerPanel({ call, problem }: Props) {
  const { may, tooLate, rating } = call;
  if (may.close)
    return (
      <Panel title="Does it work again?">
        <div className="stack">
          <AnswerForm intent="works" problem={problem}>
            {rating === null && <RatingFields />}
            <SubmitButton className="btn-block" icon="ok">
              Yes, it works
            </SubmitButton>
          </AnswerForm>
          {may.reopen && <AgainForm problem={problem} says="No, it still fails" />}
          {tooLate && <p className="muted">{tooLate}</p>}
        </div>
      </Panel>
    );
  if (!may.rate && !may.reopen) return null;
  return (
    <Panel title={may.rate ? "Rate this call" : "Does it fail again?"}>
      <div className="stack">
        {may.rate && (
          <AnswerForm intent="rate" problem={problem}>
            <RatingFields required />
            <SubmitButton className="btn-block">Send rating</SubmitButton>
          </AnswerForm>
        )}
        {may.reopen && <AgainForm problem={problem} says="It fails again" />}
      </div>
    </Panel>
  );
}

/** What the reporter adds while the call is open. A remark that was taken gives an empty form. */
export const RemarkPanel = ({ call, problem }: Props) =>
  call.may.remark && (
    <Panel title="Add a remark">
      <AnswerForm key={call.own.length} intent="remark" problem={problem}>
        <TextArea
          name="remark"
          label="Remark"
          hint="No patient data"
          required
          minLength={5}
          maxLength={2000}
          rows={3}
        />
        <SubmitButton className="btn-block" tone="plain">
          Add remark
        </SubmitButton>
      </AnswerForm>
    </Panel>
  );
